/** Finds the built-in interface strings. Each language is loaded where a site has it. */
import { type LocaleCode, tagOf } from './codes.ts';
import type { Strings } from './strings.ts';

/** To add a language: its module, and its line here. It reserves no address: only sites that have the language use it. */
const INTERFACES = {
  ar: () => import('./ar.ts'),
  cs: () => import('./cs.ts'),
  de: () => import('./de.ts'),
  en_US: () => import('./en_US.ts'),
  es: () => import('./es.ts'),
  fa: () => import('./fa.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  hi: () => import('./hi.ts'),
  id: () => import('./id.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko_KR: () => import('./ko_KR.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt_BR: () => import('./pt_BR.ts'),
  ru_RU: () => import('./ru_RU.ts'),
  sv: () => import('./sv.ts'),
  th: () => import('./th.ts'),
  tr_TR: () => import('./tr_TR.ts'),
  uk: () => import('./uk.ts'),
  vi: () => import('./vi.ts'),
  zh_Hans: () => import('./zh_Hans.ts'),
  zh_Hant: () => import('./zh_Hant.ts'),
} as const satisfies Readonly<Record<string, () => Promise<{ strings: Strings }>>>;

export type InterfaceLocale = keyof typeof INTERFACES;

const isInterface = (name: string): name is InterfaceLocale => Object.hasOwn(INTERFACES, name);

export const INTERFACE_LOCALES: readonly InterfaceLocale[] = Object.keys(INTERFACES).filter(isInterface);

const SCRIPTS = new Map(INTERFACE_LOCALES.map((locale) => [languageAndScript(locale), locale]));

function languageAndScript(locale: LocaleCode): string {
  const { language, script } = new Intl.Locale(tagOf(locale)).maximize();
  return `${language}-${script}`;
}

/** The built-in interface used for a locale: `en_GB` uses `en_US`, `zh_TW` uses `zh_Hant`. undefined if its language has none in its script. */
export function builtInOf(locale: LocaleCode): InterfaceLocale | undefined {
  return SCRIPTS.get(languageAndScript(locale));
}

export async function stringsOf(locale: InterfaceLocale): Promise<Strings> {
  return (await INTERFACES[locale]()).strings;
}
