/** Composes the Content-Security-Policy of a page from the needs of its parts. */

import type { PolicySources } from '../config/policy-schema.ts';
export interface PagePolicy {
  /** The policy in the syntax of the header. */
  content: string;
  /** True if it differs from the policy of most pages of the site. */
  isOwn: boolean;
}

/** @param needs the sources that each part of the page needs; undefined for a part without needs of its own */
export type PolicyOf = (needs: readonly (PolicySources | undefined)[]) => PagePolicy;

/** White space, ";" and "," would end a source; quotes, "<" and "&" would change the attribute. */
const SOURCE = /^[^\s;,"<>&\p{Cc}]+$/u;
const DIRECTIVE = /^[a-z]+(?:-[a-z]+)*$/;

/**
 * @param common the sources of every page, in the order in which they are written
 * @param site the sources that the site adds to every page
 */
export function createPolicies(common: PolicySources, site: readonly PolicySources[]): PolicyOf {
  const shared = { content: compose(common, site), isOwn: false };
  return (needs) => {
    const parts = needs.filter((need) => need !== undefined);
    if (parts.length === 0) return shared;
    const content = compose(common, [...site, ...parts]);
    return content === shared.content ? shared : { content, isOwn: true };
  };
}

/** Writes each directive with its distinct sources, in order. */
function compose(common: PolicySources, added: readonly PolicySources[]): string {
  const merged = new Map<string, Set<string>>();
  for (const part of [common, ...added]) {
    for (const [directive, sources] of Object.entries(part)) {
      if (!DIRECTIVE.test(directive)) throw new Error(`"${directive}" is not a directive of a policy`);
      // Without the directive the browser falls back to these sources, so an addition must repeat them.
      const known = merged.get(directive) ?? new Set(part === common ? [] : ["'self'"]);
      for (const source of sources) {
        if (!SOURCE.test(source)) throw new Error(`"${source}" is not a source of a policy`);
        known.add(source);
      }
      if (known.size > 1) known.delete("'none'");
      merged.set(directive, known);
    }
  }
  return [...merged].map(([directive, sources]) => `${directive} ${[...sources].join(' ')}`).join('; ');
}
