/** Fills in settings and fields that a text refers to: `{{ site.repository }}`, `{{< param version >}}`. */
import type { Syntax } from '../imported-site.ts';
import { createRangeTest, findCode } from './code-ranges.ts';
import { isMap, textAt, type Values } from './values.ts';

/** Matches text between `raw` tags too, so that it stays. Addresses of the site are replaced elsewhere. */
const LIQUID =
  /\{%-?\s*(raw|verbatim)\b[\s\S]{0,20000}?end\1\s*-?%\}|\{\{-?\s*(?!site\.(?:baseurl|url|root|github)\b|metadata\.url\b)([\w-]+(?:\.[\w-]+)*)\s*-?\}\}/g;
const HUGO = /\{\{[<%]\s*(param)\s+["`]?([\w-]+(?:\.[\w-]+)*)["`]?\s*[>%]\}\}/g;

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
  return text.replace(
    syntax === 'hugo' ? HUGO : LIQUID,
    (whole: string, _tag, name: string | undefined, offset: number) => {
      if (name === undefined || codeAt(offset)) return whole;
      for (const scope of scopes) {
        const value = textAt(scope, name);
        if (value !== null && !value.includes('\n')) return value;
      }
      return whole;
    },
  );
}

function paramsOf({ params }: Values): Values {
  return isMap(params) ? params : {};
}
