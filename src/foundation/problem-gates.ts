/** Says what stops for the problems that stop no ordinary build. Every other problem of a site stops all commands that need it. */

/** What each command says of a problem. */
export interface ProblemGate {
  /** How `articles check` reports it: with an error it ends with 1. */
  check: 'error' | 'warning';
  build: 'warns' | 'says nothing';
  /** `articles build --strict`. */
  strict: 'stops' | 'warns' | 'says nothing';
  /** `articles deploy --env production`. */
  production: 'stops' | 'takes it';
}

const STRICT: ProblemGate = { check: 'error', build: 'warns', strict: 'stops', production: 'stops' };
const WARNED: ProblemGate = { check: 'warning', build: 'warns', strict: 'warns', production: 'takes it' };
/** What only the whole pages show, or what is a matter of taste. */
const CHECKED: ProblemGate = {
  check: 'warning',
  build: 'says nothing',
  strict: 'says nothing',
  production: 'takes it',
};

/** By the codes of problems. One that can be a warning needs a row here. */
export const PROBLEM_GATES = {
  'dead-link': STRICT,
  'misspelt-link': STRICT,
  'invalid-link': STRICT,
  'dead-fragment': STRICT,
  'dead-reference': STRICT,
  'unused-footnote': STRICT,
  'template-code': STRICT,
  'cut-value': STRICT,
  'undrawn-diagram': STRICT,
  'lost-address': STRICT,
  // Dates put it right, or have made it wrong overnight.
  'unpublished-link': WARNED,
  'unused-definition': WARNED,
  'raw-html': WARNED,
  'untranslated-texts': WARNED,
  'unknown-field': WARNED,
  'updated-before-date': WARNED,
  'updated-in-future': WARNED,
  'similar-terms': WARNED,
  'unapproved-text': WARNED,
  'waiting-text': WARNED,
  'secret-file': WARNED,
  'unused-file': WARNED,
  'unknown-locale-folder': WARNED,
  'unknown-export': WARNED,
  'unused-font': WARNED,
  'missing-glyph': WARNED,
  'undrawn-title': WARNED,
  'unsupported-rule': WARNED,
  'redirects-over-limit': WARNED,
  'long-title': CHECKED,
  'missing-description': CHECKED,
  'long-description': CHECKED,
  'misplaced-translation': CHECKED,
  'outdated-translation': CHECKED,
  'foreign-link': CHECKED,
  'other-language': CHECKED,
  'outdated-copy': CHECKED,
  'without-effect': CHECKED,
  'unsafe-link': CHECKED,
  'missing-alternative-text': CHECKED,
  'plain-code': CHECKED,
  'wrong-sum': CHECKED,
  'machine-leftover': CHECKED,
  'twin-topic': CHECKED,
  'image-as-text': CHECKED,
  'vague-label': CHECKED,
  'possible-paid-link': CHECKED,
  'unreviewed-offer': CHECKED,
  'missing-notice': CHECKED,
  'withheld-offer': CHECKED,
  placeholder: { ...CHECKED, production: 'stops' },
  'blocked-by-policy': { ...CHECKED, check: 'error' },
  'undeclared-paid-link': { ...CHECKED, check: 'error' },
  'incomplete-offer': { ...CHECKED, check: 'error' },
  'unknown-page': { ...CHECKED, check: 'error' },
  'invalid-html': { ...CHECKED, check: 'error' },
} satisfies Readonly<Record<string, ProblemGate>>;

/** A problem that may be a warning. */
export type GatedCode = keyof typeof PROBLEM_GATES;

/** True for a problem that stops a strict build. */
export function stopsStrict({ code }: { code: string }): boolean {
  const gates: Readonly<Record<string, ProblemGate>> = PROBLEM_GATES;
  return gates[code]?.strict === 'stops';
}
