/** Links and images that lead nowhere: a warning, and with --strict an error before anything is written. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listAnchors } from '../../src/content/markdown/anchors.ts';
import { PAGE_IDS } from '../../src/content/markdown/headings.ts';
import { formatProblem, type Problem } from '../../src/foundation/errors.ts';
import { type GatedCode, PROBLEM_GATES } from '../../src/foundation/problem-gates.ts';
import { runArticles } from '../support/program.ts';
import { article, makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/second.md';
const odds = { category: 'betting', subcategory: 'odds' };
const second = (fields: object = {}) =>
  article({
    title: 'A second look',
    slug: 'second-look',
    author: 'Bo Lind',
    date: '2026-02-01',
    ...odds,
    ...fields,
  });
const broken = () =>
  makeSite({
    ...smallSite(),
    [FILE]: second({
      body: 'See [this](/articles/nope) and [that](/terms).\n\n![A chart](chart.png)\n\n`[no](/code)`',
    }),
    'content/en_US/articles/first.md': article({
      title: 'The first price',
      slug: 'first-price',
      ...odds,
      more: 'image: missing.jpg',
    }),
  });
const run = (root: string, ...args: string[]) => runArticles([...args, '--root', root]);

afterEach(() => vi.unstubAllEnvs());

describe('links and images that lead nowhere', () => {
  const MESSAGES = [
    `${FILE}:11:5: "/articles/nope" is neither a page nor a file of the site`,
    `${FILE}:13:1: "chart.png" is neither a page nor a file of the site`,
    'content/en_US/articles/first.md:10:8: "missing.jpg" is neither a page nor a file of the site',
  ];

  test('are warnings of a build, in the words of check', async () => {
    const root = broken();
    const built = await run(root, 'build');
    const checked = await run(root, 'check');
    expect([built.code, checked.code]).toEqual([0, 1]);
    for (const message of MESSAGES) {
      expect(built.stderr).toContain(message);
      expect(checked.stderr).toContain(message);
    }
    expect(built.stderr).not.toContain('/code');
  });

  test('are found in info pages and own pages too', async () => {
    const root = makeSite({
      ...smallSite(),
      'content/en_US/info/terms.md':
        '---\ntitle: Terms\n---\nSee [this](/nope) and [mail](mailto:a@b.example).\n',
      'content/en_US/pages/contact.md':
        '---\ntitle: Contact\n---\n![A map](map.png) [up](#top) [there](//c.example/x)\n',
    });
    const { stderr } = await run(root, 'build');
    expect(stderr.match(/^warning .*(nope|map|contact|terms).*$/gm)).toEqual([
      'warning content/en_US/info/terms.md:4:5: "/nope" is neither a page nor a file of the site',
      'warning content/en_US/pages/contact.md:4:1: "map.png" is neither a page nor a file of the site',
    ]);
  });

  test('end a strict build with 1 before anything is written', async () => {
    const root = broken();
    const { code, stderr } = await run(root, 'build', '--strict');
    expect(code).toBe(1);
    for (const message of MESSAGES) expect(stderr).toContain(`error ${message}`);
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  test('are told by an unchanged build too', async () => {
    const root = broken();
    // The second build knows that the files were old enough for their times to count.
    for (let time = 0; time < 2; time++) expect((await run(root, 'build')).code).toBe(0);
    const again = await run(root, 'build', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ scope: 'nothing', written: 0 });
    expect(JSON.parse(again.stdout).warnings).toHaveLength(3);
    const strict = await run(root, 'build', '--strict');
    expect(strict.code).toBe(1);
    for (const message of MESSAGES) expect(strict.stderr).toContain(message);
    writeFiles(root, {
      [FILE]: second(),
      'content/en_US/articles/first.md': article({ title: 'The first price', slug: 'first-price', ...odds }),
    });
    expect(await run(root, 'build', '--strict')).toMatchObject({ code: 0 });
  });

  test('are errors in continuous integration, unless they are allowed', async () => {
    const root = broken();
    vi.stubEnv('CI', 'true');
    expect((await run(root, 'build')).code).toBe(1);
    expect((await run(root, 'build', '--no-strict')).code).toBe(0);
  });

  test('keep a build from production, unless they are allowed', async () => {
    const root = broken();
    const target = join(`${root}-target`);
    try {
      mkdirSync(target);
      expect((await run(root, 'build')).code).toBe(0);
      const deploy = (...args: string[]) => run(root, 'deploy', '--target', `file://${target}`, ...args);
      const refused = await deploy('--env', 'production', '--yes');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(MESSAGES[0]);
      expect(refused.stderr).toContain('deploy with --no-strict');
      expect(existsSync(join(target, 'index.html'))).toBe(false);
      expect((await deploy('--env', 'production', '--yes', '--no-strict')).code).toBe(0);
      expect((await deploy()).code).toBe(0);
      expect((await deploy('--strict')).code).toBe(1);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });
});

const isGated = (code: string): code is GatedCode => code in PROBLEM_GATES;

describe('one list of problems', () => {
  const DEAD = [
    '[a](/articles/nope)',
    '[a](../nowhere)',
    '[a](absent)',
    '[a](./absent#x)',
    '[a](../second.md)',
    '[a](a/b.pdf)',
    '[a](/terms/)',
    '[a](/%zz)',
    '[a](https://small.example/nowhere2)',
    '[a](//small.example/nowhere3)',
    '<https://small.example/nowhere4>',
    'See https://small.example/nowhere5.',
    '[a](#nowhere6)',
    '[a](/articles/first-price#nowhere7)',
    '[a](/articles/old-street#nowhere8)',
    '[a](/authors/ann-reed#nowhere9)',
    '[by reference][r]',
    '![a picture](none.png)',
    'A note.[^missing]',
    '[words][missing] and ![words][gone] and [missing too][]',
    '{{< youtube abc >}} and {% raw %} and {{<youtube abc>}}',
    '### A heading {#own-id}',
    '> - in a list\n>   in a quote [a](/nowhere10) with [b][missing] and {% x %}',
    '| cell |\n|---|\n| [a](/nowhere11) {{< x >}} |',
    '[a](/nowh\u00e9re13) and [b](/nowh%C3%A9re13)',
  ];
  const SOUND = [
    '[a](first-price) [b](/articles/first-price#a-part-of-it) [c](mailto:a@b.example) `[no](code)`',
    '[a](https://small.example/terms) [b](//small.example/terms) https://small.example/terms.',
    '[a](/docs/cafe\u0301.pdf) [b](/docs/caf%C3%A9.pdf)',
    '[a](#fine) [b](#top) [c](/articles/old-street#a-part-of-it) [d](/authors/ann-reed#content)',
    '## Fine',
    '[by reference][fine] and [fine] and [Fine][] and a note.[^1] matrix[i][j] and [1][2] and [x] and {{ shown }}',
    '`{{< x >}}` and `[a][b]` and \\{% x %} and \\[a][b] and {x}',
    '```\n[a][b] [^none] {{< x >}} [c](/nowhere)\n```',
    '    [a][b] {% indented %}',
    '<!-- {{< hidden >}} -->',
  ];
  const body = [
    ...SOUND,
    ...DEAD,
    '[r]: ../nowhere12\n[fine]: /terms\n[//]: # (a comment)\n[^1]: The note, with {{< one >}} and [b][missing].',
    '[^tyop]: The important source.',
  ].join('\n\n');
  const site = () => ({
    ...smallSite(),
    [FILE]: second({ body, more: 'description: We are #1 in C# since 2020 # a comment' }),
    'public/docs/caf\u00e9.pdf': 'x',
    'content/en_US/pages/contact.md':
      '---\ntitle: Issue #12\n---\n[a](/nope) [b](#no) [c](#yes) [d][e] {{< x >}}\n\n## Yes\n',
  });

  test('check, build, a strict build and a deploy to production name the same', async () => {
    const root = makeSite(site());
    const target = makeFolder();
    const listed = async (...args: string[]) => {
      const { stdout } = await run(root, ...args, '--json');
      const { errors = [], warnings = [], error } = JSON.parse(stdout);
      const all: Problem[] = error ? error.problems : [...errors, ...warnings];
      return all
        .filter(({ code }) => isGated(code) && PROBLEM_GATES[code].build === 'warns')
        .map(formatProblem)
        .sort();
    };
    const built = await listed('build');
    expect(await listed('check')).toEqual(built);
    expect(await listed('build', '--strict')).toEqual(built);
    expect(await listed('deploy', '--env', 'production', '--yes', '--target', `file://${target}`)).toEqual(
      built,
    );
    const lines = String(site()[FILE]).split('\n');
    const found = built.flatMap((problem) => /second\.md:(\d+)/.exec(problem)?.[1] ?? []);
    const hit = new Set(found.map((line) => lines[Number(line) - 1]));
    const last = (text: string) => text.split('\n').at(-1);
    expect(DEAD.map(last).filter((line) => !hit.has(line))).toEqual([]);
    expect(SOUND.flatMap((text) => text.split('\n')).filter((line) => hit.has(line))).toEqual([]);
    expect(built.filter((problem) => problem.includes('contact.md'))).toHaveLength(5);
    expect(built).toHaveLength(42);
  });
});

describe('a build that changes a part', () => {
  const FIRST = 'content/en_US/articles/first.md';
  const first = (body: string) => article({ title: 'The first price', slug: 'first-price', ...odds, body });
  const warnings = async (root: string) => {
    const { stdout } = await run(root, 'build', '--json');
    return JSON.parse(stdout).warnings.map(({ message }: Problem) => message);
  };

  test('names links to a heading that another text has lost, and to one that it has again', async () => {
    const root = makeSite({ ...smallSite(), [FILE]: second({ body: '[a](first-price#a-part)' }) });
    const dead = '"first-price#a-part" leads to no heading of /articles/first-price';
    for (const [heading, found] of [
      ['## A Part', []],
      ['## A Piece', [dead]],
      ['A Part\n---', []],
      ['A Piece\n---', [dead]],
    ] as const) {
      writeFiles(root, { [FIRST]: first(`Text.\n\n${heading}\n\nMore.`) });
      expect(await warnings(root)).toEqual(found);
      expect(await warnings(root)).toEqual(found);
    }
  });

  test('knows links by the present host of the site', async () => {
    const body = '[a](https://one.example/nowhere) [b](https://two.example/nowhere)';
    const root = makeSite({ ...smallSite({ url: 'https://one.example' }), [FILE]: second({ body }) });
    expect(await warnings(root)).toEqual([
      '"https://one.example/nowhere" is neither a page nor a file of the site',
    ]);
    writeFiles(root, smallSite({ url: 'https://two.example' }));
    writeFiles(root, { [FILE]: second({ body }) });
    expect(await warnings(root)).toEqual([
      '"https://two.example/nowhere" is neither a page nor a file of the site',
    ]);
  });
});

test('the ids of pages are those of their texts and of the built-in views', async () => {
  const body =
    '## One *two* `three_four`\n\n- ## In a list\n\n> ## In a quote\n\n## One *two* `three_four`\n\nUnder\n---\n\n```\n## code\n```';
  const root = makeSite({
    ...smallSite({ locales: ['en_US'] }),
    [FILE]: second({ body }),
    'content/paid-links.json': JSON.stringify({ everyPage: '<p>A</p>', paidLinks: {} }),
  });
  expect(await run(root, 'build')).toMatchObject({ code: 0 });
  const { ids, isWhole } = listAnchors(body, { language: 'en', rawHtml: false });
  expect(isWhole).toBe(true);
  const page = readFileSync(join(root, 'dist/articles/second-look.html'), 'utf8');
  const shown = Array.from(page.matchAll(/\sid="([^"]*)"/g), ([, id = '']) => id);
  expect(shown.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !shown.includes(id) && !PAGE_IDS.includes(id))).toEqual([]);
});

test.each(['caf\u00e9', 'cafe\u0301'])(
  'a picture is found by its name in another Unicode form: %j',
  async (name) => {
    const other = name === name.normalize('NFC') ? name.normalize('NFD') : name.normalize('NFC');
    const root = makeSite({
      ...smallSite(),
      [`content/images/${name}.webp`]: readFileSync('examples/journal/content/images/aurora.webp'),
      [FILE]: second({ body: `![A light](${other}.webp)`, more: `image: ${other}.webp` }),
    });
    const { stdout } = await run(root, 'check', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ errors: [] });
  },
);
