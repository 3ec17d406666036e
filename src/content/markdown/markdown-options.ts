/** Declares the options of rendering: labels, images and directives. */
import type { DirectiveContext, Directives } from './directive.ts';

/** An image that a page may load: its size where it is known, and better formats. */
export interface ImageSource {
  url: string;
  width: number | null;
  height: number | null;
  sources: readonly { type: string; srcset: string }[];
}

export interface MarkdownOptions {
  rawHtml: boolean;
  /** Names the line of each block, for editors: the number in its file of the first line of the text. Left out for readers. */
  firstLine?: number;
  /** BCP 47, of the text; determines the rules for lower case in the ids of headings. English without it. */
  language?: string;
  /** BCP 47 language whose rules of type the text gets; null for the text as it is written. */
  typography: string | null;
  /** Joined before the links that start with "/". */
  basePath: string;
  /** The deepest level of headings in the contents: 2, or 3 in a manual. */
  contentsDepth: 2 | 3;
  /** Labels in the page's language. */
  labels: { copyCode: string; footnotes: string; backToReference: string; table: string };
  /** The URL of a link that names a file; null for any other link. */
  resolveLink(target: string): string | null;
  /** The image of a Markdown target. */
  resolveImage(target: string): ImageSource;
  /** Without them only the bodies of directives are shown. */
  directives?: { all: Directives; context: DirectiveContext };
}

/** Renders without labels and with images as they are written. */
export const NEUTRAL_OPTIONS: MarkdownOptions = {
  rawHtml: false,
  typography: null,
  basePath: '',
  contentsDepth: 2,
  labels: { copyCode: '', footnotes: '', backToReference: '', table: '' },
  resolveLink: () => null,
  resolveImage: (url) => ({ url, width: null, height: null, sources: [] }),
};
