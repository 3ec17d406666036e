/** What each command says of each problem that stops no ordinary build: one sample a row of PROBLEM_GATES. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../src/foundation/errors.ts';
import { type GatedCode, PROBLEM_GATES, type ProblemGate } from '../../src/foundation/problem-gates.ts';
import { createStringsFile } from '../../src/scaffold/strings-file.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, json, smallSite, writeFiles } from '../support/site.ts';

const EN = 'content/en_US/articles';
const odds = { category: 'betting', subcategory: 'odds' };
const text = (slug: string, body: string, more = ''): Files => ({
  [`${EN}/${slug}.md`]: article({ title: `About ${slug}`, slug, ...odds, body, more }),
});
const GENERATED = 'draft: true\norigin:\n  topic: How a pool works\n  status: draft';
const FONTS = 'node_modules/@fontsource/source-serif-4';

/** The edition of a language whose interface nobody has translated. */
const german = Object.fromEntries(
  Object.entries(smallSite({ locales: ['en_US'] }))
    .filter(([path]) => /^content\/en_US\/(?!articles)/.test(path))
    .map(([path, content]) => [path.replace('en_US', 'de_DE'), content]),
);

const GERMAN = 'theme/locales/de_DE.json';
const translated = { [GERMAN]: readFileSync(`examples/own/${GERMAN}`) };

const OFFER = (url: string, more: string) =>
  `{ advertiser: acme, class: books, ${more === '' ? '' : `${more}, `}texts: { en_US: { url: '${url}', text: A, terms: New readers. } } }`;

/** The files that make a site have the problem. */
const SAMPLES: Readonly<Record<GatedCode, Files>> = {
  'dead-link': text('one', '[a](/nowhere)'),
  'misspelt-link': text('two', '[a](/terms/)'),
  'invalid-link': text('three', '[a](/a%ff)'),
  'dead-fragment': text('four', '[a](#nowhere)'),
  'dead-reference': text('five', '[a][nowhere]'),
  'unused-footnote': text('six', 'Text.\n\n[^note]: A note.'),
  'template-code': text('seven', '{{< youtube abc >}}'),
  'cut-value': text('eight', 'Text.', 'description: Issue #12 explained'),
  'undrawn-diagram': text('nine', '```mermaid\na --> b\n```'),
  'lost-address': { [`${EN}/published.md`]: null },
  'unpublished-link': {
    ...text('linking', '[a](/articles/scheduled) and [b](/articles/expired)'),
    [`${EN}/scheduled.md`]: article({ title: 'Scheduled', slug: 'scheduled', date: '2999-01-01', ...odds }),
    ...text('expired', 'Text.', 'expires: 2026-06-01'),
  },
  'unused-definition': text('ten', 'Text.\n\n[sources]: https://a.example'),
  'untranslated-texts': { [GERMAN]: createStringsFile('de_DE') },
  'unknown-field': text('eleven', 'Text.', 'colour: green'),
  'updated-before-date': text('twelve', 'Text.', 'updated: 2020-01-01'),
  'updated-in-future': text('thirteen', 'Text.', 'updated: 2999-01-01'),
  'similar-terms': {
    ...text('fourteen', 'T.', 'tags: [Deep sea]'),
    ...text('fifteen', 'T.', 'tags: [deep sea]'),
  },
  'unapproved-text': text('unapproved', 'Text.'),
  'waiting-text': text('waiting', 'Text.'),
  'secret-file': { 'public/app.js.map': '{}' },
  'unused-file': { 'theme/notes.txt': 'x' },
  'unknown-locale-folder': { 'content/fr_FR/authors.json': '[]' },
  'unknown-export': {
    'theme/pages/own.tsx':
      "export const title = 'Own';\nexport const description = 'Own.';\nexport const colour = 1;\nexport default function Own() {\n  return <p>Own</p>;\n}\n",
  },
  'unused-font': {
    'theme/fonts/other.woff2': readFileSync(`${FONTS}/files/source-serif-4-latin-400-normal.woff2`),
    'theme/fonts/OFL.txt': readFileSync(`${FONTS}/LICENSE`),
  },
  'missing-glyph': {
    ...text('glyph', 'A price → a profit.'),
    'theme/fonts/serif.woff2': readFileSync(`${FONTS}/files/source-serif-4-latin-400-normal.woff2`),
    'theme/fonts/OFL.txt': readFileSync(`${FONTS}/LICENSE`),
  },
  'undrawn-title': {
    [`${EN}/drawn.md`]: article({ title: '美 연준, 금리 동결', slug: 'drawn', ...odds }),
  },
  'unsupported-rule': {},
  'redirects-over-limit': {
    [`${EN}/moved.md`]: article({
      ...{ title: 'Moved', slug: 'moved', ...odds },
      aliases: Array.from({ length: 501 }, (_, index) => `/old/${index}`),
    }),
  },
  'long-title': { [`${EN}/long.md`]: article({ title: 'Very '.repeat(40), slug: 'long', ...odds }) },
  'missing-description': text('sixteen', '```\ncode\n```'),
  'long-description': text('seventeen', 'Text.', `description: ${'long '.repeat(60)}`),
  'misplaced-translation': {
    ...text('placed', 'Text.'),
    'content/ru_RU/articles/placed.md': article({ title: 'Место', slug: 'mesto', category: 'poker' }),
  },
  'outdated-translation': {
    ...text('changed', 'Text.', 'updated: 2026-02-01'),
    'content/ru_RU/articles/changed.md': article({ title: 'Перемена', slug: 'peremena', ...odds }),
  },
  'other-language': text(
    'elsewhere',
    'Летом река обмелела, и жители деревни переходили её пешком, не снимая сапог.',
  ),
  'foreign-link': {
    'content/ru_RU/articles/second.md': article({
      ...{ title: 'Взгляд', slug: 'vzglyad', ...odds },
      body: '[Цена](/articles/first-price)',
    }),
  },
  'outdated-copy': {
    'prompts/style.md':
      '<!-- Copied by `articles eject` from style.md of version 0.9.0, hash 0123456789ab -->\n',
  },
  'without-effect': {
    'house/content/data/prices.csv': 'name\nApple\n',
    'content/data/price.csv': 'name\nApple\n',
  },
  'raw-html': text('eighteen', 'A List<String> has them.'),
  'unsafe-link': text('nineteen', '[a](javascript:b)'),
  'missing-alternative-text': text('twenty', 'Text ![](https://a.example/b.png)'),
  'plain-code': text('code', '```nolanguage\ncode\n```'),
  'wrong-sum': text('more', 'It is 2 + 2 = 5.'),
  'machine-leftover': text('left', 'The house wins.<|im_end|>'),
  'twin-topic': { ...text('twin', 'Text.', GENERATED), ...text('twin-again', 'Text.', GENERATED) },
  'image-as-text': text('spaces', '![A plate](IMG 1234.JPG)'),
  'possible-paid-link': text('asked', '[a](https://b.example/?btag=1)'),
  // The link of the footer.
  'undeclared-paid-link': {},
  'incomplete-offer': {},
  'unreviewed-offer': {
    'content/offers.yaml': `advertisers: { acme: { name: Acme } }
offers:
  ended: ${OFFER('https://a.example/ended', 'until: 2026-01-01')}
  reviewed: ${OFFER('https://a.example/reviewed', 'reviewBy: 2026-01-01')}
  unmarked: ${OFFER('https://unmarked.example/', '')}
`,
    'content/notices.yaml': `- class: other
  market: GB
  source: https://law.example/
  checked: 2026-01-01
  by: A. Reed
  reviewBy: 2999-01-01
`,
  },
  'missing-notice': {},
  'withheld-offer': text('ended', 'See [this](offer:ended) and <https://unmarked.example/>.'),
  'vague-label': { 'content/en_US/strings.json': json({ ads: { label: 'Friends' } }) },
  placeholder: { 'content/en_US/info/terms.md': '---\ntitle: Terms\n---\nTODO: write the terms.\n' },
  'blocked-by-policy': {},
  'unknown-page': {},
  'invalid-html': {
    'content/paid-links.json': json({
      everyPage: '<p><b>Bold</p>',
      paidLinks: {
        '/nowhere': ['<a href="https://a.example">a</a>'],
        '/': ['<iframe src="https://b.example"></iframe>'],
      },
    }),
  },
};
/** Of headers, which the smallest host cannot set. */
const CONFIG = {
  locales: ['en_US', 'ru_RU', 'de_DE'],
  hosting: 'gcs',
  layers: ['./house'],
  features: { socialImages: 'article' },
  contact: { video: 'https://paid.example/' },
  paidLinks: { links: ['paid.example'] },
  headers: [{ path: '/docs/*', set: { 'X-Robots-Tag': 'noindex' } }],
};

const ALONE: readonly GatedCode[] = ['placeholder', 'lost-address'];
const CODES = Object.keys(PROBLEM_GATES).filter((code): code is GatedCode => code in PROBLEM_GATES);
const run = (root: string, ...args: string[]) => runArticles([...args, '--root', root, '--json']);
const deploy = (root: string, target: string) =>
  run(root, 'deploy', '--env', 'production', '--yes', '--target', `file://${target}`);

async function succeed(run: Promise<{ code: number | null; stdout: string }>): Promise<void> {
  const { code, stdout } = await run;
  expect([code, stdout]).toEqual([0, expect.anything()]);
}

/** Codes of the problems that stop the command, and of its other ones. */
async function report(run: Promise<{ code: number | null; stdout: string }>) {
  const { code, stdout } = await run;
  const { errors = [], warnings = [], error } = JSON.parse(stdout);
  const codes = (problems: readonly Problem[]) => new Set(problems.map((problem) => problem.code));
  return { code, errors: codes(error?.problems ?? errors), warnings: codes(warnings) };
}

type Reports = Record<'check' | 'build' | 'strict' | 'production', Awaited<ReturnType<typeof report>>>;

/** A published site, that then has the problems. */
async function examine(codes: readonly GatedCode[]): Promise<Reports> {
  const root = join(folder, codes[0] ?? '');
  const target = `${root}-target`;
  mkdirSync(target);
  const layer = { 'house/README.md': 'A layer.' };
  writeFiles(root, {
    ...smallSite(CONFIG),
    ...german,
    ...translated,
    ...text('published', 'Text.'),
    ...layer,
  });
  await succeed(run(root, 'build'));
  await succeed(deploy(root, target));
  for (const code of codes) writeFiles(root, SAMPLES[code]);
  if (codes.includes('waiting-text')) await changeApproved(root);
  await succeed(run(root, 'build'));
  return {
    check: await report(run(root, 'check')),
    build: await report(run(root, 'build')),
    strict: await report(run(root, 'build', '--strict')),
    production: await report(deploy(root, target)),
  };
}

/** One approved text is kept for readers while a newer one waits, and one is not. */
async function changeApproved(root: string): Promise<void> {
  const files = ['waiting', 'unapproved'].map((slug) => `${EN}/${slug}.md`);
  await succeed(run(root, 'review', 'submit', ...files));
  const force = ['--reviewer', 'Ann Reed', '--force', '--reason', 'A sample.'];
  await succeed(run(root, 'review', 'approve', ...files, ...force));
  for (const file of files) appendFileSync(join(root, file), 'More.\n');
  const decisions = readFileSync(join(root, 'content/approvals.jsonl'), 'utf8').trim().split('\n');
  const { sha256 } = JSON.parse(decisions.find((line) => line.includes(files[1] ?? '')) ?? '{}');
  rmSync(join(root, `content/approved/${sha256}.md`));
}

const folder = mkdtempSync(join(tmpdir(), 'articles-gates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let reports: ReadonlyMap<GatedCode, Reports>;
beforeAll(async () => {
  const stops = (code: GatedCode) => PROBLEM_GATES[code].production === 'stops';
  // What stops a deploy hides whether others would, and a deploy asks the target last.
  const groups = [
    CODES.filter((code) => !ALONE.includes(code) && stops(code)),
    ...ALONE.map((code) => [code]),
    CODES.filter((code) => !stops(code)),
  ];
  const found = new Map<GatedCode, Reports>();
  for (const codes of groups) {
    const reports = await examine(codes);
    for (const code of codes) found.set(code, reports);
  }
  reports = found;
}, 120_000);

test('each row has a sample, and each warning a row', () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(Object.keys(PROBLEM_GATES).toSorted());
  const warned = [...reports.values()].flatMap(({ check, build }) => [...check.warnings, ...build.warnings]);
  expect(warned.filter((code) => !(code in PROBLEM_GATES))).toEqual([]);
});

test.each(CODES)('%s is reported and stopped as its row says', (code) => {
  const { check, build, strict, production } = reports.get(code) ?? {};
  const has = (codes?: ReadonlySet<string>) => codes?.has(code) === true;
  const found: ProblemGate = {
    check: has(check?.errors) ? 'error' : 'warning',
    build: has(build?.warnings) ? 'warns' : 'says nothing',
    strict: has(strict?.errors) ? 'stops' : has(strict?.warnings) ? 'warns' : 'says nothing',
    production: has(production?.errors) ? 'stops' : 'takes it',
  };
  expect(found).toEqual(PROBLEM_GATES[code]);
  expect([has(check?.errors) || has(check?.warnings), build?.code]).toEqual([true, 0]);
  expect([strict?.code, production?.code]).toEqual([
    found.strict === 'stops' ? 1 : 0,
    found.production === 'stops' ? 1 : 0,
  ]);
});
