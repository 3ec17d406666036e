/** Articles, sections and stale translations that are written again: what changes, what stays, and what it costs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runArticles } from '../support/program.ts';
import { createSite, createTopics, readArticles, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

async function setUp(locales: readonly string[] = ['en_US']) {
  const root = createSite({ maxRepairs: 0 }, undefined, locales);
  const server = await serveModel();
  const { result } = await runGenerate(root, server.url, { topics: createTopics(1) });
  const file = result.written[0]?.file ?? '';
  const path = join(root, file);
  const read = () => readFileSync(path, 'utf8');
  const asked = server.calls.length;
  return { root, server, file, path, read, asked: () => server.calls.slice(asked) };
}

const bodyOf = (text: string) => text.slice(text.indexOf('\n---\n') + 5);
const chunksOf = (text: string) => bodyOf(text).split(/^(?=## )/m);
const approve = (root: string, file: string) =>
  runArticles(['review', 'approve', file, '--reviewer', 'Ann', '--root', root]);

test('one section is written again with the note of the editor; all other bytes of the text stay', async () => {
  const { root, server, file, path, read, asked } = await setUp();
  // What an editor has changed by hand stays as well.
  writeFileSync(path, read().replace(/^author: .*$/m, "author: 'Editorial Team' # by hand"));
  expect((await approve(root, file)).code).toBe(0);
  const before = read();
  const { result, errors } = await runGenerate(root, server.url, {
    topics: null,
    rewrite: { file, section: 2, note: 'Say what a tote is.' },
  });
  expect([errors, result.written]).toEqual([[], [expect.objectContaining({ file, status: 'draft' })]]);
  expect(asked().map(({ step }) => step)).toEqual(['sections']);
  const prompt = asked()[0]?.body.messages[1]?.content ?? '';
  expect(prompt).toContain('An editor asks: Say what a tote is.');
  const after = read();
  const [old, now] = [chunksOf(before), chunksOf(after)];
  expect(now.length).toBe(old.length);
  expect(now.map((chunk, index) => chunk === old[index])).toEqual([true, false, true]);
  expect(after).toContain("author: 'Editorial Team' # by hand");
  expect(after).toMatch(/^draft: true$/m);
  expect(/^title: .*$/m.exec(after)?.[0]).toBe(/^title: .*$/m.exec(before)?.[0]);
  expect(after.match(/^origin:$/gm)).toHaveLength(1);
  expect(after).toMatch(/^ {2}notes: Say what a tote is\.$/m);
  // Nobody has approved the new text.
  expect((await runArticles(['list', '--root', root, '--json'])).stdout).toContain(file);
  writeFileSync(path, after.replace('draft: true', 'draft: false'));
  expect((await runArticles(['check', '--root', root])).stderr).toMatch(
    /a newer text of this article waits for review/,
  );
  writeFileSync(path, after);
  expect((await approve(root, file)).code).toBe(0);
  expect((await runArticles(['check', '--root', root])).code).toBe(0);
});

test('a whole article is written again in its place, with its address and its categories', async () => {
  const { root, server, file, read, asked } = await setUp();
  const before = read();
  const { result, errors } = await runGenerate(
    root,
    server.url,
    { topics: null, rewrite: { file, section: undefined, note: 'Shorter.' } },
    { budget: 5 },
  );
  expect([errors, result.written.length]).toEqual([[], 1]);
  expect(asked().map(({ step }) => step)).toEqual(['outline', 'sections', 'seo']);
  const after = read();
  for (const field of ['slug', 'author', 'date'])
    expect(new RegExp(`^${field}: .*$`, 'm').exec(after)?.[0]).toBe(
      new RegExp(`^${field}: .*$`, 'm').exec(before)?.[0],
    );
  expect(after).toContain(before.slice(before.indexOf('category:'), before.indexOf('origin:')));
  expect(after).not.toContain('duplicate-');
  expect(readArticles(root).size).toBe(1);
  // The same command again is a new wish, and pays again; a note that is refused costs nothing.
  const refused = await runArticles([
    'generate',
    '--article',
    file,
    '--section',
    '9',
    '--dry-run',
    '--root',
    root,
  ]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/no section 9.*\n.*1 \(/)]);
  const alone = await runArticles(['generate', '--note', 'x', '--dry-run', '--root', root]);
  expect(alone.stderr).toContain('need --article');
});

test('a file that changed while its answers were written is left as it is', async () => {
  const { root, server, file, path, read } = await setUp();
  const other = await serveModel({
    fault: () => {
      writeFileSync(path, read().replace(/\.\n$/, '!\n'));
      return undefined;
    },
  });
  const rewrite = { file, section: 1, note: '' };
  const { errors } = await runGenerate(root, other.url, { topics: null, rewrite });
  expect(errors[0]).toMatch(/changed since it was read/);
  expect(read()).toMatch(/!\n$/);
  // The answer is in the journal: the same command uses it.
  const again = await runGenerate(root, server.url, { topics: null, rewrite });
  expect([again.errors, other.calls.length]).toEqual([[], 1]);
});

test('only the sections whose original changed are translated again, and the estimate says so', async () => {
  const { root, server, file, path, read } = await setUp(['en_US', 'tr_TR']);
  await approve(root, file);
  const translate = { topics: null, translateFrom: 'en_US' as const, locales: ['tr_TR' as const] };
  await runGenerate(root, server.url, translate);
  const target = join(root, file.replace('en_US', 'tr_TR'));
  const before = readFileSync(target, 'utf8');
  const stale = () => runGenerate(root, server.url, { ...translate, stale: true });
  const asked = server.calls.length;
  expect((await stale()).result).toMatchObject({ written: [], skipped: 0 });
  expect(server.calls).toHaveLength(asked);
  const [one = '', two = '', three = ''] = chunksOf(read());
  const changed = two.replace('. ', '. A new sentence stands here for the test. ');
  // Sections changed places, one changed its text, and one is new.
  const added = '## What else to know\n\nThere is a little more to say about it on a quiet day.\n\n';
  writeFileSync(
    path,
    read().replace(bodyOf(read()), `${one.trim()}\n\n${three.trim()}\n\n${changed.trim()}\n\n${added}`),
  );
  // Translations follow the text that readers get.
  expect((await stale()).result).toMatchObject({ written: [] });
  expect((await approve(root, file)).code).toBe(0);
  const dry = await runGenerate(root, server.url, { ...translate, stale: true }, { action: 'dry-run' });
  expect(dry.result).toMatchObject({ articles: 1, calls: 1 });
  const { result, errors } = await stale();
  expect([errors, result.written.length]).toEqual([[], 1]);
  const calls = server.calls.slice(asked);
  expect(calls.map(({ step }) => step)).toEqual(['translate']);
  const sent = calls[0]?.body.messages[1]?.content ?? '';
  expect(sent).toContain('A new sentence stands here');
  expect(sent).toContain('What else to know');
  expect(sent).not.toContain(one.split('\n\n')[1]?.slice(0, 60));
  const [old, now] = [chunksOf(before), chunksOf(readFileSync(target, 'utf8'))];
  expect(now).toHaveLength(4);
  expect([now[0]?.trim(), now[1]?.trim()]).toEqual([old[0]?.trim(), old[2]?.trim()]);
  expect((await stale()).result).toMatchObject({ written: [], skipped: 0 });
});
