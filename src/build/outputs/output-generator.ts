/** Owns what an output is: files made from the whole site, planned as one group with a key over all they are made of. */

import type { OutputKind } from '../../foundation/response-headers.ts';
import type { EditionView } from '../../site/edition-view.ts';
import type { ChromeData, ClientAssets, OutputPath } from '../../site/page.ts';
import type { Site } from '../../site/site.ts';
import type { Chrome } from '../../templates/render.tsx';

export interface TextFile {
  path: OutputPath;
  kind: OutputKind;
  content: string | Uint8Array;
}

export interface TextGroup {
  name: string;
  /** While it stands, `files` would give the same. */
  key: string;
  files(): Iterable<TextFile> | AsyncIterable<TextFile>;
}

export interface EditionOutput {
  view: EditionView;
  chrome: ChromeData;
  /** Header, footer and the elements of <head> that an edition's pages share, as HTML. */
  slices: Chrome;
}

export interface OutputInput {
  site: Site;
  editions: readonly EditionOutput[];
  assets: ClientAssets;
  icons: readonly { path: OutputPath; sizes: string; type: string; purpose: 'any' | 'maskable' }[];
  /** Key over all but the articles. */
  baseKey: string;
}

/** One output: from the site to its groups of files. */
export type Output = (input: OutputInput) => TextGroup[];
