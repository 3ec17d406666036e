/** The laws of the desk with the real program: pages are those of a build, a kill loses nothing that was answered, git merges two desks. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSourceFiles } from '../../packages/desk/src/server/source-files.ts';
import { startDesk } from '../support/desk.ts';
import { runJson } from '../support/program.ts';
import { startServer } from '../support/serve.ts';
import { copySample, makeFolder, makeSite, SAMPLES } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';

const listTexts = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !/node_modules|dist/.test(path),
  );

test('a letter that is typed and undone leaves every document as it was', async () => {
  const root = makeFolder();
  const sources = ['content', 'examples', 'docs'].flatMap((folder) =>
    listTexts(folder).map((path) => join(folder, path)),
  );
  expect(sources.length).toBeGreaterThan(190);
  const files = createSourceFiles(root);
  for (const [index, source] of sources.entries()) {
    const file = `content/en_US/articles/${index}.md`;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(source, join(root, file));
    const { text, hash } = files.read(file);
    const at = (index * 7919) % (text.length + 1);
    const typed = await files.save({ file, base: hash, splices: [{ from: at, to: at, insert: 'x' }] });
    expect(readFileSync(join(root, file), 'utf8').length).toBe(readFileSync(source, 'utf8').length + 1);
    await files.save({ file, base: typed.hash, splices: [{ from: at, to: at + 1, insert: '' }] });
    expect(readFileSync(join(root, file)).equals(readFileSync(source)), source).toBe(true);
  }
});

test.each(SAMPLES)(
  'pages of %s are the files that a build writes, with one script and the lines of their texts',
  async (sample) => {
    const root = copySample(sample, makeFolder());
    const desk = await startDesk(root);
    onTestFinished(() => desk.close());
    await runJson(['build', '--drafts', '--future', '--no-strict', '--root', root]);
    const { rows } = (await desk.read('articles', { count: '1000' })).body;
    const paths: string[] = rows.flatMap(({ path }: { path: string }) => (path === '' ? [] : [path]));
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const { body } = await desk.get(path);
      const page = body
        .replace(/<script defer nonce="[\w-]+" src="\/__desk\/frame.js"><\/script>/, '')
        .replaceAll(/ data-line="\d+"/g, '');
      expect(
        page === readFileSync(join(root, 'dist', `${path === '/' ? '/index' : path}.html`), 'utf8'),
        path,
      ).toBe(true);
    }
  },
);

test('a killed desk has lost nothing that it has answered, and keeps nothing of its own', async () => {
  const root = makeSite();
  const child = await startServer(['desk', '--port', '0', '--root', root]);
  const api = `${child.url}/__desk/api`;
  const key = { Authorization: `Bearer ${new URL(child.home).searchParams.get('token')}` };
  const { text, hash } = await (await fetch(`${api}/document?file=${FILE}`, { headers: key })).json();
  const saved = await fetch(`${api}/save`, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      file: FILE,
      base: hash,
      splices: [{ from: text.length, to: text.length, insert: 'Last words.' }],
    }),
  });
  expect(saved.status).toBe(200);
  child.kill();
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(`${text}Last words.`);
  rmSync(join(root, '.articles'), { recursive: true, force: true });
  const desk = await startDesk(root);
  expect((await desk.read('document', { file: FILE })).body.text).toBe(`${text}Last words.`);
  await desk.close();
});

test('git merges the edits and comments of two desks', async () => {
  const git = (root: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const one = makeSite();
  writeFileSync(join(one, '.gitignore'), '.articles\n');
  writeFileSync(join(one, FILE), `${readFileSync(join(one, FILE), 'utf8')}\n\nMiddle.\n\nThe end.\n`);
  git(one, 'init', '-q', '-b', 'main');
  git(one, 'add', '-A');
  git(one, 'commit', '-qm', 'Start');
  const two = join(makeFolder(), 'clone');
  git(one, 'clone', '-q', one, two);
  const edit = async (root: string, old: string, insert: string) => {
    const desk = await startDesk(root);
    onTestFinished(() => desk.close());
    const { text, hash } = (await desk.read('document', { file: FILE })).body;
    const from = text.indexOf(old);
    const saved = await desk.post('save', {
      file: FILE,
      base: hash,
      splices: [{ from, to: from + old.length, insert }],
    });
    const place = { from, to: from + insert.length };
    await desk.post('comment', {
      action: 'add',
      file: FILE,
      hash: saved.body.hash,
      place,
      text: `About ${insert}`,
    });
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', insert);
    return desk;
  };
  const desk = await edit(one, 'The end', 'The last word of all');
  await edit(two, 'first price', 'opening price of the day');
  git(one, 'pull', '-q', '--no-rebase', '--no-edit', two, 'main');
  const { text, comments } = (await desk.read('document', { file: FILE })).body;
  expect(text).toContain('The last word of all.');
  expect(text).toContain('opening price of the day');
  expect(comments).toHaveLength(2);
  for (const { quote, place } of comments) expect(text.slice(place.from, place.to)).toBe(quote);
  const { revisions } = (await desk.read('history', { file: FILE, first: '1', last: '8' })).body;
  expect(revisions[0]).toMatchObject({ author: 'Ann', subject: 'opening price of the day' });
});
