import { expect, it, test } from 'vitest';
import {
  directionOf,
  languageName,
  languageOf,
  parseLocale,
  readingMinutes,
  segmentOf,
} from '../../src/locales/codes.ts';
import { builtInOf } from '../../src/locales/locale-registry.ts';

test.each([
  ['en_US', 'en_US', 'en', 'en'],
  ['en-us', 'en_US', 'en', 'en'],
  ['en-GB', 'en_GB', 'en-GB', 'en-gb'],
  ['de', 'de', 'de', 'de'],
  ['de-DE', 'de_DE', 'de', 'de'],
  ['pt-BR', 'pt_BR', 'pt', 'pt'],
  ['pt_pt', 'pt_PT', 'pt-PT', 'pt-pt'],
  ['zh-hans', 'zh_Hans', 'zh-Hans', 'zh-hans'],
  ['zh-Hant', 'zh_Hant', 'zh-Hant', 'zh-hant'],
  ['zh-Hant-HK', 'zh_Hant_HK', 'zh-Hant-HK', 'zh-hant-hk'],
  ['sr-Latn-RS', 'sr_Latn_RS', 'sr-Latn', 'sr-latn'],
])('the tag %s is the locale %s, its pages say %s and are below /%s', (tag, locale, language, segment) => {
  const parsed = parseLocale(tag) ?? '';
  expect([parsed, languageOf(parsed), segmentOf(parsed)]).toEqual([locale, language, segment]);
});

test.each(['', 'german', 'e', 'en-', 'en US', '../x', 'en-US-u-ca-buddhist', 'de_DE_', 'x-own'])(
  '%j is not a locale',
  (tag) => {
    expect(parseLocale(tag)).toBeNull();
  },
);

it('writes Arabic, Hebrew, Persian and Urdu from right to left', () => {
  expect(['ar', 'he_IL', 'fa', 'ur_PK', 'az_Arab'].map(directionOf)).toEqual(Array(5).fill('rtl'));
  expect(['en_US', 'zh_Hans', 'az', 'ja'].map(directionOf)).toEqual(Array(4).fill('ltr'));
});

it('has the interface for every country of a language, and not for its other scripts', () => {
  const known = { en_GB: 'en_US', en: 'en_US', ru_KZ: 'ru_RU', de_AT: 'de', pt_PT: 'pt_BR', fa_AF: 'fa' };
  const scripts = { zh: 'zh_Hans', zh_TW: 'zh_Hant', zh_Hant_HK: 'zh_Hant', zh_SG: 'zh_Hans' };
  const none = { da: undefined, ru_Latn: undefined, az_Arab: undefined, sr_Cyrl: undefined };
  for (const [locale, expected] of Object.entries({ ...known, ...scripts, ...none }))
    expect(builtInOf(locale), locale).toBe(expected);
});

it('names two editions of one language differently', () => {
  expect(languageName('zh_Hans')).not.toBe(languageName('zh_Hant'));
  expect(languageName('pt_BR')).not.toBe(languageName('pt_PT'));
});

it('counts the words of a language by its readers', () => {
  expect([readingMinutes(1000, 'zh_Hans'), readingMinutes(1000, 'de_DE')]).toEqual([3, 5]);
});
