/** Composes the Content-Security-Policy of a page from what is on it. */
import type { PolicySources } from '../site/page.ts';

export interface PagePolicy {
  /** The policy as the browser reads it. */
  content: string;
  /** Whether it differs from the one that most pages of the site have. */
  isOwn: boolean;
}

/** @param needs what the parts of the page ask for; undefined for a part that needs nothing more */
export type PolicyOf = (needs: readonly (PolicySources | undefined)[]) => PagePolicy;

/** White space, ";" and "," would end a source; quotes, "<" and "&" would change the attribute. */
const SOURCE = /^[^\s;,"<>&\p{Cc}]+$/u;
const DIRECTIVE = /^[a-z]+(?:-[a-z]+)*$/;

/**
 * @param common the sources of every page, in the order in which they are written
 * @param site what the site adds to every page
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

/** Each directive with its sources, each once, in order. */
function compose(common: PolicySources, added: readonly PolicySources[]): string {
  const merged = new Map<string, Set<string>>();
  for (const part of [common, ...added]) {
    for (const [directive, sources] of Object.entries(part)) {
      if (!DIRECTIVE.test(directive)) throw new Error(`"${directive}" is not a directive of a policy`);
      // What the browser allows without the directive: an addition takes nothing away.
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
