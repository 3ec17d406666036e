/** Declares the messages between planning and rendering. They are plain JSON, so a thread can receive them. */

import type { PolicySources } from '../../config/policy-schema.ts';
import type { SiteData } from '../../content/data/data-files.ts';
import type { OfferStates } from '../../content/data/offers.ts';
import type { SiteValues } from '../../content/data/site-values.ts';
import type { AnchorOptions } from '../../content/markdown/anchors.ts';
import type { ImageSource } from '../../content/markdown/markdown-options.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { Strings } from '../../locales/strings.ts';
import type { ClientAssets } from '../../site/chrome-data.ts';
import type { Page } from '../../site/page.ts';
import type { PaidSettings } from '../../site/paid-addresses.ts';
import type { Chrome } from '../../templates/render.tsx';
import type { Shaped } from '../../templates/shape.ts';
import type { SearchedTexts } from '../outputs/text-index.ts';
import type { TwinText } from '../render/page-twin.ts';
import type { CachedOutput } from '../write/manifest.ts';

/** A file that a task writes. `known` is the hash of the intact file, or ''. */
export interface TaskFile {
  path: string;
  kind: OutputKind;
  known: string;
}

/** One page to render: its HTML, and its page data and drawn cover where it has them. */
export interface PageTask {
  page: Shaped<Page>;
  kind: Page['kind'];
  locale: LocaleCode;
  path: string;
  /** Text of <title>. */
  title: string;
  /** Path of the Markdown file below the root, and the hash that it had; null for pages without a text. */
  body: { file: string; hash: string } | null;
  /** Pictures of the text, by their target in Markdown; null where it has none. */
  images: Record<string, ImageSource> | null;
  /** Addresses of the files that links of the text name, by their target in Markdown; null where it has none. */
  links: Record<string, string> | null;
  /** The offers that the text may show; null where it has none. */
  offers: OfferStates | null;
  /** Policy sources that the page needs and its text does not. They are also among the strings of `page`. */
  policy: readonly PolicySources[];
  html: TaskFile;
  data: TaskFile | null;
  cover: { target: TaskFile; title: string; category: string; subcategory: string | null } | null;
  /** Its Markdown twin. */
  twin: (TwinText & { target: TaskFile }) | null;
}

/** An article or a page whose words are searched. */
export interface TermsTask extends Omit<SearchedTexts, 'headings' | 'body'> {
  file: string;
  hash: string;
  /** BCP 47. */
  language: string;
}

/** The answer to a task. */
export interface RenderedPage {
  key: string;
  /** In the order html, data, cover, twin; null for a file that has the same bytes already. */
  files: (CachedOutput | null)[];
}

/** The values that rendering needs for all pages of a build. */
export interface RenderSetup {
  root: string;
  out: string;
  /** True if readers may see the output folder. */
  replaces: boolean;
  basePath: string;
  rawHtml: boolean;
  /** True for a build that only its editors see: each block of a text names its line. */
  namesLines: boolean;
  /** Name and address of the site, which texts of pages may ask for. */
  values: SiteValues;
  typography: boolean;
  contentsDepth: 2 | 3;
  imageBaseUrl: string;
  /** null for a site without paid links in texts. */
  paid: PaidSettings | null;
  data: SiteData;
  /** Sources that every page may load from. */
  policy: readonly PolicySources[];
  assets: ClientAssets;
  editions: Partial<Record<LocaleCode, EditionSetup>>;
}

export interface EditionSetup {
  strings: Strings;
  chrome: Chrome;
  /** URLs of the fonts that its pages need first. */
  preload: readonly string[];
  /** Slot → slice name, for page data. */
  slices: Record<string, string>;
  /** Key over the program and all that pages of the edition are rendered with: part of each page's key. */
  key: string;
}

/** A text whose headings links lead to. */
export interface AnchorsTask extends AnchorOptions {
  file: string;
  values: SiteValues;
}

/** A file with links that lead nowhere. */
export interface PlacesTask {
  file: string;
  /** As the file spells them; null where that is not known. */
  targets: readonly string[] | null;
}
