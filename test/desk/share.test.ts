/** Several people share one site through git and the desk: nothing that somebody wrote is lost, and what overlaps is a question. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFieldChanges } from '../../packages/desk/src/server/field-changes.ts';
import { createSharing } from '../../packages/desk/src/server/share.ts';
import { createSourceFiles } from '../../packages/desk/src/server/source-files.ts';
import {
  expectBuilds,
  expectNothingLost,
  FOLDER,
  gitIn,
  makeClones,
  type Writer,
  writeAtRandom,
} from '../support/share-script.ts';
import { makeFolder, makeSite, writeFiles } from '../support/site.ts';

const NO_REQUEST = { message: '', decisions: [] };

function createWriter(root: string, name: string) {
  const files = createSourceFiles(root);
  const fields = createFieldChanges(root, files, async () => undefined);
  const sharing = createSharing(root, files.inTurn);
  const writer: Writer = {
    name,
    root,
    read: async (file) => files.read(file),
    async insert(file, base, at, words) {
      await files.save({ file, base, splices: [{ from: at, to: at, insert: words }] });
    },
    async setField(file, field, value) {
      await fields.change({ files: [file], set: [{ field, value }], unset: [], move: [] });
    },
    share: (decisions) => sharing.share({ message: '', decisions: [...decisions] }),
  };
  return { ...writer, files, sharing };
}

const NAMES = ['Ann', 'Bo', 'Cy'];
const FILE = `${FOLDER}/t-start-0.md`;

test('a script of three writers loses nothing', async () => {
  const { roots } = makeClones(NAMES);
  const writers = roots.map((root, at) => createWriter(root, NAMES[at] ?? ''));
  const script = await writeAtRandom('one', 24, writers);
  expectNothingLost(roots, script);
  await expectBuilds(roots[0] ?? '', ['HEAD']);
});

test('what two have changed in one place is a question, and the files stay until it is answered', async () => {
  const { roots } = makeClones(['Ann', 'Bo']);
  const [ann, bo] = roots.map((root, at) => createWriter(root, NAMES[at] ?? ''));
  if (!ann || !bo) throw new Error('two writers');
  const write = (root: string, words: string) => {
    const path = join(root, FILE);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/\.\n$/, ` ${words}.\n`));
  };
  write(ann.root, 'of Ann');
  write(bo.root, 'of Bo');
  expect(await ann.sharing.status(false)).toMatchObject({
    writer: 'Ann',
    branch: 'main',
    remote: 'origin/main',
    changed: [{ file: FILE, kind: 'changed' }],
    ahead: 0,
    behind: 0,
    blocked: null,
  });
  expect(await ann.sharing.share({ message: 'Name Ann', decisions: [] })).toEqual({
    state: 'shared',
    notes: [],
  });
  expect(gitIn(ann.root, 'log', '-1', '--format=%an: %s')).toBe('Ann: Name Ann');
  expect(await bo.sharing.status(true)).toMatchObject({ behind: 1, incoming: { [FILE]: 'Ann' } });
  const own = readFileSync(join(bo.root, FILE), 'utf8');
  const asked = await bo.sharing.share(NO_REQUEST);
  if (asked.state !== 'overlap') throw new Error('a question');
  expect(readFileSync(join(bo.root, FILE), 'utf8')).toBe(own);
  expect(gitIn(bo.root, 'log', '-1', '--format=%an: %s')).toBe('Bo: Change “On t-start-0”');
  const [{ file, mine, theirs, merge } = { file: '', mine: '', theirs: '', merge: [] }] = asked.overlaps;
  expect(merge).toContainEqual(
    expect.objectContaining({
      mine: expect.stringContaining('of Bo'),
      theirs: expect.stringContaining('of Ann'),
    }),
  );
  const text = own.replace('of Bo', 'of both');
  // A decision about another version decides nothing.
  const other = [{ file, mine, theirs: mine, text }];
  expect(await bo.sharing.share({ message: '', decisions: other })).toMatchObject({ state: 'overlap' });
  expect(await bo.sharing.share({ message: '', decisions: [{ file, mine, theirs, text }] })).toMatchObject({
    state: 'shared',
  });
  expect(await ann.sharing.share(NO_REQUEST)).toMatchObject({ state: 'unchanged' });
  for (const { root } of [ann, bo]) expect(readFileSync(join(root, FILE), 'utf8')).toBe(text);
  expect((await ann.sharing.people()).of(FILE)).toEqual({ writer: 'Bo', isMine: false });
});

test('each sees who writes in a text now, until it is shared', async () => {
  const { roots, origin } = makeClones(['Ann', 'Bo']);
  const [ann, bo] = roots.map((root, at) => createWriter(root, NAMES[at] ?? ''));
  if (!ann || !bo) throw new Error('two writers');
  // Ann's first push has set the branch; so does the first share of Bo.
  await bo.sharing.share(NO_REQUEST);
  gitIn(bo.root, 'branch', '--set-upstream-to=origin/main');
  const writing = async ({ sharing }: typeof ann) => (await sharing.status(true))?.writing;
  expect(await writing(ann)).toEqual({});
  await ann.insert(FILE, (await ann.read(FILE)).hash, (await ann.read(FILE)).text.length, ' Of Ann.');
  expect(await writing(ann)).toEqual({});
  expect((await ann.sharing.people()).of(FILE)).toEqual({ writer: 'Ann', isMine: true });
  expect(await writing(bo)).toEqual({ [FILE]: 'Ann' });
  await ann.sharing.share(NO_REQUEST);
  expect(await writing(bo)).toEqual({});
  expect(gitIn(origin, 'for-each-ref', 'refs/desk')).toBe('');
  // A branch that is gone there may hold the only copy of its commits here.
  gitIn(origin, 'branch', 'plan', 'main');
  gitIn(bo.root, 'fetch', '-q');
  gitIn(origin, 'branch', '-D', 'plan');
  await writing(bo);
  expect(gitIn(bo.root, 'for-each-ref', 'refs/remotes/origin/plan')).not.toBe('');

  // What a ref says is data of others.
  const say = (contents: string, date = new Date()) => {
    const tree = gitIn(bo.root, 'mktree');
    const commit = execFileSync('git', ['commit-tree', tree], {
      cwd: bo.root,
      encoding: 'utf8',
      input: contents,
      env: { ...process.env, GIT_COMMITTER_DATE: date.toISOString() },
    });
    gitIn(bo.root, 'push', '-q', 'origin', `+${commit.trim()}:refs/desk/writing/other`);
  };
  for (const contents of ['no JSON', '[]', '{"writer":1,"files":[]}', '{"writer":"Dee","files":"x"}']) {
    say(contents);
    expect(await writing(ann)).toEqual({});
  }
  const files = JSON.stringify({ writer: 'Dee', files: [FILE] });
  say(files, new Date(Date.now() - 86_400_000));
  expect(await writing(ann)).toEqual({});
  say(files);
  expect(await writing(ann)).toEqual({ [FILE]: 'Dee' });
});

test('a text that one renames and another writes in has both; one that is deleted and written in stays', async () => {
  const { roots } = makeClones(['Ann', 'Bo']);
  const [ann, bo] = roots.map((root, at) => createWriter(root, NAMES[at] ?? ''));
  if (!ann || !bo) throw new Error('two writers');
  const [moved, kept] = [`${FOLDER}/t-moved.md`, `${FOLDER}/t-start-1.md`];
  const before = readFileSync(join(ann.root, FILE), 'utf8');
  writeFiles(ann.root, { [FILE]: null, [moved]: before, [kept]: null });
  for (const file of [FILE, kept]) {
    const path = join(bo.root, file);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nOf Bo.\n`);
  }
  await ann.sharing.share(NO_REQUEST);
  expect(await bo.sharing.share(NO_REQUEST)).toMatchObject({
    state: 'shared',
    notes: [expect.stringContaining(kept)],
  });
  await ann.sharing.share(NO_REQUEST);
  expect(readFileSync(join(ann.root, moved), 'utf8')).toBe(`${before}\nOf Bo.\n`);
  expect(readFileSync(join(ann.root, kept), 'utf8')).toContain('Of Bo.');
  // Both rename it, each in another way: it is one text.
  writeFiles(ann.root, { [moved]: null, [`${FOLDER}/t-ann.md`]: readFileSync(join(ann.root, moved)) });
  writeFiles(bo.root, { [moved]: null, [`${FOLDER}/t-bo.md`]: readFileSync(join(bo.root, moved)) });
  await ann.sharing.share(NO_REQUEST);
  await bo.sharing.share(NO_REQUEST);
  const files = gitIn(bo.root, 'ls-files', FOLDER);
  expect([files.includes('t-ann.md'), files.includes('t-bo.md')]).toEqual([false, true]);
});

test('the kept copy of an approved text gets no words of others', async () => {
  const { roots } = makeClones(['Ann', 'Bo']);
  const [ann, bo] = roots.map((root, at) => createWriter(root, NAMES[at] ?? ''));
  if (!ann || !bo) throw new Error('two writers');
  const before = readFileSync(join(ann.root, FILE), 'utf8');
  const [copy, moved] = [`content/approved/${'a'.repeat(64)}.md`, `${FOLDER}/t-moved.md`];
  // The copy is more like the old file than the article under its new name.
  writeFiles(ann.root, { [FILE]: null, [copy]: before, [moved]: before.replace('title: ', 'title:  ') });
  await bo.insert(FILE, (await bo.read(FILE)).hash, before.length, '\nOf Bo.\n');
  await ann.sharing.share(NO_REQUEST);
  expect(await bo.sharing.share(NO_REQUEST)).toMatchObject({ state: 'shared' });
  expect(readFileSync(join(bo.root, copy), 'utf8')).toBe(before);
  expect(readFileSync(join(bo.root, moved), 'utf8')).toContain('Of Bo.');
});

test('two front matters become none that no build reads', async () => {
  const { roots } = makeClones(['Ann', 'Bo']);
  const [ann, bo] = roots.map((root, at) => createWriter(root, NAMES[at] ?? ''));
  if (!ann || !bo) throw new Error('two writers');
  const before = readFileSync(join(ann.root, FILE), 'utf8');
  writeFileSync(join(ann.root, FILE), before.replace('author:', 'reviewBy: 2027-01-01\nauthor:'));
  writeFileSync(join(bo.root, FILE), before.replace('\n---\n', '\nreviewBy: 2027-02-02\n---\n'));
  await ann.sharing.share(NO_REQUEST);
  expect(await bo.sharing.share(NO_REQUEST)).toMatchObject({
    state: 'overlap',
    overlaps: [{ file: FILE, merge: expect.arrayContaining([expect.objectContaining({ isHead: true })]) }],
  });
});

test('git runs no hooks and reads no option out of a name, and leaves alone what the desk does not write', async () => {
  const { roots } = makeClones(['Ann']);
  const [root = ''] = roots;
  const { sharing } = createWriter(root, 'Ann');
  writeFiles(root, {
    '.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n',
    'site-config.json': readFileSync(join(root, 'site-config.json'), 'utf8').replace('A paper', 'The paper'),
    'own.txt': 'staged by hand',
    [`${FOLDER}/--amend.md`]: 'odd',
  });
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
  gitIn(root, 'add', 'own.txt');
  expect(await sharing.share({ message: '--amend', decisions: [] })).toMatchObject({ state: 'shared' });
  expect(gitIn(root, 'log', '-1', '--format=%s')).toBe('--amend');
  expect(
    gitIn(root, 'status', '--porcelain')
      .split('\n')
      .map((line) => line.trim())
      .sort(),
  ).toEqual(['A  own.txt', 'M site-config.json']);
});

test('a merge that a terminal has begun is left alone; without git there is nothing to share', async () => {
  const { roots } = makeClones(['Ann']);
  const [root = ''] = roots;
  const { sharing } = createWriter(root, 'Ann');
  writeFileSync(join(root, '.git/MERGE_HEAD'), `${gitIn(root, 'rev-parse', 'HEAD')}\n`);
  expect(await sharing.status(false)).toMatchObject({
    blocked: expect.stringContaining('middle of a merge'),
  });
  await expect(sharing.share(NO_REQUEST)).rejects.toThrow('middle of a merge');
  rmSync(join(root, '.git/MERGE_HEAD'));
  const site = makeSite();
  expect(await createWriter(site, 'Ann').sharing.status(true)).toBeNull();
  await expect(createWriter(site, 'Ann').sharing.share(NO_REQUEST)).rejects.toThrow(
    'not in a git repository',
  );
});

test('a writer without a name is asked once; a password of an address is not shown', async () => {
  const root = makeFolder();
  writeFiles(root, { [FILE]: 'text' });
  gitIn(root, 'init', '-q', '-b', 'main');
  gitIn(root, 'config', 'user.name', '');
  const { sharing } = createWriter(root, '');
  await expect(sharing.share(NO_REQUEST)).rejects.toThrow('Say who you are');
  const writer = { name: '-n <Dee>', email: '' };
  expect(await sharing.share({ ...NO_REQUEST, writer })).toEqual({ state: 'committed', notes: [] });
  expect(gitIn(root, 'log', '-1', '--format=%an')).toBe('-n Dee');
  gitIn(root, 'remote', 'add', 'origin', 'https://ann:secret@127.0.0.1:9/site.git');
  const failure = await sharing.share(NO_REQUEST).catch((error: Error) => error.message);
  expect(failure).toContain('127.0.0.1');
  // Without a network, the texts are committed here.
  writeFiles(root, { [FILE]: 'other text' });
  await expect(sharing.share(NO_REQUEST)).rejects.toThrow('cannot be read');
  expect(gitIn(root, 'status', '--porcelain')).toBe('');
  expect(failure).not.toContain('secret');
});
