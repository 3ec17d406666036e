/** Defines what an output is: files made from the whole site, in groups with a key over everything they are made of. */
import type { OutputKind } from '../../foundation/response-headers.ts';
import type { PageKeys } from '../../pages/page-kind.ts';
import type { ChromeData, ClientAssets } from '../../site/chrome-data.ts';
import type { EditionView } from '../../site/edition-view.ts';
import type { OutputPath } from '../../site/page.ts';
import type { Article, Site } from '../../site/site.ts';
import type { Chrome } from '../../templates/render.tsx';
import type { SitePictures } from '../prepare/site-pictures.ts';
import type { Background } from '../threads/background.ts';
import type { TermsTask } from '../threads/task-messages.ts';
import type { ManifestEntry } from '../write/manifest.ts';
import type { ClientFiles } from './client-assets.ts';
import type { ArticleTerms } from './text-lists.ts';

/** An output is one module of this folder and one line of output-registry.ts. */
export interface OutputGenerator {
  /**
   * Paths below the output folder that nothing else may take; one `*` matches any characters. A path without `*` is
   * a file that the output writes.
   */
  owns(site: Site): readonly string[];
  /** The files under a `*` that pages may link to. */
  files?(input: OutputInput): Iterable<string>;
  groups(work: OutputWork): OutputGroup[];
}

/** An output of one file that depends on no article. */
export function singleFile(
  path: OutputPath,
  kind: OutputKind,
  write: (input: OutputInput) => string,
): OutputGenerator {
  return {
    owns: () => [path],
    groups: (input) => [
      { name: path, key: input.baseKey, files: () => [{ path, kind, content: write(input) }] },
    ],
  };
}

export interface OutputGroup {
  /** Unique among the outputs. */
  name: string;
  /** An equal key means equal files. */
  key: string;
  /** The articles whose whole texts it shows. A change of one of them makes the group again. */
  shows?: readonly Article[];
  files(): Iterable<OutputFile> | AsyncIterable<OutputFile>;
}

export interface OutputFile {
  path: OutputPath;
  kind: OutputKind;
  content: string | Uint8Array;
}

export interface EditionOutput {
  view: EditionView;
  chrome: ChromeData;
  /** Header, footer and the elements of <head> that an edition's pages share, as HTML. */
  slices: Chrome;
}

/** The input that outputs are planned from. */
export interface OutputInput {
  site: Site;
  editions: readonly EditionOutput[];
  assets: ClientAssets;
  client: ClientFiles;
  pictures: SitePictures;
  /** Output paths of the files beside texts that links lead to. */
  linked: ReadonlyMap<string, OutputPath>;
  /** Hash of the compiled program. */
  code: string;
  /** Key over everything but the articles. */
  baseKey: string;
  /** Keys of the pages of each edition, for outputs that read no more than they do. */
  keys: Readonly<Record<string, PageKeys>>;
}

/** The texts of articles, for outputs that show more than their cards. */
export interface ArticleTexts {
  /** HTML as on the page of the article. */
  render(article: Article): string;
  /** An equal key means equal HTML, where the base key is equal. */
  key(article: Article): string;
}

/** The tools that outputs are made with. */
export interface OutputWork extends OutputInput {
  /** The output folder, absolute. */
  folder: string;
  texts: ArticleTexts;
  background: Background;
  /** The intact files of a group of the previous build; null without them. */
  previous(group: string): ((path: string) => string) | null;
  /** Lists the terms of texts, in their order. */
  listTerms(texts: readonly TermsTask[]): Promise<ArticleTerms[]>;
}

/** An output that lists files of pages, so that it is made after them. */
export interface FinalOutput extends Pick<OutputGenerator, 'owns' | 'files'> {
  groups(work: OutputWork, rendered: readonly ManifestEntry[]): OutputGroup[];
}
