/**
 * The types of interface strings: every locale has the strings of English, and a missing one does not compile.
 *
 * Plain JSON, so that a part of it can travel to the browser as the props of an island. `{name}` is a place to fill
 * (see locale-format.ts).
 */
import type { en_US } from './en_US.ts';

/** One text for each plural category that the language has. `other` always exists. */
type PluralText<Category extends Intl.LDMLPluralRule> = { readonly [Key in Category | 'other']: string };

/** The plural text of any language, as readers of it see it. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The strings of English with other texts and other plural categories. */
type Translated<English, Counted> = English extends string
  ? string
  : English extends { readonly other: string }
    ? Counted
    : { readonly [Key in keyof English]: Translated<English[Key], Counted> };

/** The strings of a locale: with the plural categories of its language, all of them and no other. */
export type StringsOf<Category extends Intl.LDMLPluralRule> = Translated<typeof en_US, PluralText<Category>>;

/** The interface strings of any locale. */
export type Strings = Translated<typeof en_US, Plural>;
