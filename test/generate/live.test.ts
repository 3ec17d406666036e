/** An approved text stays with readers while a newer one waits, in any clone, until a person decides. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { APPROVED_FOLDER } from '../../src/content/article/approved-texts.ts';
import { runArticles } from '../support/program.ts';
import { configure, createSite, createTopics, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 240_000 });

const BY = ['--reviewer', 'Ann Reed'];

async function setUp(count = 1, site: object = {}) {
  const root = createSite({ maxRepairs: 0 }, undefined, ['en_US'], site);
  const server = await serveModel();
  const { result } = await runGenerate(root, server.url, { topics: createTopics(count) });
  const files = result.written.map(({ file }) => file);
  const run = (...args: string[]) => runArticles([...args, '--root', root]);
  expect((await run('review', 'approve', ...files, ...BY)).code).toBe(0);
  const [file = ''] = files;
  const path = join(root, file);
  const read = () => readFileSync(path, 'utf8');
  const slugOf = (text: string) => /^slug: (.*)$/m.exec(text)?.[1] ?? '';
  const page = (folder = 'dist') =>
    readFileSync(join(root, folder, `articles/${slugOf(read())}.html`), 'utf8');
  const build = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('build', '--json', ...args);
    return { code, stderr, ...JSON.parse(stdout) };
  };
  const rewrite = () =>
    runGenerate(root, server.url, { topics: null, rewrite: { file, section: 1, note: 'Shorter.' } });
  return { root, server, files, file, path, read, run, page, build, rewrite };
}

const addSentence = (text: string) => `${text.trimEnd()} An editor added this.\n`;

test('a rewrite waits beside the approved text, and rejecting it leaves what readers have', async () => {
  const { root, file, read, run, page, build, rewrite } = await setUp(2);
  expect(await build()).toMatchObject({ code: 0, articles: 2 });
  const before = page();
  const approved = read();
  expect((await rewrite()).errors).toEqual([]);
  const proposed = read();
  expect(proposed).toMatch(/^draft: true$/m);
  expect(await build()).toMatchObject({
    code: 0,
    articles: 2,
    deleted: 0,
    warnings: [{ code: 'waiting-text', file }],
  });
  expect(page()).toBe(before);
  // The same in a build from nothing, and in no build for editors.
  await build('--clean', '--out', join(root, 'clean'));
  expect(page('clean')).toBe(before);
  await build('--drafts', '--out', join(root, 'drafts'));
  expect(page('drafts')).not.toBe(before);
  const { articles } = JSON.parse((await run('list', '--json')).stdout);
  expect(articles.find((row: { file: string }) => row.file === file)).toMatchObject({
    state: 'published',
    waits: 'draft',
  });
  const [listed] = JSON.parse((await run('review', '--json')).stdout).articles;
  expect(listed).toMatchObject({ file, status: 'draft', published: expect.stringMatching(/^\w{64}$/) });
  // No editor changed it: the decision is about the text before.
  const evidence = JSON.parse((await run('evidence', '--article', file, '--json')).stdout).articles;
  expect(evidence).toMatchObject([{ state: 'changed since the decision', amended: null }]);

  expect((await run('review', 'reject', file, '--reason', 'too short', ...BY)).stderr).toMatch(
    /readers keep/,
  );
  expect(await build()).toMatchObject({ code: 0, articles: 2, deleted: 0 });
  expect(page()).toBe(before);
  const { stdout } = await run('evidence', '--article', file, '--json');
  expect(JSON.parse(stdout).articles[0].decisions.at(-1)).toMatchObject({
    decision: 'rejected',
    reason: 'too short',
    by: 'person',
  });

  // Approving swaps, and only the text that readers get is kept.
  writeFileSync(join(root, file), proposed);
  expect((await run('review', 'approve', file, ...BY)).code).toBe(0);
  expect(await build()).toMatchObject({ code: 0, articles: 2, warnings: [] });
  expect(page()).not.toBe(before);
  expect(readdirSync(join(root, APPROVED_FOLDER))).toHaveLength(2);
  expect(
    readdirSync(join(root, APPROVED_FOLDER)).map((name) =>
      readFileSync(join(root, APPROVED_FOLDER, name), 'utf8'),
    ),
  ).not.toContain(approved);

  // Rejecting the text that readers have takes it away: that is a person's word.
  expect((await run('review', 'reject', file, ...BY)).code).toBe(0);
  expect(await build()).toMatchObject({ code: 0, articles: 1 });
});

test('a hand edit waits in a fresh shallow clone too, after a rename and a merge', async () => {
  const { root, file, path, read, run, page, build } = await setUp();
  await build();
  const before = page();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@gazette.example', ...args], {
      cwd: root,
      stdio: 'pipe',
    }).toString();
  writeFileSync(join(root, '.gitignore'), 'dist\n.articles\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'approved');
  const other = file.replace(/\/[^/]+\.md$/, '/moved/other-name.md');
  mkdirSync(dirname(join(root, other)), { recursive: true });
  git('mv', file, other);
  writeFileSync(
    join(root, other),
    addSentence(readFileSync(join(root, other), 'utf8')).replace(/^date: .*$/m, 'date: 2026-01-02'),
  );
  git('commit', '-qam', 'rename and edit');
  const clone = mkdtempSync(join(tmpdir(), 'articles-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, clone], { stdio: 'pipe' });
  const { code, stdout } = await runArticles(['build', '--json', '--strict', '--root', clone]);
  expect([code, JSON.parse(stdout).articles]).toEqual([0, 1]);
  const built = readFileSync(
    join(
      clone,
      'dist/articles',
      `${/^slug: (.*)$/m.exec(readFileSync(join(root, other), 'utf8'))?.[1]}.html`,
    ),
    'utf8',
  );
  const textOf = (html: string) =>
    html.slice(html.indexOf('<h1'), html.indexOf('</article>')).replace(/<time.*?<\/time>/g, '');
  expect(textOf(built)).toBe(textOf(before));
  // Fields that are no text need no approval.
  expect(built).toContain('2026-01-02');
  renameSync(join(root, other), path);
  expect(read()).toContain('An editor added this.');
  expect((await run('review', 'approve', file, ...BY)).code).toBe(0);
});

test('the setting withholds the one article, or stops the build', async () => {
  const { root, files, path, read, build } = await setUp(2);
  await build();
  writeFileSync(path, addSentence(read()));
  const settings = (unapproved: string) => configure(root, { maxRepairs: 0 }, ['en_US'], { unapproved });
  settings('withhold');
  expect(await build()).toMatchObject({ code: 0, articles: 1 });
  settings('stop');
  expect(await build()).toMatchObject({ code: 1, error: { problems: [{ code: 'unapproved-text' }] } });
  settings('keep');
  expect(await build()).toMatchObject({ code: 0, articles: 2 });
  // Without the kept text nobody knows what was approved.
  rmSync(join(root, APPROVED_FOLDER), { recursive: true });
  expect(await build()).toMatchObject({
    code: 0,
    articles: 1,
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'unapproved-text', file: files[0] })]),
  });
});
