/** Rules for what a text links to and names: links, images, hosts, handles, mail addresses and telephone numbers. */
import { describe, expect, test } from 'vitest';
import { checkContacts } from '../../src/generate/checks/check-contacts.ts';
import {
  checkMarkdown,
  findTargets,
  findUrls,
  type LinkRules,
  normalizeUrl,
  stripInvisible,
} from '../../src/generate/checks/check-markdown.ts';
import type { AnswerFinding } from '../../src/generate/checks/finding.ts';
import { addEvidence, type TextRules } from '../../src/generate/checks/text-rules.ts';
import { writingOf } from '../../src/locales/writing/writing-registry.ts';
import { show } from './findings.ts';

const LINKS: LinkRules = {
  hosts: ['Example.org', 'b.example'],
  allowed: new Set(['mailto:desk@a.example']),
  known: new Set(['https://other.example/x', 'http://example.org/y']),
  isEdited: false,
};
const EDITOR: LinkRules = { ...LINKS, isEdited: true };
const rules: TextRules = {
  language: 'en',
  writing: writingOf('en'),
  judge: null,
  banSuffixes: false,
  links: LINKS,
  instructions: new Set(),
  evidence: '',
};
const check = (text: string, links: LinkRules = LINKS) => show(checkMarkdown(text, links));
const partOf = (text: string, { span }: AnswerFinding) => text.slice(span?.start, span?.end);

describe('a link', () => {
  test.each([
    ['/articles/odds', 'link: a link that is not a plain https URL: "/articles/odds"'],
    ['mailto:a@a.example', 'link: a link that is not a plain https URL: "mailto:a@a.example"'],
    ['ftp://example.org/', 'link: a link that is not a plain https URL: "ftp://example.org/"'],
    ['https://example.org/&copy;', 'link: a link that is not a plain https URL: '],
    ["https://example.org/'", 'link: a link that is not a plain https URL: '],
    ['https://example.org/ü', 'link: a link that is not a plain https URL: '],
    ['https://me@example.org/', 'link: a link that hides its host: "https://me@example.org/"'],
    ['https://:pw@example.org/', 'link: a link that hides its host: "https://:pw@example.org/"'],
    ['https:me@example.org/', 'link: a link that hides its host: "https:me@example.org/"'],
    ['https::pw@example.org/', 'link: a link that hides its host: "https::pw@example.org/"'],
    ['xhttp://example.org/', 'link: a link that is not a plain https URL: "xhttp://example.org/"'],
    ['https://@example.org/', 'link: a link that hides its host: "https://@example.org/"'],
    ['https://example.org/new', 'url: a URL that no source has: "https://example.org/new"'],
    ['https://example.org/?new', 'url: a URL that no source has: "https://example.org/?new"'],
    ['https://notexample.org/', 'host: a link to "notexample.org"'],
    ['https://OTHER.example/', 'host: a link to "other.example"'],
  ])('to %s is refused', (target, message) => {
    const text = `See [the page](${target}) now.`;
    const found = checkMarkdown(text, LINKS);
    expect(show(found)).toEqual([expect.stringContaining(message)]);
    expect(found.map((finding) => partOf(text, finding))).toEqual([target]);
  });

  test.each([
    'https://example.org',
    'https://www.EXAMPLE.org/#top',
    'https://other.example/x',
    'https://other.example/x/#part',
    'http://example.org/y',
    'mailto:desk@a.example',
  ])('to %s is fine', (target) => {
    expect(check(`[a](${target})`)).toEqual([]);
  });

  test('leads to a host of the site, and the hint names it', () => {
    const hint = (links: LinkRules) => checkMarkdown('[a](https://a.example/)', links)[0]?.hint;
    expect(hint({ ...LINKS, hosts: ['a.org', 'b.org'] })).toBe('link only to a.org, b.org');
    expect(hint({ ...LINKS, hosts: [] })).toBe('write no link');
  });

  test('is refused in a definition that nothing uses', () => {
    expect(check('Text.\n\n[r]: https://a.example/')).toEqual(['host: a link to "a.example"']);
  });

  test('is named once, however often it occurs', () => {
    expect(check('[a](https://a.example/) [b](https://a.example/) [c](https://c.example/)')).toHaveLength(2);
  });

  test('of an editor may lead to a page of the site', () => {
    for (const target of ['/articles/odds', './odds', '#part', '?page=2'])
      expect(check(`[a](${target})`, EDITOR)).toEqual([]);
    expect(check('[a](//example.org/)', EDITOR)).toEqual([
      'link: a link that is not a plain https URL: "//example.org/"',
    ]);
    expect(check('[a](https://a.example/)', EDITOR)).toEqual(['host: a link to "a.example"']);
  });
});

test('a model adds no image; an editor adds one of the site', () => {
  expect(check('![a](chart.png)')).toEqual(['link: an image: "chart.png"']);
  expect(check('![a](chart.png)', EDITOR)).toEqual([]);
  for (const target of ['/images/chart.png', 'images/a/chart.png'])
    expect(check(`![a](${target})`, EDITOR)).toEqual([]);
  for (const target of [
    'https://a.example/x.png',
    '//a.example/x.png',
    'data:image/png;base64,AA',
    '../x.png',
  ])
    expect(check(`![a](${target})`, EDITOR), target).toContain(`link: an image: "${target}"`);
});

describe('raw HTML', () => {
  test('is refused at its place', () => {
    const text = 'A text with <b>bold</b> words.';
    expect(checkMarkdown(text, LINKS).map((finding) => partOf(text, finding))).toEqual(['<b>', '</b>']);
    const block = 'A text.\n\n<div>\nblock\n</div>\n';
    expect(checkMarkdown(block, LINKS).map((finding) => partOf(block, finding))).toEqual([
      '<div>\nblock\n</div>',
    ]);
  });

  test('of an editor may be a comment, and nothing else', () => {
    for (const text of ['A.\n\n<!-- one -->\n<!-- two -->', 'A <!-- note --> b'])
      expect([check(text, EDITOR), check(text).length > 0]).toEqual([[], true]);
    for (const text of ['<!-- one --><b>', '<b><!-- one -->', '<!-- one --> <i>text</i> <!-- two -->'])
      expect(check(text, EDITOR)).not.toEqual([]);
  });

  test.each([
    ['java&Tab;script:alert(1)', 'script: a script or data URL'],
    ['java&NewLine;script:alert(1)', 'script: a script or data URL'],
    ['&#106;avascript:alert(1)', 'script: a script or data URL'],
    ['VBScript:run', 'script: a script or data URL'],
    ['data:text/html', 'script: a script or data URL'],
    ['&lt;a href=x onclick=run()', 'script: a script or an event handler'],
    ['&lt;/a href=x onclick = run()', 'script: a script or an event handler'],
    ['&lt; script', 'script: a script or an event handler'],
  ])('that other programs see is refused: %s', (text, message) => {
    expect(check(text)).toEqual([message]);
    expect(check(`\`${text}\``)).toEqual([]);
    expect(check(`~~~ html\n${text}\n~~~\n`)).toEqual([]);
    expect(check(`\`\`\`\ncode\n\`\`\`\n\n${text}`)).toEqual([message]);
  });

  test('is not seen in prose about code', () => {
    for (const text of ['javascript: a language', 'metadata:rows/', 'a < b, once = 2', 'the script'])
      expect(check(text)).toEqual([]);
  });
});

test('targets are found in links and images, without decoding', () => {
  expect([...findTargets('[a](/x) ![b](y.png "t") <https://z.example/> [c][r]\n\n[r]: /w\n[s]: /v')]).toEqual(
    ['/x', 'y.png', 'https://z.example/', '/w'],
  );
});

test('URLs of notes are found without the marks around them, and compared without fragment and last slash', () => {
  expect(
    findUrls(
      'See https://a.example/x/. (http://b.example/y?z=1), <HTTPS://c.example/#d>; "https://d.example"!',
    ),
  ).toEqual(['https://a.example/x', 'http://b.example/y?z=1', 'HTTPS://c.example', 'https://d.example']);
  expect(findUrls('No address.')).toEqual([]);
  expect(normalizeUrl('https://a.example//#x\n#y')).toBe('https://a.example');
});

test('invisible characters are named with their place, and can be removed', () => {
  expect(stripInvisible('a\u200bb\u202ec 👩‍👩‍👧')).toBe('abc 👩‍👩‍👧');
});

describe('contacts', () => {
  const contacts = (text: string, own: Partial<TextRules> = {}) => {
    const found = checkContacts(text, { ...rules, ...own });
    return found.map((finding) => `${finding.code} ${partOf(text, finding)}`);
  };

  test.each([
    ['Write to desk@odds-barn.co.uk.', 'messenger desk@odds-barn.co.uk'],
    ['Write to first.last+tag@mail.example.', 'messenger first.last+tag@mail.example'],
    ['Write to info.bet@mail.example.', 'messenger info.bet@mail.example'],
    ['Write to desk@oddsbarn.NET.', 'messenger desk@oddsbarn.NET'],
    ['Write to desk@mail.b.example.', 'messenger desk@mail.b.example'],
    ['Go to OddsBarn.com, now.', 'host OddsBarn.com'],
    ['Go to bestcasino.NET.', 'host bestcasino.NET'],
    ['Go to OddsBarn.IO.', 'host OddsBarn.IO'],
    ['Go to casino.onLine.', 'host casino.onLine'],
    ['Go to OddsBarn.Com, now.', 'host OddsBarn.Com'],
    ['Go to oddsbarn.In/x...', 'host oddsbarn.In/x'],
    ['Go to oddsbarn.com/x/y?z=1.', 'host oddsbarn.com/x/y?z=1'],
    ['Зайдите на ставки.рф.', 'host ставки.рф'],
    ['Ask @odds_barn, or not.', 'messenger @odds_barn'],
    ['Go to oddsbarn dot com now.', 'host  dot com'],
    ['Зайдите на ставка точка ру сегодня.', 'host  точка ру'],
    ['벳닷컴에서 봅니다.', 'host 닷컴'],
    ['Ask _@odds_barn_ first.', 'messenger @odds_barn'],
    ['Call +44 20 7946 0958.', 'messenger +44 20 7946 0958'],
    ['Call +1 (202) 555-0143.', 'messenger +1 (202) 555-0143'],
    ['```\nhttps: oddsbarn.com\n```', 'host oddsbarn.com'],
    ['Open `t.me/oddsbarn` on your phone.', 'host t.me/oddsbarn'],
    ['    desk@odds-barn.dev', 'messenger desk@odds-barn.dev'],
    ['```\ndesk@odds-barn.dev\n```', 'messenger desk@odds-barn.dev'],
  ])('%s', (text, found) => {
    expect(contacts(text)).toEqual([found]);
  });

  test.each([
    'A file named notes.txt, and version 1.2.3.',
    'The price moved from 1.5 to 2.0.',
    'Ask @us or see user@host.',
    'It is 2 + 200 300 400.',
    'See [the page](https://oddsbarn.com/x).',
    'The dot commands of a shell.',
    'Исходная точка компании и точка организации.',
    'It stands on the table.In the end nothing changes.',
    'It stands on the table.Win or lose, nothing changes.',
    'Open example.org or www.example.org.',
    'The decorator `@lru_cache` and the field `rect.top`.',
    '```js\nbob.name = navigator.onLine;\n@cached\n```',
    'Install react@18.3, react-scripts@1.x, @scope/pkg@1.0.4 or astro@4.3.14.',
    'Clone git@git.forge.org:writer/book.git here.',
    'Write to ann@example.com, or open docs.example.net/start.',
    'It runs on ASP.NET.',
    'Put @Body before it:\n\n```ts\ncreate(@Body() dto) {}\n```',
  ])('%s has none', (text) => {
    expect(contacts(text)).toEqual([]);
  });

  test('are named with what they are', () => {
    expect(show(checkContacts('Write to desk@odds.example or +44 20 7946 0958.', rules))).toEqual([
      'messenger: a mail address that no source has: "desk@odds.example"',
      'messenger: a telephone number that no source has: "+44 20 7946 0958"',
    ]);
  });

  test('a text must not invent pages of its own host', () => {
    const links = { ...LINKS, hosts: ['Oddsdesk.org'] };
    expect(contacts('Open oddsdesk.org/new.', { links })).toEqual(['host oddsdesk.org/new']);
    expect(contacts('Open notoddsdesk.org.', { links })).toEqual(['host notoddsdesk.org']);
    expect(contacts('Open oddsdesk.org or www.oddsdesk.org.', { links })).toEqual([]);
  });

  test('that the sources have may be repeated, and their URLs linked', () => {
    const known = addEvidence(rules, 'Call +44 20 7946 0958 or see https://odds.example/x.');
    expect(checkContacts('Call +44 20 7946 0958.', known)).toEqual([]);
    expect(check('[a](https://odds.example/x)', known.links)).toEqual([]);
    const profile = addEvidence(rules, 'By [a writer](https://social.example/odds_barn) of Oddsbarn.com.');
    expect(checkContacts('@Odds_Barn writes for ODDSBARN.com.', profile)).toEqual([]);
    expect(check('[a](https://other.example/x)', known.links)).toEqual([]);
    expect(addEvidence(known, 'More.').evidence).toContain('+44');
  });

  test('a handle is not known because a source has its word', () => {
    const known = addEvidence(rules, 'The [writer](https://social.example/odds_barn) of the winners.');
    expect(show(checkContacts('@writer, @winn and @odds are others.', known))).toHaveLength(3);
  });
});
