/** Replaces the tags that stand for an address in the texts of Hugo, Jekyll and Eleventy; every line stays where it is. */
import type { Syntax } from '../imported-site.ts';

/** A file of the source that a target names, until its new address is known. */
export const SOURCE_FILE = 'source-file:';

const HUGO_REF = /\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["`]?([^"`\s>%]+)["`]?[^}\n]*[>%]\}\}/g;
const POST_URL = /\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g;
const LINK = /\{%-?\s*link\s+([^%\n]+?)\s*-?%\}/g;
const SITE_URL =
  /\{\{-?\s*(?:site\.(?:baseurl|url|github\.url|root)|metadata\.url|'\/'\s*\|\s*relative_url|base_?path)\s*-?\}\}/gi;
const FILTERED =
  /\{\{-?\s*(["'])([^"'\n}]*)\1\s*\|\s*(?:relative_url|absolute_url|url|htmlBaseUrl|prepend:\s*site\.[a-z]+)[^}\n]*-?\}\}/g;

export function replaceAddressTags(text: string, syntax: Syntax): string {
  if (syntax === 'hugo')
    return text.includes('ref')
      ? text.replace(HUGO_REF, (_all, path: string) => writeSourceFile(path))
      : text;
  if (syntax !== 'liquid' || !/\{[{%]/.test(text)) return text;
  return text
    .replace(POST_URL, (_all, name: string) => writeSourceFile(name))
    .replace(LINK, (_all, path: string) => writeSourceFile(path.trim()))
    .replace(SITE_URL, '')
    .replace(FILTERED, (_all, _quote, path: string) => path);
}

function writeSourceFile(path: string): string {
  return SOURCE_FILE + path.replace(/[\s()<>]/g, encodeURIComponent);
}
