/**
 * The types of interface strings. Every locale must have the strings of English; a missing one is a compile error.
 *
 * Strings are plain JSON, since some are sent to the browser as props of islands. `{name}` is a placeholder (see
 * locale-format.ts).
 */
import type { strings as en_US } from './en_US.ts';

/** One text for each plural category of the language. Every language has `other`. */
type PluralText<Category extends Intl.LDMLPluralRule> = { readonly [Key in Category | 'other']: string };

/** A plural text of any language. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The shape of the English strings, for other texts and plural categories. */
type Translated<English, Counted> = English extends string
  ? string
  : English extends { readonly other: string }
    ? Counted
    : { readonly [Key in keyof English]: Translated<English[Key], Counted> };

/** The strings of a locale, with exactly the plural categories of its language. */
export type StringsOf<Category extends Intl.LDMLPluralRule> = Translated<typeof en_US, PluralText<Category>>;

/** The interface strings of any locale. */
export type Strings = Translated<typeof en_US, Plural>;
