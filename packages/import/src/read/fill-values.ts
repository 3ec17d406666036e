/** Fills in settings and fields that a text refers to: `{{ site.repository }}`, `{{< param version >}}`. */
import type { Syntax } from '../imported-site.ts';
import { createRangeTest, findCode, type Range } from './code-ranges.ts';
import { isMap, textAt, type Values } from './values.ts';

/** Addresses of the site are replaced elsewhere. */
const LIQUID =
  /\{\{-?\s*(?!site\.(?:baseurl|url|root|github)\b|metadata\.url\b)([\w-]+(?:\.[\w-]+)*)\s*-?\}\}/g;
const HUGO = /\{\{[<%]\s*param\s+["`]?([\w-]+(?:\.[\w-]+)*)["`]?\s*[>%]\}\}/g;

/** Keeps the line numbers of the text, and expressions without a known value. */
export function fillValues(
  text: string,
  syntax: Syntax,
  { config, fields }: { config: Values; fields: Values },
): string {
  if (!text.includes('{{') || (syntax !== 'liquid' && syntax !== 'hugo')) return text;
  const page = { ...fields };
  const scopes: Values[] =
    syntax === 'hugo'
      ? [page, paramsOf(page), paramsOf(config)]
      : [{ site: { ...config }, metadata: { ...config }, page, ...page }];
  const codeAt = createRangeTest(findCode(text));
  const rawAt = createRangeTest(syntax === 'liquid' ? findRaw(text) : []);
  return text.replace(syntax === 'hugo' ? HUGO : LIQUID, (whole: string, name: string, offset: number) => {
    if (codeAt(offset) || rawAt(offset)) return whole;
    for (const scope of scopes) {
      const value = textAt(scope, name);
      if (value !== null && !value.includes('\n')) return value;
    }
    return whole;
  });
}

/** Texts between `raw` tags, which stay as they are. */
export function findRaw(text: string): Range[] {
  const ranges: Range[] = [];
  let open: number | null = null;
  for (const { index, 1: end } of text.matchAll(/\{%-?\s*(end)?(?:raw|verbatim)\b/g)) {
    if (end === undefined) open ??= index;
    else if (open !== null) {
      ranges.push([open, index]);
      open = null;
    }
  }
  return ranges;
}

function paramsOf({ params }: Values): Values {
  return isMap(params) ? params : {};
}
