/** Parses the info pages of an edition: about us, privacy policy and terms. */

import * as z from 'zod';
import { aliasPaths } from '../../config/page-path.ts';
import { describeIssue } from '../../config/schema-issues.ts';
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { type Finding, finding, placeInFile } from '../../foundation/errors.ts';
import { summarizeBody } from '../article/body-summary.ts';
import { isError, parseFrontMatter } from '../front-matter/front-matter.ts';
import type { Directives } from '../markdown/directive.ts';
import { findLinks, findOffers } from '../markdown/measure-text.ts';
import { setType } from '../markdown/typography.ts';
import { mayNameFile } from './named-files.ts';

export interface InfoMeta {
  /** Path of the file, relative to the root. */
  file: string;
  /** '' without a title in the front matter: `titleInfo` has the word of the language. */
  title: string;
  description: string;
  /** Present if the description is the beginning of the text. */
  isExcerpt?: true;
  /** Old addresses of the page. */
  aliases?: string[];
  /** The place that links to the page. Only pages below pages/ have one. */
  navigation?: 'menu' | 'footer' | 'sidebar';
  /** Place in the sidebar. */
  order?: number;
  /** Name of a layout of the theme. Only pages below pages/ have one. */
  layout?: string;
  /** Targets of the images in the text. */
  images: string[];
  /** Targets of links that may name a file beside the text, as written. Present if there are any. */
  links?: string[];
  /** Names of the offers that the text may show, as `findOffers` returns them. Present if there are any. */
  offers?: string[];
  /** Hash of the file's bytes. */
  hash: string;
}

export const pageFieldsSchema = z.object({
  title: z
    .string()
    .trim()
    .optional()
    .describe('Title of the page. Pages below pages/ need one; the others have one in each language.')
    .meta({ examples: ['Contact'] }),
  description: z
    .string()
    .trim()
    .optional()
    .describe('What search engines show. Default: the first sentences of the text.')
    .meta({ examples: ['How to reach the editors.'] }),
  navigation: z
    .enum(['menu', 'footer', 'sidebar'], 'navigation must be menu, footer or sidebar')
    .optional()
    .describe('Where the site links to the page. Only for pages below pages/.'),
  order: z
    .string()
    .regex(/^\d{1,6}$/, 'order must be a whole number')
    .meta({ type: ['integer', 'string'], minimum: 0, maximum: 999_999, examples: [2] })
    .transform(Number)
    .optional()
    .describe('Place in the sidebar: lower numbers come first.'),
  layout: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe('Name of a module of theme/layouts that shows the page. Only for pages below pages/.')
    .meta({ examples: ['wide'] }),
  aliases: aliasPaths,
});

const HINTS: Readonly<Record<string, string>> = {
  layout: 'write the name of a file in theme/layouts, such as layout: wide',
  aliases: 'write aliases: [/old-address]',
  navigation: 'write navigation: menu, footer or sidebar, or leave it out',
  order: 'write order: 1 for the first place',
};

/**
 * Front matter is optional.
 * @param typography BCP 47: language whose quotes and dashes title and description get; null for none
 */
export function parseInfo(
  file: string,
  text: string,
  hash: string,
  directives: Directives | null,
  typography: string | null,
): InfoMeta | Finding[] {
  const whole = withoutByteOrderMark(text);
  const finish = (bodyStart: number, written: string | null, fields: Partial<InfoMeta>) => {
    const summary = summarizeBody(whole.slice(bodyStart), written, directives, typography);
    const { problems } = summary.directives;
    const above = whole.slice(0, bodyStart).split('\n').length - 1;
    if (problems.length > 0) return problems.map((problem) => placeInFile(problem, file, above));
    const { description, isExcerpt, images } = summary;
    const links = findLinks(whole.slice(bodyStart)).filter(mayNameFile);
    const offers = findOffers(whole.slice(bodyStart));
    return {
      ...{ file, hash, title: '', ...fields, description, ...(isExcerpt && { isExcerpt }), images },
      ...(links.length > 0 && { links }),
      ...(offers.length > 0 && { offers }),
    };
  };
  if (!/^---[ \t]*\r?\n/.test(whole)) return finish(0, null, {});
  const front = parseFrontMatter(whole);
  if (isError(front)) return [placeInFile(front, file)];
  const fields = pageFieldsSchema.safeParse(front.data);
  if (!fields.success) {
    const [issue] = fields.error.issues;
    const field = issue?.path ?? [];
    const known = HINTS[String(field[0])];
    const message = known && issue ? describeIssue(issue) : 'title and description must be text';
    const hint = known ?? 'write one line of text for each';
    return [finding('invalid-value', message, hint, { file, field })];
  }
  const { title = '', description = null, aliases, navigation, order, layout } = fields.data;
  const set = (text: string) => (typography === null ? text : setType(text, typography));
  return finish(front.bodyStart, description === null ? null : set(description), {
    title: set(title),
    ...(aliases && { aliases }),
    ...(navigation && { navigation }),
    ...(order !== undefined && { order }),
    ...(layout !== undefined && { layout }),
  });
}
