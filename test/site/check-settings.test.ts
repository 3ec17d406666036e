/** Tests that settings that name what the content lacks are reported, at their place in site-config.json. */
import { describe, expect, test } from 'vitest';
import { checkSettings } from '../../src/site/check-settings.ts';
import { createModel, editionOf } from './model.ts';

const LOCALES = ['en_US', 'ru_RU'] as const;

function check(config: object, editions = LOCALES.map((locale) => editionOf(locale))) {
  return checkSettings(createModel([], { editions }, { locales: LOCALES, ...config }).site);
}
const english = [editionOf('en_US')];
const fields = (problems: ReturnType<typeof check>) => problems.map(({ field }) => field);

test('settings that the content has are no problem', () => {
  const links = [{ category: 'poker/hands' }, { page: 'home', title: { en_US: 'Home', ru_RU: 'Дом' } }];
  const config = {
    home: { sections: [{ kind: 'category', category: 'betting', title: 'For all' }] },
    navigation: { menu: [{ title: 'Group', links }, { category: 'poker/other' }] },
    footer: { groups: [{ title: 'Group', links }] },
  };
  expect(check(config)).toEqual([]);
  expect(check({})).toEqual([]);
});

describe('a category that an edition lacks', () => {
  test('is reported with the categories that there are', () => {
    expect(check({ navigation: { menu: [{ page: 'home' }, { category: 'chess' }] } }, english)).toEqual([
      {
        file: 'site-config.json',
        code: 'unknown-category',
        message: 'content/en_US/categories.json has no category "chess"',
        hint: 'its categories: betting, poker',
        field: ['navigation', 'menu', 1, 'category'],
      },
    ]);
  });

  test('is reported for each edition that lacks it', () => {
    const messages = check({ navigation: { menu: [{ category: 'chess' }] } }).map(({ message }) => message);
    expect(messages).toEqual([
      'content/en_US/categories.json has no category "chess"',
      'content/ru_RU/categories.json has no category "chess"',
    ]);
  });

  test.each(['betting/none', 'none/odds', 'odds', 'poker/odds'])('includes subcategories: %s', (category) => {
    expect(check({ navigation: { menu: [{ category }] } }, english)).toHaveLength(1);
  });

  const section = { kind: 'category', category: 'chess' };
  const bad = { category: 'chess' };
  test.each<[string, object, PropertyKey[]]>([
    [
      'a section of home',
      { home: { sections: [{ kind: 'best' }, section] } },
      ['home', 'sections', 1, 'category'],
    ],
    [
      'a section of categories',
      { category: { sections: [{ kind: 'latest' }, section] } },
      ['category', 'sections', 1, 'category'],
    ],
    ['an entry of the menu', { navigation: { menu: [bad] } }, ['navigation', 'menu', 0, 'category']],
    [
      'a link in the menu',
      { navigation: { menu: [{ title: 'G', links: [{ page: 'home' }, bad] }] } },
      ['navigation', 'menu', 0, 'links', 1, 'category'],
    ],
    [
      'a link in the footer',
      { footer: { groups: [{ list: 'contact' }, { title: 'G', links: [bad] }] } },
      ['footer', 'groups', 1, 'links', 0, 'category'],
    ],
  ])('is reported at %s', (_name, config, field) => {
    expect(fields(check(config, english))).toEqual([field]);
  });

  test('is not reported where the categories could not be read', () => {
    const unread = [editionOf('en_US', { tree: null })];
    expect(check({ navigation: { menu: [{ category: 'chess' }] } }, unread)).toEqual([]);
  });
});

describe('a text without the language of an edition', () => {
  test('is reported with the language to add', () => {
    const menu = [{ title: { en_US: 'Here' }, url: '/x' }];
    expect(check({ navigation: { menu } })).toEqual([
      {
        file: 'site-config.json',
        code: 'missing-translation',
        message: 'the text has no ru_RU',
        hint: 'add "ru_RU", or write one text for all languages',
        field: ['navigation', 'menu', 0, 'title'],
      },
    ]);
  });

  test('may be an address, a heading of a section or of a group', () => {
    const title = { en_US: 'English' };
    expect(
      fields(
        check({
          home: { sections: [{ kind: 'best', title }] },
          navigation: { menu: [{ title: 'T', url: { ru_RU: '/ru' } }] },
          footer: { groups: [{ list: 'feeds', title }] },
        }),
      ),
    ).toEqual([
      ['home', 'sections', 0, 'title'],
      ['navigation', 'menu', 0, 'url'],
      ['footer', 'groups', 0, 'title'],
    ]);
  });
});
