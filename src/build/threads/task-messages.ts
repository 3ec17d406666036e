/** Declares the messages between planning and rendering: small plain JSON, the same inline and across threads. */
import type { ImageSource } from '../../content/markdown/render-markdown.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { Strings } from '../../locales/strings.ts';
import type { ClientAssets } from '../../site/chrome-data.ts';
import type { Page, PolicySources } from '../../site/page.ts';
import type { Chrome } from '../../templates/render.tsx';
import type { Shaped } from '../../templates/shape.ts';

/** A file that a task writes. `known` is the hash of the intact file, or ''. */
export interface Target {
  path: string;
  kind: OutputKind;
  known: string;
}

/** One page: its HTML, and where it has them its page data and its drawn cover. */
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
  /** What the page needs beyond its text; its strings have it too. */
  policy: readonly PolicySources[];
  html: Target;
  data: Target | null;
  cover: { target: Target; title: string; category: string; subcategory: string | null } | null;
}

/** What rendering needs beyond the task: the same for all pages of a build. */
export interface RenderSetup {
  root: string;
  out: string;
  /** Whether the output folder is one that readers see. */
  replaces: boolean;
  basePath: string;
  rawHtml: boolean;
  imageBaseUrl: string;
  /** What the site allows on every page. */
  policy: readonly PolicySources[];
  assets: ClientAssets;
  editions: Partial<Record<LocaleCode, EditionSetup>>;
  /** Hash of the program and of everything above: part of each page's key. */
  key: string;
}

export interface EditionSetup {
  strings: Strings;
  chrome: Chrome;
  /** URLs of the fonts that its pages need first. */
  preload: readonly string[];
  /** Slot → slice name, for page data. */
  slices: Record<string, string>;
}

/** A page's kind selects its client scripts (docs/behaviours.md, "Navigation files"). */
export interface PageData {
  componentChunkName: string;
  path: string;
  result: {
    data: {
      title: string;
      language: string;
      head: string;
      main: string;
      /** The policy of the page where it is not the one of most pages. */
      policy?: string;
    };
    pageContext: object;
  };
  staticQueryHashes: string[];
  slicesMap?: Record<string, string>;
}
