/** Replaces tags of Hugo, Jekyll and Eleventy that produce an address. Line numbers stay the same. */

import type { Syntax } from '../imported-site.ts';
import { replaceOutsideCode } from '../read/code-ranges.ts';

/** Prefix of a target that names a file of the source, whose new address is not known yet. */
export const SOURCE_FILE = 'source-file:';

const HUGO_REF = /\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["`]?([^"`\s>%]+)["`]?[^}\n]*[>%]\}\}/g;
const POST_URL = /\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g;
/** Hexo's tag of this name has the address of a page elsewhere. */
const LINK = /\{%-?\s*link\s+(?![^%\n]*:\/\/)([^%\n]+?)\s*-?%\}/g;
const SITE_URL =
  /\{\{-?\s*(?:site\.(?:baseurl|url|github\.url|root)|metadata\.url|'\/'\s*\|\s*relative_url|base_?path)\s*-?\}\}/gi;
const FILTERED =
  /\{\{-?\s*(["'])([^"'\n}]*)\1\s*\|\s*(?:relative_url|absolute_url|url|htmlBaseUrl|prepend:\s*site\.[a-z]+)[^}\n]*-?\}\}/g;

export function replaceAddressTags(text: string, syntax: Syntax): string {
  if (syntax === 'hugo')
    return text.includes('ref')
      ? replaceOutsideCode(text, HUGO_REF, (_all, path = '') => writeSourceFile(path))
      : text;
  if (syntax !== 'liquid' || !/\{[{%]/.test(text)) return text;
  const replacements: readonly [RegExp, Parameters<typeof replaceOutsideCode>[2]][] = [
    [POST_URL, (_all, name = '') => writeSourceFile(name)],
    [LINK, (_all, path = '') => writeSourceFile(path.trim())],
    [SITE_URL, ''],
    [FILTERED, (_all, _quote, path = '') => path],
  ];
  return replacements.reduce(
    (written, [pattern, replacement]) => replaceOutsideCode(written, pattern, replacement),
    text,
  );
}

function writeSourceFile(path: string): string {
  return SOURCE_FILE + path.replace(/[\s()<>]/g, encodeURIComponent);
}
