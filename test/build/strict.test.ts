/** Links and images that lead nowhere: a warning, and with --strict an error before anything is written. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, makeSite, smallSite, writeFiles } from '../support/site.ts';

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
    `${FILE}:13:1: "/images/chart.png" is neither a page nor a file of the site`,
    'content/en_US/articles/first.md:10:8: "/images/missing.jpg" is neither a page nor a file of the site',
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
      'warning content/en_US/pages/contact.md:4:1: "/images/map.png" is neither a page nor a file of the site',
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

test('a build and check name the same links that lead nowhere, from the root or beside the page', async () => {
  const dead = ['/articles/nope', '../nowhere', 'absent', './absent#x', '../second.md', 'a/b.pdf', '/terms/'];
  const inline = dead.map((target) => `- [this](${target})`);
  const body = [
    ...inline,
    '- [by reference][r] and ![a picture](none.png)',
    '- [fine](first-price) and [fine](/articles/first-price#x) and [mail](mailto:a@b.example), `[no](code)`',
    '',
    '```js',
    'list[0](call)',
    '```',
    '',
    '[r]: ../nowhere8',
  ].join('\n');
  const root = makeSite({ ...smallSite(), [FILE]: second({ body }) });
  const linesOf = async (command: string) => {
    const { stderr } = await run(root, command, '--all');
    return stderr
      .split('\n')
      .filter((line) => line.includes(`${FILE}:`) && !line.includes('leads to no heading'));
  };
  const withoutLevel = (lines: string[]) => lines.map((line) => line.replace(/^\w+ /, '')).sort();
  const built = withoutLevel(await linesOf('build'));
  expect(built).toEqual(withoutLevel(await linesOf('check')));
  expect(built).toHaveLength(9);
});
