/** Evaluates the template code that makes an address: `{{< ref "b.md" >}}`, `{% post_url b %}`, `{{ "/a" | relative_url }}`. */

/** An address of the old site, or the name of a file of the source. */
export interface Address {
  target: string;
  isName: boolean;
}

const HUGO_REF = /^\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["`]?([^"`\s>%]+)["`]?[^}\n]*[>%]\}\}/;
const LIQUID_LINK = /^\{%-?\s*(?:post_url|link)\s+["']?([^%\n]+?)["']?\s*-?%\}/;
const OUTPUT = /\{\{-?\s*([^{}\n]*?)\s*-?\}\}/g;
const SITE_URL =
  /^(?:site\.(?:baseurl|url|github\.url|root)|metadata\.url|'\/'\s*\|\s*relative_url|base_?path)$/i;
const FILTERED =
  /^(["'])([^"'\n}]*)\1\s*\|\s*(?:relative_url|absolute_url|url|htmlBaseUrl|prepend:\s*site\.[a-z]+)[^}\n]*$/;

/** The text that an expression of an address shows; null if only its tool can evaluate it. */
export function evaluateOutput(code: string): string | null {
  if (SITE_URL.test(code)) return '';
  return FILTERED.exec(code)?.[2] ?? null;
}

export function readAddress(written: string): Address {
  const target = written.trim();
  if (!target.includes('{')) return { target, isName: false };
  const [tag = '', name] = HUGO_REF.exec(target) ?? LIQUID_LINK.exec(target) ?? [];
  if (name !== undefined) return { target: name.trim() + target.slice(tag.length), isName: true };
  return {
    target: target.replace(OUTPUT, (whole, code: string) => evaluateOutput(code) ?? whole),
    isName: false,
  };
}
