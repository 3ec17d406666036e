/** The API of the desk: what it saves and merges, and whom it refuses. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { argumentsOf } from '../../packages/desk/src/server/run-command.ts';
import { runDesk } from '../../packages/desk/src/server/run-desk.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { createAccess } from '../../src/serve/access.ts';
import { startDesk } from '../support/desk.ts';
import { runArticles } from '../support/program.ts';
import { article, smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';
const SOURCE =
  "\ufeff---\r\n# a comment\r\ntitle:   'The first price'   # kept\r\nslug: first-price\r\nauthor: Ann Reed\r\ndate: 2026-01-10\r\ncustom: [ 1,2 ]\r\n---\r\nThe   text.  \r\n\r\n\ttab\r\n\r\nThe end.\r\n";
const TEXT = SOURCE.slice(1);

/** Every endpoint that the reference names. */
const ENDPOINTS = [
  ...new Set(readFileSync('docs/reference/desk-api.md', 'utf8').match(/\/__desk\/api\/\w+/g) ?? []),
];

let root = '';
let desk: Awaited<ReturnType<typeof startDesk>>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  writeFiles(root, {
    ...smallSite(),
    [FILE]: SOURCE,
    'content/en_US/articles/later.md': article({ title: 'Later', slug: 'later', date: '2999-01-01' }),
    'content/en_US/articles/idea.md': article({
      title: 'Idea',
      slug: 'idea',
      more: 'draft: true\nreviewBy: 2026-02-02',
    }),
    'secret.md': 'secret',
  });
  desk = await startDesk(root);
  return async () => {
    await desk.close();
    rmSync(root, { recursive: true, force: true });
  };
});
beforeEach(() => writeFileSync(join(root, FILE), SOURCE));

const source = () => readFileSync(join(root, FILE), 'utf8');
const open = async () => (await desk.read('document', { file: FILE })).body;
const splice = (text: string, old: string, insert: string) => {
  const from = text.indexOf(old);
  return [{ from, to: from + old.length, insert }];
};

test('the queue lists every article with its state', async () => {
  const { status, body } = await desk.read('articles');
  expect(status).toBe(200);
  const states = Object.fromEntries(
    body.rows.map((row: { file: string; state: string }) => [row.file.replace(/.*\//, ''), row.state]),
  );
  expect(states).toMatchObject({
    'second.md': 'published',
    'later.md': 'scheduled',
    'idea.md': 'draft',
  });
  const idea = body.rows.find(({ file }: { file: string }) => file.endsWith('idea.md'));
  expect(idea).toMatchObject({
    title: 'Idea',
    path: '/articles/idea',
    reviewBy: '2026-02-02',
    expires: null,
  });
  expect(body.counts).toMatchObject({ all: body.total, draft: 1, scheduled: 1, stops: 0 });
  const choices = (await desk.read('choices', { locale: 'en_US' })).body;
  expect(choices).toMatchObject({ authors: ['Ann Reed', 'Bo Lind'] });
  expect(choices.categories).toContain('betting/odds');
});

test('a query names its rows, and a wrong one is refused', async () => {
  const names = async (query: Record<string, string>) =>
    (await desk.read('articles', query)).body.rows.map(({ file }: { file: string }) => file.slice(23));
  expect(await names({ kind: 'draft' })).toEqual(['idea.md']);
  expect(await names({ words: 'LÁTER' })).toEqual(['later.md']);
  expect(await names({ month: '2026-02', kind: 'draft' })).toEqual(['idea.md']);
  // With its translation.
  expect(await names({ file: FILE })).toEqual(['first.md', 'first.md']);
  expect(await names({ sort: 'changed', count: '1' })).toEqual(['later.md']);
  expect((await desk.read('files', { kind: 'draft' })).body).toEqual({
    files: ['content/en_US/articles/idea.md'],
  });
  for (const query of [{ kind: 'x' }, { from: '-1' }, { count: '5000' }, { sort: 'x' }, { unknown: '1' }])
    expect((await desk.read('articles', query)).status, JSON.stringify(query)).toBe(400);
});

test('one unreadable file hides no other, and is named as what stops the release', async () => {
  const [broken, fresh] = ['broken', 'fresh'].map((name) => `content/en_US/articles/${name}.md`);
  const rowsOf = async (): Promise<{ file: string; state: string; stops: string | null }[]> =>
    (await desk.read('articles')).body.rows;
  writeFileSync(join(root, broken ?? ''), '---\ntitle: "Other\n---\nText.\n');
  await expect
    .poll(async () => (await rowsOf()).find(({ file }) => file === broken)?.state)
    .toBe('unreadable');
  writeFileSync(join(root, fresh ?? ''), article({ title: 'Fresh', slug: 'fresh' }));
  const rows = await rowsOf();
  expect(rows.find(({ file }) => file === fresh)).toMatchObject({ title: 'Fresh', stops: null });
  expect(rows.filter(({ stops }) => stops !== null).map(({ file }) => file)).toEqual([broken]);
  for (const file of [broken, fresh]) rmSync(join(root, file ?? ''));
  await expect.poll(async () => (await rowsOf()).some(({ stops }) => stops !== null)).toBe(false);
});

describe('a save', () => {
  test('changes its characters and no other byte', async () => {
    const { text, hash } = await open();
    expect(text).toBe(TEXT);
    const { mode } = statSync(join(root, FILE));
    const { status, body } = await desk.post('save', {
      file: FILE,
      base: hash,
      splices: splice(text, 'The   text', 'A text'),
    });
    expect(status).toBe(200);
    expect(source()).toBe(SOURCE.replace('The   text', 'A text'));
    expect(body.text).toBe(TEXT.replace('The   text', 'A text'));
    expect(statSync(join(root, FILE)).mode).toBe(mode);
    const undone = await desk.post('save', {
      file: FILE,
      base: body.hash,
      splices: splice(body.text, 'A text', 'The   text'),
    });
    expect(undone.status).toBe(200);
    expect(source()).toBe(SOURCE);
  });

  test('is merged with a change of another paragraph in the file', async () => {
    const { text, hash } = await open();
    writeFileSync(join(root, FILE), SOURCE.replace('The end', 'No end'));
    const { status, body } = await desk.post('save', {
      file: FILE,
      base: hash,
      splices: splice(text, 'The   text', 'A text'),
    });
    expect(status).toBe(200);
    expect(source()).toBe(SOURCE.replace('The end', 'No end').replace('The   text', 'A text'));
    expect(body.mine).not.toBe(body.hash);
  });

  test('shows an overlap, and writes nothing', async () => {
    const { text, hash } = await open();
    const theirs = SOURCE.replace('The end', 'Their end');
    writeFileSync(join(root, FILE), theirs);
    const { status, body } = await desk.post('save', {
      file: FILE,
      base: hash,
      splices: splice(text, 'The end', 'My end'),
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ reason: 'overlap', text: theirs.slice(1) });
    expect(body.merge[1]).toEqual({
      base: 'The end.\r\n',
      mine: 'My end.\r\n',
      theirs: 'Their end.\r\n',
      isHead: false,
    });
    expect(source()).toBe(theirs);
  });

  test('of a version that the server does not know needs its text', async () => {
    const { createSourceFiles } = await import('../../packages/desk/src/server/source-files.ts');
    const { hash } = createSourceFiles(root).read(FILE);
    const other = createSourceFiles(root);
    writeFileSync(join(root, FILE), SOURCE.replace('The end', 'No end'));
    const save = { file: FILE, base: hash, splices: splice(TEXT, 'The   text', 'A text') };
    await expect(other.save(save)).rejects.toMatchObject({
      status: 409,
      details: { reason: 'unknown-base' },
    });
    await other.save({ ...save, baseText: TEXT });
    expect(source()).toBe(SOURCE.replace('The end', 'No end').replace('The   text', 'A text'));
  });

  test('of a field changes its value and no other byte', async () => {
    expect(
      (await desk.post('change', { files: [FILE], set: [{ field: 'date', value: '2026-05-05' }] })).status,
    ).toBe(200);
    expect(source()).toBe(SOURCE.replace('2026-01-10', '2026-05-05'));
    await desk.post('change', {
      files: [FILE],
      set: [{ field: 'tags', value: ['odds', 'Paris, France'] }],
      unset: ['custom'],
    });
    expect(source()).toContain(
      'title:   \'The first price\'   # kept\r\ntags: ["odds", "Paris, France"]\r\n',
    );
    expect(source()).not.toContain('custom');
  });

  test('of fields writes all files, or none where an article would be wrong', async () => {
    const other = 'content/en_US/articles/idea.md';
    const before = readFileSync(join(root, other), 'utf8');
    const wrong: object[] = [
      { set: [{ field: 'date', value: 'next tuesday' }] },
      { unset: ['title'] },
      { set: [{ field: 'draft', value: 'perhaps' }] },
      { move: [{ field: 'title', days: 1 }] },
    ];
    for (const change of wrong) {
      const { status, body } = await desk.post('change', { files: [other, FILE], ...change });
      expect(status, JSON.stringify(change)).toBe(400);
      // Each problem once, however many articles have it.
      if (!('move' in change)) expect(body.message.split(other).length, body.message).toBe(2);
      expect([readFileSync(join(root, other), 'utf8'), source()]).toEqual([before, SOURCE]);
    }
    const { body } = await desk.post('change', {
      files: [other, FILE],
      set: [{ field: 'reviewBy', value: '2027-01-31' }],
    });
    expect(body.versions.map(({ file }: { file: string }) => file)).toEqual([other, FILE]);
    expect(source()).toContain('reviewBy: 2027-01-31');
    writeFileSync(join(root, other), before);
  });

  test('of fields of several files is undone in all of them, or in none', async () => {
    const other = 'content/en_US/articles/idea.md';
    const before = readFileSync(join(root, other), 'utf8');
    const change = () =>
      desk.post('change', { files: [other, FILE], set: [{ field: 'reviewBy', value: '2027-01-31' }] });
    const { undo } = (await change()).body;
    expect(source()).not.toBe(SOURCE);
    const undone = await desk.post('undo', { undo });
    expect(undone.body.versions.map(({ file }: { file: string }) => file)).toEqual([other, FILE]);
    expect([readFileSync(join(root, other), 'utf8'), source()]).toEqual([before, SOURCE]);
    expect((await desk.post('undo', { undo })).status).toBe(404);
    const again = (await change()).body.undo;
    const theirs = source().replace('The end', 'Their end');
    writeFileSync(join(root, FILE), theirs);
    const refused = await desk.post('undo', { undo: again });
    expect([refused.status, refused.body.reason]).toEqual([409, 'changing']);
    expect(refused.body.message).toContain(FILE);
    expect([readFileSync(join(root, other), 'utf8') === before, source()]).toEqual([false, theirs]);
    writeFileSync(join(root, other), before);
  });

  test('of a day keeps the time and its zone', async () => {
    for (const [before, after] of [
      ['2026-12-10T09:30:00+05:30', '2027-01-01T09:30:00+05:30'],
      ['2026-12-10', '2027-01-01'],
    ] as const) {
      writeFileSync(join(root, FILE), SOURCE.replace('2026-01-10', before));
      await desk.post('change', { files: [FILE], move: [{ field: 'date', days: 22 }] });
      expect(source()).toBe(SOURCE.replace('2026-01-10', after));
    }
  });

  test('names where a text has gone', async () => {
    const { text, hash } = await open();
    const moved = 'content/en_US/articles/below/moved.md';
    mkdirSync(join(root, 'content/en_US/articles/below'), { recursive: true });
    writeFileSync(join(root, moved), SOURCE.replace('title:', 'aliases: ["articles/old"]\r\ntitle:'));
    rmSync(join(root, FILE));
    const save = { file: FILE, base: hash, splices: splice(text, 'The   text', 'A text') };
    for (const { status, body } of [
      await desk.read('document', { file: FILE, hash }),
      await desk.post('save', save),
    ]) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ reason: 'gone', file: moved });
    }
    rmSync(join(root, moved));
    expect((await desk.post('save', save)).body).toMatchObject({ reason: 'gone' });
    // A new file never replaces one, and stays in the content.
    for (const [file, status] of [
      [FILE, 200],
      [FILE, 409],
      ['content/en_US/articles/../../../x.md', 404],
      ['content/en_US/x.md', 404],
    ] as const)
      expect((await desk.post('create', { file, text })).status, file).toBe(status);
    expect(source()).toBe(TEXT);
  });

  test('of a deleted text does not go into its copy, which stood beside it', async () => {
    const copy = 'content/en_US/articles/copy.md';
    writeFileSync(join(root, copy), SOURCE);
    await sleep(300);
    const { text, hash } = await open();
    rmSync(join(root, FILE));
    const save = { file: FILE, base: hash, splices: splice(text, 'The   text', 'A text') };
    for (const { status, body } of [
      await desk.read('document', { file: FILE, hash }),
      await desk.post('save', save),
    ]) {
      expect([status, body.reason]).toEqual([404, 'gone']);
      expect(body.file).toBeUndefined();
    }
    rmSync(join(root, copy));
  });

  test('keeps the permissions of the file, and refuses a read-only one', async () => {
    const { text, hash } = await open();
    const path = join(root, FILE);
    const save = { file: FILE, base: hash, splices: splice(text, 'The   text', 'A text') };
    chmodSync(path, 0o444);
    const refused = await desk.post('save', save);
    expect([refused.status, source()]).toEqual([400, SOURCE]);
    expect(refused.body.message).toContain('permission');
    chmodSync(path, 0o664);
    expect((await desk.post('save', save)).status).toBe(200);
    expect(statSync(path).mode & 0o777).toBe(0o664);
    chmodSync(path, 0o644);
  });

  test('reaches the page, which is the built file and the script of the desk', async () => {
    const { text, hash } = await open();
    await desk.post('save', {
      file: FILE,
      base: hash,
      splices: splice(text, 'The   text', 'Words that are new'),
    });
    await expect
      .poll(async () => (await desk.get('/articles/first-price')).body)
      .toContain('Words that are new');
    const { body, headers } = await desk.get('/articles/first-price');
    const built = readFileSync(join(root, '.articles/desk/articles/first-price.html'), 'utf8');
    expect(body.replace(/<script defer nonce="[\w-]+" src="\/__desk\/frame.js"><\/script>/, '')).toBe(built);
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts; default-src 'none'; script-src 'nonce-/,
    );
  });
});

test('a draft is begun in one step, also as a translation that keeps what its language has', async () => {
  const draft = { title: 'In one step', locale: 'en_US', category: 'betting/odds' };
  const { status, body } = await desk.post('new', draft);
  expect([status, body.file]).toEqual([200, 'content/en_US/articles/betting/in-one-step.md']);
  const { fields } = (await desk.read('document', { file: body.file })).body;
  expect(fields).toMatchObject({ title: 'In one step', draft: 'true', category: 'betting/odds' });
  expect((await desk.post('new', { ...draft, category: 'nowhere' })).body.message).toContain('nowhere');

  const { file: other } = (await desk.post('duplicate', { file: body.file, locale: 'ru_RU' })).body;
  expect(other).toBe('content/ru_RU/articles/betting/in-one-step.md');
  const translated = (await desk.read('document', { file: other })).body.fields;
  const [author] = JSON.parse(readFileSync(join(root, 'content/ru_RU/authors.json'), 'utf8'));
  expect(translated).toMatchObject({ title: 'In one step', draft: 'true' });
  expect([author.name, 'ann-reed']).toContain(translated.author);
  const again = await desk.post('duplicate', { file: body.file, locale: 'ru_RU' });
  expect([again.status, again.body.reason]).toEqual([409, 'exists']);
  expect((await desk.post('duplicate', { file: body.file, locale: '../..' })).status).not.toBe(200);
  for (const file of [body.file, other]) rmSync(join(root, file));
});

test('blocks of a page name their lines in the desk, and nowhere else', async () => {
  const file = 'content/en_US/articles/lines.md';
  writeFiles(root, {
    [file]: article({
      title: 'Lines',
      slug: 'lines',
      body: 'One.\n\n- Two.\n\n:::callout{type="note"}\nThree.\n:::\n',
    }),
  });
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const lineOf = (words: string) => lines.findIndex((line) => line.startsWith(words)) + 1;
  const page = async () => (await desk.get('/articles/lines')).body;
  await expect.poll(page).toContain(`<p data-line="${lineOf('One.')}">One.</p>`);
  expect(await page()).toContain(`<ul data-line="${lineOf('- Two.')}">`);
  expect(await page()).toContain(`<div data-line="${lineOf(':::callout')}"`);
  await runArticles(['build', '--root', root]);
  const built = readFileSync(join(root, 'dist/articles/lines.html'), 'utf8');
  expect((await page()).replace(/ data-line="\d+"/g, '')).toContain(
    /<p>One\.<\/p>[\s\S]*Three\./.exec(built)?.[0],
  );
  expect(built).not.toContain('data-line');
  rmSync(join(root, file));
});

test('an article is duplicated as a draft of its own, deleted and restored', async () => {
  const file = 'content/en_US/articles/whole.md';
  const more = 'aliases: [/old]\nid: urn:uuid:0a\ntags: [odds]';
  writeFiles(root, { [file]: article({ title: 'Whole', slug: 'whole', more }) });
  const before = readFileSync(join(root, file));
  const { file: copy } = (await desk.post('duplicate', { file })).body;
  expect(copy).toBe('content/en_US/articles/whole-2.md');
  const { fields, text } = (await desk.read('document', { file: copy })).body;
  expect(fields).toMatchObject({ title: 'Whole', slug: 'whole-2', draft: 'true', tags: ['odds'] });
  expect(text).not.toMatch(/aliases|urn:uuid/);
  expect((await desk.post('duplicate', { file })).body.file).toBe('content/en_US/articles/whole-3.md');

  expect((await desk.post('delete', { file })).status).toBe(200);
  expect(existsSync(join(root, file))).toBe(false);
  const deleted = async () => (await desk.read('articles', { kind: 'deleted' })).body.rows;
  expect(await deleted()).toMatchObject([{ file, title: 'Whole', state: 'deleted' }]);
  writeFileSync(join(root, file), 'another');
  expect((await desk.post('restore', { file })).body).toMatchObject({ reason: 'exists' });
  rmSync(join(root, file));
  expect((await desk.post('restore', { file })).status).toBe(200);
  expect(readFileSync(join(root, file)).equals(before)).toBe(true);
  expect((await desk.post('restore', { file })).status).toBe(404);
  for (const name of ['whole', 'whole-2', 'whole-3']) rmSync(join(root, `content/en_US/articles/${name}.md`));
});

test('all words of a site are in the queue, and open', async () => {
  const page = 'content/en_US/pages/contact.md';
  writeFiles(root, { [page]: '---\ntitle: Contact\n---\nWrite to us.\n' });
  const others = async () => (await desk.read('articles', { kind: 'others', sort: 'file' })).body.rows;
  await expect
    .poll(async () => (await others()).map((row: { path: string }) => row.path))
    .toContain('/contact');
  const rows: { file: string; title: string; path: string; type: string }[] = await others();
  const english = rows.filter(({ file }) => file.startsWith('content/en_US/'));
  expect(english.map(({ file, path, type }) => [file.slice(14), path, type])).toEqual([
    ['authors.json', '/authors', 'data'],
    ['categories.json', '/', 'data'],
    ['info/about-us.md', '/info/about-us', 'page'],
    ['info/privacy-policy.md', '/privacy-policy', 'page'],
    ['info/terms.md', '/terms', 'page'],
    ['pages/contact.md', '/contact', 'page'],
    ['seo.json', '/', 'data'],
  ]);
  for (const { file, path } of english) {
    const { text, hash } = (await desk.read('document', { file })).body;
    const bytes = readFileSync(join(root, file));
    const splices = [{ from: text.length, to: text.length, insert: '\n' }];
    const saved = await desk.post('save', { file, base: hash, splices });
    expect(readFileSync(join(root, file), 'utf8')).toBe(`${text}\n`);
    const back = [{ from: text.length, to: text.length + 1, insert: '' }];
    await desk.post('save', { file, base: saved.body.hash, splices: back });
    expect(readFileSync(join(root, file)).equals(bytes)).toBe(true);
    await expect.poll(async () => (await desk.get(path)).status).toBe(200);
  }
  // A change of several, and "choose all", leave them out.
  expect((await desk.read('files', { kind: 'others' })).body.files).toEqual([]);
  rmSync(join(root, 'content/en_US/pages'), { recursive: true });
});

describe('a form', () => {
  const put = (file: string, path: (string | number)[], value?: unknown) =>
    desk.post('put', { file, path, ...(value !== undefined && { value }) });
  const edition = 'content/en_US';
  const json = (name: string) => JSON.parse(readFileSync(join(root, edition, `${name}.json`), 'utf8'));

  test.each(['authors', 'categories', 'seo', 'strings'])('of %s has the schema of editors', async (name) => {
    const { body } = await desk.read('schema', { file: `${edition}/${name}.json` });
    expect(body).toEqual(JSON.parse(readFileSync(`lib/schemas/${name}.schema.json`, 'utf8')));
  });

  test('of a page has its fields, and writes none that would be an error', async () => {
    const file = `${edition}/info/terms.md`;
    const before = readFileSync(join(root, file), 'utf8');
    const { properties } = (await desk.read('schema', { file })).body;
    expect(Object.keys(properties)).toContain('navigation');
    expect(properties).not.toHaveProperty('author');
    const set = (field: string, value: string) =>
      desk.post('change', { files: [file], set: [{ field, value }] });
    expect((await set('order', 'first')).status).toBe(400);
    expect(readFileSync(join(root, file), 'utf8')).toBe(before);
    expect((await set('description', 'What holds')).status).toBe(200);
    expect(readFileSync(join(root, file), 'utf8')).toBe(
      before.replace('\n---\n', '\ndescription: What holds\n---\n'),
    );
    writeFileSync(join(root, file), before);
  });

  test('of a file changes one value and no other byte', async () => {
    const file = `${edition}/seo.json`;
    const before = readFileSync(join(root, file), 'utf8');
    const { body } = await put(file, ['home', 'title'], 'Welcome “home”');
    expect(body.text).toBe(before.replace('"Title of home"', '"Welcome “home”"'));
    expect(readFileSync(join(root, file), 'utf8')).toBe(body.text);
    writeFileSync(join(root, file), before.replaceAll('\n', '\r\n').replaceAll('  ', '\t'));
    await put(file, ['home', 'title'], 'Welcome');
    const windows = before
      .replace('Title of home', 'Welcome')
      .replaceAll('\n', '\r\n')
      .replaceAll('  ', '\t');
    expect(readFileSync(join(root, file), 'utf8')).toBe(windows);
    writeFileSync(join(root, file), before);
  });

  test('adds and removes what a file lists', async () => {
    const files = ['authors', 'categories'].map((name) => join(root, edition, `${name}.json`));
    const before = files.map((file) => readFileSync(file));
    const author = {
      name: 'Cy Ode',
      description: 'Writes.',
      meta_title: 'Cy',
      meta_description: 'All of Cy.',
    };
    expect((await put(`${edition}/authors.json`, [2], author)).status).toBe(200);
    expect(json('authors')[2]).toEqual(author);
    expect((await put(`${edition}/authors.json`, [0])).status).toBe(200);
    expect(json('authors').map(({ name }: { name: string }) => name)).toEqual(['Bo Lind', 'Cy Ode']);
    expect((await put(`${edition}/categories.json`, ['walks'], {})).status).toBe(200);
    expect(json('categories').walks).toEqual({});
    expect((await put(`${edition}/categories.json`, ['walks'])).status).toBe(200);
    expect(json('categories')).not.toHaveProperty('walks');
    for (const [at, file] of files.entries()) writeFileSync(file, before[at] ?? '');
  });

  test('of the ledger keeps its comments, and refuses a name that the ledger does not have', async () => {
    const file = 'content/offers.yaml';
    const ledger =
      '# Who pays.\r\nadvertisers:\r\n  acme: { name: Acme } # since 2026\r\noffers:\r\n  books: # until spring\r\n    advertiser: acme\r\n    class: books\r\n    texts: {}\r\n';
    const more = 'offers:\n  films: { advertiser: acme, class: films, texts: {} }\n';
    const notices =
      '- class: books\n  market: GB # and parts of it\n  source: https://law.example/\n  checked: 2026-11-20\n  by: A. Reed\n  reviewBy: 2027-05-20\n';
    writeFiles(root, { [file]: ledger, 'content/offers/more.yaml': more, 'content/notices.yaml': notices });
    const { body: schema } = await desk.read('schema', { file });
    expect(schema).toEqual(JSON.parse(readFileSync('lib/schemas/offers.schema.json', 'utf8')));
    const { body: opened } = await desk.read('document', { file });
    expect(opened.data.value.offers.books.class).toBe('books');

    const { body } = await put(file, ['offers', 'books', 'until'], '2027-01-31');
    expect(body.text).toBe(`${ledger}    until: 2027-01-31\r\n`);
    const text = { url: 'https://acme.example/', text: 'Three: books' };
    await put(file, ['offers', 'books', 'texts', 'en_US'], text);
    const whole = readFileSync(join(root, file), 'utf8');
    expect(whole).toContain(
      '\r\n    texts: { en_US: { url: https://acme.example/, text: "Three: books" } }\r\n',
    );
    await put('content/notices.yaml', [0, 'needs'], ['terms']);
    expect(readFileSync(join(root, 'content/notices.yaml'), 'utf8')).toBe(
      `${notices}  needs:\n    - terms\n`,
    );

    for (const [path, value] of [
      [['offers', 'books', 'advertiser'], 'nobody'],
      [['offers', 'books', 'until'], 'spring'],
      [['offers', 'books', 'price'], '12'],
      // Both files have offers of it.
      [['advertisers', 'acme'], undefined],
      // The other file has it.
      [['offers', 'films'], { advertiser: 'acme', class: 'films', texts: {} }],
    ] as const)
      expect([path, (await put(file, [...path], value)).status]).toEqual([path, 400]);
    expect((await put('content/notices.yaml', [0, 'needs'], ['price'])).status).toBe(400);
    expect(readFileSync(join(root, file), 'utf8')).toBe(whole);
    for (const name of ['offers.yaml', 'offers', 'notices.yaml'])
      rmSync(join(root, 'content', name), { recursive: true });
  });

  test.each<[string, string, (string | number)[], unknown]>([
    ['an empty title', 'seo.json', ['home', 'title'], ''],
    ['a biography that is gone', 'authors.json', [0, 'description'], undefined],
    ['another type', 'seo.json', ['home'], 'Home'],
    ['an unknown field', 'seo.json', ['none'], 'x'],
    ['an author without a name', 'authors.json', [2], { description: 'x' }],
    ['a second author of this name', 'authors.json', [2], 'Ann Reed'],
    ['a number where a name stands', 'seo.json', [3], 'x'],
    ['a place behind the end', 'seo.json', ['home', 'title', 'x', 'y'], 'x'],
    ['no place', 'seo.json', [], 'x'],
    ['a prototype', 'seo.json', ['__proto__', 'title'], 'x'],
    ['a text', 'articles/first.md', ['title'], 'x'],
    ['a file elsewhere', '../../site-config.json', ['title'], 'x'],
  ])('refuses %s, and writes nothing', async (_name, file, path, value) => {
    const before = readFileSync(join(root, edition, file));
    const { status, body } = await put(`${edition}/${file}`, path, value);
    expect([400, 404]).toContain(status);
    expect(body.message).not.toBe('');
    expect(readFileSync(join(root, edition, file)).equals(before)).toBe(true);
  });
});

test('comments are files that name their words', async () => {
  const { text, hash } = await open();
  const from = text.indexOf('The end');
  const added = await desk.post('comment', {
    action: 'add',
    file: FILE,
    hash,
    place: { from, to: from + 7 },
    text: 'Which end?',
  });
  expect(added.body.comments).toMatchObject([
    { quote: 'The end', text: 'Which end?', place: { from, to: from + 7 } },
  ]);
  const [{ id }] = added.body.comments;
  const path = join(root, 'comments/en_US/articles/first', `${id}.json`);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ quote: 'The end', text: 'Which end?' });
  writeFileSync(join(root, FILE), SOURCE.replace('The end', 'Nothing'));
  expect((await open()).comments).toMatchObject([{ quote: 'The end', place: null }]);
  await desk.post('comment', { action: 'remove', file: FILE, id });
  expect(existsSync(path)).toBe(false);
});

test('a suggestion is a comment with other words, and needs one of both', async () => {
  const { text, hash } = await open();
  const from = text.indexOf('The end');
  const about = { action: 'add', file: FILE, hash, place: { from, to: from + 7 } };
  const { body } = await desk.post('comment', { ...about, text: '', replacement: 'The beginning' });
  expect(body.comments).toMatchObject([{ quote: 'The end', replacement: 'The beginning', text: '' }]);
  expect((await desk.post('comment', { ...about, text: ' ' })).status).toBe(400);
  const [{ id }] = body.comments;
  await desk.post('comment', { action: 'remove', file: FILE, id });
});

test('a save moves the comments whose words it changes, and leaves the others', async () => {
  const { text, hash } = await open();
  const from = text.indexOf('The end');
  const about = { action: 'add', file: FILE, hash, place: { from, to: from + 7 } };
  const { body } = await desk.post('comment', { ...about, text: 'Which end?', replacement: 'An end' });
  const [{ id }] = body.comments;
  const path = join(root, 'comments/en_US/articles/first', `${id}.json`);
  const save = async (old: string, insert: string) => {
    const now = await open();
    await desk.post('save', { file: FILE, base: now.hash, splices: splice(now.text, old, insert) });
  };
  const comments = async () => (await open()).comments;
  await save('end', 'bitter end');
  expect(await comments()).toMatchObject([
    {
      id,
      quote: 'The bitter end',
      text: 'Which end?',
      replacement: 'An end',
      place: { from, to: from + 14 },
    },
  ]);
  const kept = readFileSync(path, 'utf8');
  await save('The   text', 'Another text');
  await save('end.', 'end. More.');
  expect(await comments()).toMatchObject([{ quote: 'The bitter end', place: { from: from + 2 } }]);
  expect(readFileSync(path, 'utf8')).toBe(kept);
  await save('The bitter end. More', 'Nothing');
  expect(await comments()).toMatchObject([{ quote: 'The bitter end', place: null }]);
  await desk.post('comment', { action: 'remove', file: FILE, id });
});

test('directives of the site come first, with an example that they take', async () => {
  const names = async () =>
    (await desk.read('directives')).body.map(({ name, example }: Record<string, string>) => [name, example]);
  const file = join(root, 'theme/directives/recipe.tsx');
  writeFiles(root, {
    'theme/directives/recipe.tsx': `import * as z from 'zod';
export const attributes = z.strictObject({ level: z.enum(['easy', 'hard']), cook: z.string(), note: z.string().optional() });
export default ({ attributes }) => <p>{attributes.level}</p>;`,
  });
  const [own, ...others] = await names();
  expect(own).toEqual(['recipe', ':::recipe{level="easy" cook="…"}\nText\n:::']);
  expect(others.map(([name]: [string]) => name)).toContain('callout');
  writeFileSync(file, 'export default (');
  expect((await names()).map(([name]: [string]) => name)).not.toContain('recipe');
  rmSync(join(root, 'theme'), { recursive: true });
});

test('pictures get a name of their own in content/images', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const store = (name: string, bytes: Buffer) => desk.post(`picture?${new URLSearchParams({ name })}`, bytes);
  expect((await store('../../My Board.PNG', png)).body).toEqual({ url: '/images/my-board.png' });
  expect((await store('my-board.png', png)).body).toEqual({ url: '/images/my-board-2.png' });
  expect(readFileSync(join(root, 'content/images/my-board.png'))).toEqual(png);
  expect((await store('x.svg', Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(400);
});

describe('refused', () => {
  const names: [string, string][] = [
    ['a link out of the content', 'content/en_US/articles/leak.md'],
    ['a path out of the site', 'content/en_US/articles/../../../secret.md'],
    ['a path that begins at the root', '/etc/passwd'],
    ['another kind of file', 'site-config.json'],
    ['a hidden file', 'content/en_US/articles/.hidden.md'],
    ['no file', 'content/en_US/articles/none.md'],
  ];
  test.each(names)('%s', async (_name, file) => {
    if (file.endsWith('leak.md')) symlinkSync(join(root, 'secret.md'), join(root, file));
    expect((await desk.read('document', { file })).status).toBe(404);
    expect((await desk.post('save', { file, base: '', splices: [], baseText: '' })).status).toBe(404);
    expect((await desk.post('command', { command: 'approve', file })).status).toBeGreaterThanOrEqual(400);
    expect(readFileSync(join(root, 'secret.md'), 'utf8')).toBe('secret');
    rmSync(join(root, 'content/en_US/articles/leak.md'), { force: true });
  });

  const headers: [string, Record<string, string | undefined>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a page in a sandbox', { origin: 'null' }],
    ['no origin', { origin: undefined }],
    ['another name that leads here', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a form, which has no header', { 'x-articles-desk': undefined }],
    ['a text', { 'content-type': 'text/plain' }],
  ];
  test.each(headers)('a change from %s', async (_name, sent) => {
    const { status } = await desk.post(
      'change',
      { files: [FILE], set: [{ field: 'title', value: 'Evil' }] },
      sent,
    );
    expect([400, 403]).toContain(status);
    expect((await desk.post('command', { command: 'build' }, sent)).status).toBe(status);
    expect(source()).toBe(SOURCE);
  });

  test('a look from another site, a sandbox or another name', async () => {
    for (const sent of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { host: 'evil.example' },
    ]) {
      for (const path of ['/__desk/api/articles', `/__desk/api/document?file=${FILE}`, '/__events'])
        expect((await desk.get(path, sent)).status).toBe(403);
    }
  });

  test('whoever has no token, everywhere but for what a page in the sandbox loads', async () => {
    const without = { cookie: undefined };
    const style = readdirSync(join(root, '.articles/desk/assets')).find((name) => name.endsWith('.css'));
    const closed = ['/', '/articles/second-look', '/articles/none', '/feed.xml', '/page-data/app-data.json'];
    for (const path of [...ENDPOINTS, ...closed, '/__events', '/__desk', '/__desk?token=x'])
      for (const cookie of [undefined, `${desk.cookie}x`, desk.cookie.replace(/=.*/, '=')])
        expect((await desk.get(path, { cookie })).status, path).toBe(401);
    for (const path of [`/assets/${style}`, '/__desk/frame.js', '/__desk/desk.js'])
      expect((await desk.get(path, without)).status, path).toBe(200);
    const change = { files: [FILE], set: [{ field: 'title', value: 'Evil' }] };
    for (const name of ENDPOINTS)
      expect((await desk.post(name.replace(/.*\//, ''), change, without)).status, name).toBe(401);
    expect(source()).toBe(SOURCE);
  });

  test('no program that sends the token in a header, and no other page that makes a browser send the cookie', async () => {
    const authorization = `Bearer ${desk.token}`;
    const change = { files: [FILE], set: [{ field: 'title', value: 'By a program' }] };
    const program = { cookie: undefined, origin: undefined, 'x-articles-desk': undefined, authorization };
    expect(
      (await desk.post('change', change, { ...program, authorization: `${authorization}x` })).status,
    ).toBe(401);
    expect((await desk.post('change', change, program)).status).toBe(200);
    expect(source()).toContain('By a program');
    expect((await desk.get('/__desk/api/schema', { cookie: undefined, authorization })).status).toBe(200);
    const { headers } = await desk.get(`/__desk?token=${desk.token}`, { cookie: undefined });
    expect(headers['set-cookie']).toEqual([`${desk.cookie}; Path=/; HttpOnly; SameSite=Strict`]);
  });

  test('the token of others: its file is for its owner, and one that others may know is made again', async () => {
    const path = join(root, '.articles/desk-token');
    const { token } = createAccess(root);
    expect([token, statSync(path).mode & 0o777]).toEqual([desk.token, 0o600]);
    const other = mkdtempSync(join(tmpdir(), 'articles-test-'));
    writeFiles(other, { '.articles/desk-token': token });
    const made = createAccess(other).token;
    expect(made).not.toBe(token);
    expect(createAccess(other).token).toBe(made);
    rmSync(other, { recursive: true });
  });

  test('an address that other machines reach', async () => {
    const options = { root, port: 0, reporter: createSilentReporter() };
    await expect(runDesk({ ...options, host: '0.0.0.0' })).rejects.toThrow(UserError);
  });
});

test('no value of a command is read as an option', () => {
  expect(argumentsOf({ command: 'generate', category: '--root=/', locale: '--x', pays: false })).toEqual([
    'generate',
    '--locale=--x',
    '--category=--root=',
    '--dry-run',
  ]);
  expect(argumentsOf({ command: 'approve', file: 'content/a.md', reason: '--force' })).toEqual([
    'review',
    '--force',
    '--reason=--force',
    '--',
    'approve',
    'content/a.md',
  ]);
});

test('a folder that is in the way of comments does not stop the text', async () => {
  mkdirSync(join(root, 'comments/en_US/articles/first/odd.json'), { recursive: true });
  expect((await open()).comments).toEqual([]);
});

test('an article that cannot be read is listed, and its findings come with the text', async () => {
  const file = 'content/en_US/articles/broken.md';
  writeFileSync(join(root, file), 'no front matter');
  await expect
    .poll(async () => (await desk.read('document', { file })).body)
    .toMatchObject({
      fields: null,
      text: 'no front matter',
      findings: [{ code: 'missing-front-matter', line: 1 }],
    });
  const { rows } = (await desk.read('articles')).body;
  expect(rows.find((row: { file: string }) => row.file === file)).toMatchObject({ state: 'unreadable' });
  rmSync(join(root, file));
});

test('sections are counted as `generate --section` counts them, and stale ones are marked', async () => {
  const original = 'content/en_US/articles/guide.md';
  const file = 'content/ru_RU/articles/guide.md';
  const body = 'The beginning.\n\n## First\n\nOne.\n\n## Second\n\nTwo.\n';
  writeFiles(root, { [original]: article({ title: 'Guide', slug: 'guide', body }) });
  const { loadOriginal, hashParts } = await import('../../src/generate/files/load-original.ts');
  const parts = hashParts(loadOriginal(root, 'en_US', original)).map((part) => `"${part}"`);
  const origin = [
    'origin: {status: approved, model: m, prompt: p, run: "1", article: a, topic: Guide, date: "2026-01-01T00:00:00Z",',
    '  tokens: {input: 1, cached: 0, output: 1}, usd: null,',
    `  translatedFrom: ${original}, originalParts: [${parts.join(', ')}]}`,
  ].join('\n');
  writeFiles(root, { [file]: article({ title: 'Guide', slug: 'guide', body, more: origin }) });
  const sections = async () => (await desk.read('document', { file })).body.sections;
  expect(await sections()).toMatchObject([
    { number: 1, heading: '', text: 'The beginning.', isStale: false },
    { number: 2, heading: 'First', isStale: false },
    { number: 3, heading: 'Second', isStale: false },
  ]);
  writeFiles(root, {
    [original]: article({ title: 'Guide', slug: 'guide', body: body.replace('Two.', 'Two or three.') }),
  });
  expect((await sections()).map(({ isStale }: { isStale: boolean }) => isStale)).toEqual([
    false,
    false,
    true,
  ]);
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  expect((await sections()).map(({ line }: { line: number }) => lines[line - 1])).toEqual([
    'The beginning.',
    '## First',
    '## Second',
  ]);
  for (const name of [file, original]) rmSync(join(root, name));
});

test('the schema has the own fields of the site, and those of the program alone while its code is wrong', async () => {
  const file = join(root, 'content/schema.ts');
  const schema = async () => (await desk.read('schema')).body.properties;
  writeFileSync(
    file,
    "import { z } from 'zod';\nexport const article = z.object({ level: z.enum(['easy', 'hard']).optional() });\n",
  );
  expect(await schema()).toMatchObject({ level: { enum: ['easy', 'hard'] }, title: {} });
  writeFileSync(file, 'export const article = (;\n');
  expect(await schema()).toHaveProperty('title');
  expect(await schema()).not.toHaveProperty('level');
  rmSync(file);
});
