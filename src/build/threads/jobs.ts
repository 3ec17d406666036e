/** The jobs of a thread: parse files, render pages, list the terms and ids of texts, find the places of links. The main thread has them too. */

import type { ApprovedTexts } from '../../content/article/approved-texts.ts';
import type { ArticleSource, ParsedArticle } from '../../content/article/parse-article.ts';
import type { Reading } from '../../content/article/reading.ts';
import { fillSiteText } from '../../content/data/site-values.ts';
import { findBody } from '../../content/front-matter/front-matter.ts';
import { type Anchors, listAnchors } from '../../content/markdown/anchors.ts';
import { searchText } from '../../content/markdown/search-text.ts';
import { findPlaces, type MarkdownPlace } from '../../content/markdown/source-places.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { createWords, type Words } from '../../search/words.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { directivesOf } from '../../theme/theme-directives.tsx';
import { hasFonts } from '../../theme/theme-files.ts';
import { weighTerms } from '../outputs/text-index.ts';
import type { ArticleTerms } from '../outputs/text-lists.ts';
import { parseFile } from '../parse/parse-file.ts';
import { createSourceTexts } from '../parse/source-texts.ts';
import { attemptPage, type FailedPage } from '../render/failures.ts';
import { createPageRenderer } from '../render/page-renderer.ts';
import type {
  AnchorsTask,
  PageTask,
  PlacesTask,
  RenderedPage,
  RenderSetup,
  TermsTask,
} from './task-messages.ts';

export interface PoolOptions {
  /** The site's code, left out where it is not loaded. */
  code?: SiteCode | null | undefined;
  /** Which texts of generated articles readers may see. */
  approved?: ApprovedTexts | null;
  /** Settings of the site that decide which links lead into it. */
  reading?: Reading | undefined;
  /** Stops a run. */
  signal?: AbortSignal | undefined;
}

export interface Jobs {
  /** Must come before the first `render`. */
  setup(setup: RenderSetup): void;
  parse(items: readonly ArticleSource[]): ParsedArticle[];
  /** A page that its text or the site's code makes impossible does not keep others from being rendered. */
  render(items: readonly PageTask[]): (RenderedPage | FailedPage)[];
  terms(items: readonly TermsTask[]): ArticleTerms[];
  places(items: readonly PlacesTask[]): MarkdownPlace[][];
  /** The ids of texts that links can lead to. */
  anchors(items: readonly AnchorsTask[]): Anchors[];
}

/**
 * @param root absolute root of the site
 * @param options.code left out where it is not loaded, so that only the syntax of directives is checked
 */
export function createJobs(
  root: string,
  { code, approved = null, reading }: Pick<PoolOptions, 'code' | 'approved' | 'reading'> = {},
): Jobs {
  const directives = code === undefined ? null : directivesOf(code);
  const sources = createSourceTexts(root, approved);
  const withCharacters = hasFonts(root);
  const words = new Map<string, Words>();
  const wordsOf = (language: string) => {
    const known = words.get(language) ?? createWords(language);
    words.set(language, known);
    return known;
  };
  let renderPage: ReturnType<typeof createPageRenderer> | null = null;
  return {
    setup(setup) {
      renderPage = createPageRenderer(setup, code ?? null, sources.take);
    },
    parse: (items) =>
      items.map((source) => parseFile(root, source, sources, { directives, withCharacters, reading })),
    render(items) {
      if (!renderPage) throw new Error('rendering was asked for before its setup');
      const render = renderPage;
      return items.map((task) => attemptPage(() => render(task)));
    },
    terms: (items) =>
      items.map(({ file, hash, language, ...texts }) => {
        const text = sources.take(file, hash);
        return weighTerms(wordsOf(language), { ...texts, ...searchText(text.slice(findBody(text))) });
      }),
    places: (items) =>
      items.map(({ file, targets }) => findPlaces(readRegularFile(`${root}/${file}`).toString(), targets)),
    anchors: (items) =>
      items.map(({ file, values, ...options }) => {
        const text = readRegularFile(`${root}/${file}`).toString();
        return listAnchors(fillSiteText(file, text.slice(findBody(text)), values), options);
      }),
  };
}
