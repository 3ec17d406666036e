import { readFileSync } from 'node:fs';
import { parse } from '@messageformat/parser';
import { describe, expect, it } from 'vitest';
import { languageOf, tagOf } from '../../src/locales/codes.ts';
import { fillText, inBrackets, initials, withSpace } from '../../src/locales/locale-format.ts';
import { INTERFACE_LOCALES } from '../../src/locales/locale-registry.ts';
import { mergeStrings } from '../../src/locales/merge-strings.ts';
import type { StringsOf } from '../../src/locales/strings.ts';
import { builtInStrings, formatsOf, builtInStrings as stringsOf } from '../support/strings.ts';

/** Path → text, plural forms left out below their path. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => flatten(child, path ? `${path}.${key}` : key));
}

const PLURAL = /\.(one|two|few|many|zero|other)$/;
/** The places of a text, as a parser of ICU messages reads them. An apostrophe would be a quote there. */
const placesOf = (text: string): string[] =>
  parse(text.replaceAll("'", "''"))
    .flatMap((token) =>
      token.type === 'argument' ? token.arg : token.type === 'content' ? [] : `no ${token.type}`,
    )
    .sort();

const SCRIPTS = ['Latn', 'Cyrl', 'Hang', 'Arab', 'Hebr', 'Deva', 'Thai', 'Grek'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Words that a language shares with English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  cs: ['Marketing', 'Newsletter', 'Tip'],
  de: ['Feeds', 'Marketing', 'Newsletter', 'Sitemap', 'Videos'],
  es: ['Feeds', 'Marketing'],
  fr: [
    '{count} article',
    '{count} articles',
    'Articles',
    'Contact',
    'Important',
    'Marketing',
    'Menu',
    'Newsletter',
    'Note',
    'Page {page}',
    'Pages',
    'Photos',
    '{title}, page {page}',
  ],
  id: ['Menu'],
  it: ['Home', 'Marketing', 'Menu', 'Newsletter'],
  nl: ['Contact', 'Feeds', 'Home', 'Marketing', 'Menu', 'Sitemap', 'Tags', 'Tip'],
  pl: ['Marketing', 'Menu', 'Newsletter'],
  pt_BR: ['Feeds', 'Marketing', 'Menu', 'Newsletter', 'Tags'],
  vi: ['Menu'],
};

describe('interface strings', () => {
  it('names the menu and the row of sections beside it differently, so that assistive technology tells them apart', () => {
    for (const code of INTERFACE_LOCALES) {
      const { layout, menu } = stringsOf(code);
      expect(layout.sections, code).not.toBe(menu.label);
    }
  });

  it('has plain words by default, and the betting sample those of the specification', () => {
    const own = JSON.parse(readFileSync('content/en_US/strings.json', 'utf8'));
    delete own.$schema;
    const { strings: sample, problems } = mergeStrings(stringsOf('en_US'), own, 'en_US');
    expect(problems).toEqual([]);
    expect(sample.menu.button).toBe('Сategorization');
    expect(sample.menu.button.codePointAt(0)).toBe(0x421);
    expect(sample.menu.more).toBe('More');
    expect(sample.search.placeholder).toBe('Search');
    expect(sample.sections).toMatchObject({
      best: 'Best Articles',
      hot: 'Hot Articles',
      more: 'Have More wonderful Stuff',
      related: 'Have More wonderful Stuff',
    });
    expect(sample.ads.headings).toEqual([
      'Sponsored Links',
      'Partner Links',
      'Recommended Sites',
      'Related Resources',
    ]);
    expect(Object.values(sample.info)).toEqual([
      'Privacy Policy',
      'Terms of Use',
      'About Us',
      'Authors',
      'Sitemap',
      'Sitemap XML',
    ]);
    expect(sample.errors.notFound.title).toBe('Oops! The Quest for Knowledge Hits a Snag');
    expect(sample.errors.notFound.message).toMatch(/slipped away.*different route/);
    const { menu, sections, ads, errors, article, navigation } = stringsOf('en_US');
    expect([menu.button, sections.related]).toEqual(['Menu', 'Related articles']);
    expect(ads).toMatchObject({ label: 'Advertisement', headings: ['Paid links'] });
    expect(errors.notFound.title).toBe('Page not found');
    expect(fillText(article.copyPrompt, { keys: 'Ctrl+C' })).toBe('Copy to clipboard: Ctrl+C, Enter');
    expect(fillText(navigation.navigated, { title: 'X' })).toBe('Navigated to X');
  });

  it.each(INTERFACE_LOCALES)('%s mixes no scripts in a word and has no emoji', (locale) => {
    for (const [path, text] of flatten(stringsOf(locale))) {
      for (const word of text.split(/[^\p{L}\p{M}]+/u)) {
        const scripts = new Set(Array.from(word, (letter) => SCRIPTS.find((script) => script.test(letter))));
        scripts.delete(undefined);
        // A space stands between two scripts, but for those without spaces.
        const isTight = /[\p{Script=Hira}\p{Script=Kana}\p{Script=Han}\p{Script=Hang}]/u.test(text);
        expect(isTight ? 1 : scripts.size, `${path}: ${word}`).toBeLessThan(2);
      }
      expect(text, path).not.toMatch(/\p{Extended_Pictographic}(?<!©)/u);
      expect(text.normalize('NFC'), path).toBe(text);
    }
  });

  it.each(INTERFACE_LOCALES)(
    '%s says everything, in its own words and with the places of English',
    (locale) => {
      const english = new Map(flatten(stringsOf('en_US')));
      const own = new Map(flatten(stringsOf(locale)));
      const pathsOf = (texts: Map<string, string>) => [
        ...new Set([...texts.keys()].map((path) => path.replace(PLURAL, ''))),
      ];
      expect(pathsOf(own)).toEqual(pathsOf(english));
      for (const [path, text] of own) {
        expect(text.trim(), path).toBe(text);
        expect(text, path).not.toBe('');
        const original = english.get(path) ?? english.get(path.replace(PLURAL, '.other')) ?? '';
        const [places, needed] = [placesOf(text), placesOf(original)];
        // "One article" names no number.
        const isCounted = PLURAL.test(path) && !path.endsWith('.other');
        if (isCounted) expect(needed, path).toEqual(expect.arrayContaining(places));
        else expect(places, path).toEqual(needed);
        const hasWords = /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''));
        if (locale !== 'en_US' && hasWords && !SAME[locale]?.includes(text))
          expect(text, path).not.toBe(original);
      }
    },
  );

  it.each(INTERFACE_LOCALES)('%s has the plural categories of its language', (locale) => {
    const { pluralCategories } = new Intl.PluralRules(languageOf(locale)).resolvedOptions();
    const { search, article, listing } = stringsOf(locale);
    for (const plural of [search.results, article.readingTime, listing.articles]) {
      expect(Object.keys(plural).sort()).toEqual([...pluralCategories].sort());
    }
  });

  it.each(INTERFACE_LOCALES)('%s has one word for a category', (locale) => {
    const { layout, menu, texts, sections, errors } = stringsOf(locale);
    const lower = (text: string) => text.toLocaleLowerCase(languageOf(locale));
    // The begin of the word: its ending depends on number and case.
    const stem = lower(layout.categories.slice(0, Math.ceil(layout.categories.length * 0.55)));
    const { categories, notFound } = errors;
    const others = [menu.label, texts.section, sections.subcategories, sections.siblings, categories];
    for (const text of [...others, notFound.message, notFound.withoutSearch])
      expect(lower(text)).toContain(stem);
  });

  it('has the colon of the language behind the name of a taxonomy', () => {
    const labels = INTERFACE_LOCALES.map((locale) => [
      locale,
      fillText(stringsOf(locale).listing.termLabel, { title: 'X' }),
    ]);
    expect(Object.fromEntries(labels.filter(([, label]) => label !== 'X:'))).toEqual({
      fr: 'X\u00a0:',
      ja: 'X：',
      zh_Hans: 'X：',
      zh_Hant: 'X：',
    });
  });

  it('does not compile with a missing string or plural form', () => {
    const { more: _more, ...menu } = stringsOf('en_US').menu;
    // @ts-expect-error `more` is missing
    const partial: StringsOf<'one' | 'other'>['menu'] = menu;
    // @ts-expect-error `few` is missing
    const plural: StringsOf<'one' | 'few' | 'other'>['listing']['articles'] = { one: '', other: '' };
    expect([partial, plural]).toHaveLength(2);
  });
});

describe('formats', () => {
  it.each([
    ['en_US', 1, '1 article'],
    ['en_US', 1234, '1,234 articles'],
    ['ru_RU', 21, '21 статья'],
    ['ru_RU', 3, '3 статьи'],
    ['ru_RU', 11, '11 статей'],
    ['tr_TR', 5, '5 yazı'],
    ['ko_KR', 5, '글 5개'],
  ] as const)('%s counts %i articles', (locale, count, text) => {
    expect(formatsOf(locale).articles(count)).toBe(text);
  });

  it('shows a day as the language writes it', () => {
    expect(formatsOf('en_US').date('2026-03-01')).toBe('March 1, 2026');
    expect(formatsOf('ru_RU').date('2026-03-01')).toBe('1 марта 2026 г.');
    expect(formatsOf('tr_TR').date('2026-02-28')).toBe('28 Şubat 2026');
    expect(formatsOf('ko_KR').date('2026-02-28')).toBe('2026년 2월 28일');
  });

  it('writes the first day of a month in French as "1er", and every other day as Intl does', () => {
    expect(formatsOf('fr').date('2026-12-01')).toBe('1er décembre 2026');
    expect(formatsOf('fr_CA').date('2026-12-01')).toBe('1er décembre 2026');
    for (const locale of INTERFACE_LOCALES) {
      const { format } = new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'long', timeZone: 'UTC' });
      const { date } = formatsOf(locale);
      for (let time = Date.UTC(2028, 0, 1); time < Date.UTC(2029, 0, 1); time += 86_400_000) {
        const day = new Date(time);
        if (locale === 'fr' && day.getUTCDate() === 1) continue;
        expect(date(day.toISOString().slice(0, 10))).toBe(format(day));
      }
    }
  });

  it('puts no space beside punctuation as wide as an ideograph, and brackets of that width around ideographs', () => {
    expect(withSpace('By')).toBe('By ');
    expect(withSpace('Autor:')).toBe('Autor: ');
    expect(withSpace('著者：')).toBe('著者：');
    expect(inBrackets('ad')).toBe(' (ad)');
    expect(inBrackets('광고')).toBe(' (광고)');
    expect(inBrackets('広告')).toBe('（広告）');
    for (const locale of INTERFACE_LOCALES) {
      const { ads } = builtInStrings(locale);
      // The sentence above paid links quotes the mark as it stands beside them.
      expect(fillText(ads.notice, { mark: ads.mark })).toContain(inBrackets(ads.mark).trim());
    }
  });

  it('joins names as the language does', () => {
    expect(formatsOf('en_US').joints(['A', 'B', 'C'])).toEqual([', ', ', and ']);
    expect(formatsOf('ja').joints(['A', 'B'])).toEqual(['、']);
    for (const locale of INTERFACE_LOCALES) {
      const { joints, list } = formatsOf(locale);
      const [first = '', second = ''] = joints(['A', 'B', 'C']);
      expect(`A${first}B${second}C`).toBe(list(['A', 'B', 'C']));
    }
  });

  it('makes initials in the language', () => {
    expect(initials('Wei Ling Tan', 'en_US')).toBe('WT');
    expect(initials('ilker ışık', 'tr_TR')).toBe('İI');
    expect(initials('박민지', 'ko_KR')).toBe('박');
    expect(initials('«Ольга» Сорокина', 'ru_RU')).toBe('ОС');
    expect(initials('', 'en_US')).toBe('');
  });

  it.each([
    ['ليلى منصور', 'ar', 'ل'],
    ['فروغ فرخزاد', 'fa', 'ف'],
    ['قرۃ العین حیدر', 'en_US', 'ق'],
    ['ܐܦܪܝܡ ܒܪܨܘܡ', 'de', 'ܐ'],
    ['לאה כהן', 'he', 'לכ'],
    ['Layla Mansour', 'ar', 'LM'],
  ])('makes the initials of %s in the language %s: %s', (name, locale, expected) => {
    expect(initials(name, locale)).toBe(expected);
  });

  it.each([
    [1, 'دقيقة واحدة للقراءة'],
    [2, 'دقيقتان للقراءة'],
    [5, '5 دقائق للقراءة'],
    [20, '20 دقيقة للقراءة'],
    [100, '100 دقيقة للقراءة'],
  ])('says in Arabic that reading takes %i minutes', (minutes, text) => {
    const { format } = new Intl.NumberFormat('ar');
    expect(formatsOf('ar').readingTime(minutes)).toBe(
      text.replace(/\d+/, (digits) => format(Number(digits))),
    );
  });

  it('leaves a place without a value', () => {
    expect(fillText('{a} and {b}', { a: '$1' })).toBe('$1 and {b}');
  });
});
