/** Which addresses are paid for, against a slow reading of the rule, and how their links are marked, against another parser. */
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { NO_LEDGER } from '../../src/content/data/offers.ts';
import { markPaidLinks } from '../../src/site/mark-paid-links.ts';
import { createPaidTest, paidSettings } from '../../src/site/paid-addresses.ts';

const configOf = (more: object) => ({
  ...siteConfigSchema.parse({
    ...{ title: 'T', shortName: 'test-site', url: 'https://own.example', locales: ['en_US'], ...more },
  }),
  root: '/',
});
const testOf = (more: object) => createPaidTest(paidSettings({ config: configOf(more), ledger: NO_LEDGER }));

describe('an address is paid for', () => {
  const isPaid = testOf({
    paidLinks: {
      links: [
        'books.example',
        'shop.example/go',
        'store.example?tag',
        'store.example?ref=me',
        'буки.example',
      ],
      except: ['books.example/press', 'news.books.example'],
    },
  });

  test.each([
    'https://books.example',
    'http://Books.Example:8080/?a=1#b',
    'https://www.books.example/a',
    '//books.example/a',
    'https://books.example/pressure',
    'https://shop.example/go',
    'https://shop.example/go/x?y',
    'https://store.example/a?b=1&tag=own-21',
    'https://store.example/?ref=me',
    'https://xn--90aijl.example/'.replace('xn--90aijl.example', new URL('https://буки.example').host),
  ])('%s', (href) => expect(isPaid(href)).toBe(true));

  test.each([
    'https://books.example/press',
    'https://books.example/press/2026',
    'https://news.books.example/x',
    'https://notbooks.example/',
    'https://books.example.other.example/',
    'https://shop.example/good',
    'https://shop.example/',
    'https://store.example/?tags=1',
    'https://store.example/?ref=other',
    'mailto:desk@books.example',
    '/books.example',
    'https://[broken',
    '#books.example',
  ])('not %s', (href) => expect(isPaid(href)).toBe(false));
});

test('a redirect of the site that leads to a paid address is one, at the end of any chain', () => {
  const isPaid = testOf({
    basePath: '/blog',
    paidLinks: { links: ['books.example'], except: ['books.example/free'] },
    redirects: [
      { from: '/go/one', to: 'https://books.example/?a=1' },
      { from: '/go/two', to: '/go/one' },
      { from: '/all/*', to: 'https://books.example/*' },
      { from: '/old', to: '/articles/new' },
      { from: '/round', to: '/about' },
      { from: '/about', to: '/round' },
    ],
  });
  const paid = [
    '/blog/go/one',
    '/blog/go/two',
    'https://own.example/blog/go/one/',
    '/blog/all/x',
    '/blog/go/one?q=1',
  ];
  for (const href of paid) expect([href, isPaid(href)]).toEqual([href, true]);
  const free = ['/blog/all/free', '/blog/old', '/blog/round', '/blog/', '/blog/go'];
  for (const href of free) expect([href, isPaid(href)]).toEqual([href, false]);
});

test('the longest address decides, whatever the order of the rules', () => {
  const hosts = ['a.example', 'b.a.example'];
  const paths = ['', '/x', '/x/y', '/z'];
  const rule = fc.record({
    host: fc.constantFrom(...hosts),
    path: fc.constantFrom(...paths),
    paid: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(rule, { selector: ({ host, path }) => host + path, maxLength: 6 }),
      fc.constantFrom(...hosts),
      fc.constantFrom('/', '/x', '/x/y', '/x/y/w', '/xx', '/z/q'),
      (rules, host, path) => {
        const listed = (paid: boolean) =>
          rules.filter((rule) => rule.paid === paid).map((rule) => rule.host + rule.path);
        // Segment by segment, from the longest prefix down.
        const segments = path.split('/').filter(Boolean);
        const labels = host.split('.');
        let expected = false;
        search: for (let from = 0; from < labels.length; from++)
          for (let length = segments.length; length >= 0; length--) {
            const name =
              labels.slice(from).join('.') +
              segments
                .slice(0, length)
                .map((part) => `/${part}`)
                .join('');
            const found = rules.find((rule) => rule.host + rule.path === name);
            if (!found) continue;
            expected = found.paid;
            break search;
          }
        const isPaid = testOf({
          paidLinks: { links: ['c.example', ...listed(true)], except: listed(false) },
        });
        expect(isPaid(`https://${host}${path}`)).toBe(expected);
      },
    ),
    { numRuns: 500 },
  );
});

const WORDS = {
  label: 'Advertisement',
  headings: ['Paid links'],
  mark: 'ad',
  notice: 'Paid: “({mark})”.',
  sponsoredTitle: '',
  sponsoredBy: '',
  until: '',
  order: '',
};
const NOTICE = '<p class="paid-notice">Paid: “(ad)”.</p>\n';
const MARK = '<span class="paid-mark"> (ad)</span>';
const markHtml = (html: string) =>
  markPaidLinks(html, {
    isPaid: (href) => href.startsWith('https://p.'),
    rel: 'sponsored nofollow',
    offers: null,
    ads: WORDS,
  });

describe('the links of a text', () => {
  test.each([
    [
      '<p>See <a href="https://p.example/" rel="external noopener">One</a>.</p>\n',
      `${NOTICE}<p>See <a href="https://p.example/" rel="external noopener sponsored nofollow">One${MARK}</a>.</p>\n`,
    ],
    // Raw HTML of the site's owner.
    [
      "<A HREF='https://p.example/?a=1&amp;b=2'>x</A>",
      `${NOTICE}<a href="https://p.example/?a=1&amp;b=2" rel="sponsored nofollow">x${MARK}</A>`,
    ],
    ['<script>"<a href=https://p.example>x</a>"</script>', null],
    ['<!-- <a href="https://p.example">x</a> -->', null],
    ['<p>No link to https://p.example</p>', null],
    ['<a href="https://q.example/">x</a>', null],
  ])('%s', (html, marked) => expect(markHtml(html)).toBe(marked ?? html));

  test('are all marked, and nothing else changes', () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        'text &amp; more',
        '<b>',
        '</b>',
        '<img src="https://p.example/x.png" alt="a>b">',
        '<br>',
      ],
      ...[
        '<a href="https://p.example/1" title="&quot;q&quot;">',
        '<a href="https://q.example/">',
        '</a>',
        '"',
        '<li>',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // A text has no link within a link.
        const html = serialize(parseFragment(pieces.join('')));
        const marked = markHtml(html);
        const links = linksOf(parseFragment(marked));
        const paid = links.filter(({ href }) => href.startsWith('https://p.'));
        for (const { rel, text } of paid) {
          expect(rel.split(' ')).toEqual(expect.arrayContaining(['sponsored', 'nofollow']));
          expect(text.endsWith(' (ad)')).toBe(true);
        }
        for (const { rel, text, href } of links.filter(({ href }) => !href.startsWith('https://p.')))
          expect([href, rel, text.endsWith('(ad)')]).toEqual([href, '', false]);
        expect(marked.startsWith(NOTICE)).toBe(paid.length > 0);
        const restored = marked
          .replace(NOTICE, '')
          .replaceAll(MARK, '')
          .replaceAll(' rel="sponsored nofollow"', '');
        expect(serialize(parseFragment(restored))).toBe(html);
      }),
      { numRuns: 2000 },
    );
  });
});

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;

function linksOf(node: Node): { href: string; rel: string; text: string }[] {
  if (!('childNodes' in node)) return [];
  const inner = node.childNodes.flatMap(linksOf);
  if (node.nodeName !== 'a' || !('attrs' in node)) return inner;
  const of = (name: string) => node.attrs.find((attribute) => attribute.name === name)?.value ?? '';
  return [{ href: of('href'), rel: of('rel'), text: textOf(node) }, ...inner];
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
