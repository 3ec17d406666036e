/** `--json` prints objects of the published schemas: a success and a failure of each command. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { createProgram } from '../../src/cli.ts';
import { COMMAND_RESULTS, resultJsonSchema } from '../../src/results/command-results.ts';
import { createSite, serveModel } from '../generate/site.ts';
import { runArticles as runBinary } from '../support/cli.ts';
import { runArticles } from '../support/program.ts';
import { mistakesIn } from '../support/results.ts';
import { startServe, startServer } from '../support/serve.ts';
import { makeFolder, makeSite } from '../support/site.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
const NAMES = createProgram(async () => {}, {}).commands.map((command) => command.name());

/** The forms of the results of a command, each with a validator of its own. */
const forms = (Object.keys(COMMAND_RESULTS) as (keyof typeof COMMAND_RESULTS)[]).flatMap((name) => {
  const { anyOf } = z
    .object({
      anyOf: z.array(z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })),
    })
    .parse(resultJsonSchema(name));
  return anyOf
    .filter(({ properties }) => properties?.error === undefined)
    .map((form, index) => ({
      name: `${name}, form ${index + 1}`,
      validate: ajv.compile(form),
      isSeen: false,
    }));
});
const seen = new Map<string, Set<'success' | 'failure'>>();

/** Compares one object with its schema, and proves that the schema refuses fields that it does not name. */
function hold(name: string, value: object): void {
  // `categories` prints its file.
  if (name !== 'categories' || 'error' in value || 'changed' in value)
    expect(value).toMatchObject({
      kind: expect.stringMatching(new RegExp(`^${name}(?:-|$)`)),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      warnings: expect.any(Array),
    });
  expect(mistakesIn(value), JSON.stringify(value).slice(0, 2000)).toEqual([]);
  expect(mistakesIn({ ...value, unknownField: 1 })).not.toEqual([]);
  for (const form of forms) if (!form.isSeen && form.validate(value)) form.isSeen = true;
  const states = seen.get(name) ?? new Set();
  seen.set(name, states.add('error' in value ? 'failure' : 'success'));
}

interface Expected {
  code?: number;
}

/** Runs a command, which has to print one JSON object and nothing else. The real binary shows the first success of each. */
async function run(args: readonly string[], { code = 0 }: Expected = {}) {
  const [name = ''] = args;
  const isFirst = code === 0 && !seen.get(name)?.has('success');
  const result = await (isFirst ? runBinary : runArticles)([...args, '--json']);
  expect(result.code, result.stderr).toBe(code);
  const value = JSON.parse(result.stdout);
  hold(name, value);
  return value;
}

const fail = async (args: readonly string[], code = 1) => {
  const { error } = await run(args, { code });
  return error.problems[0].code;
};

afterAll(() => {
  const missing = NAMES.filter((name) => seen.get(name)?.size !== 2);
  expect(missing, 'commands without a success or a failure here').toEqual([]);
  // test/deploy/offer-record.test.ts prints what readers were shown, and judges it by the same schemas.
  const unseen = forms
    .filter(({ isSeen, name }) => !isSeen && name !== 'offers, form 2')
    .map(({ name }) => name);
  expect(unseen, 'forms of results that no command printed here').toEqual([]);
});

test('the package has a schema for each command, that of the source', () => {
  expect(Object.keys(COMMAND_RESULTS).sort()).toEqual([...NAMES, 'sites'].sort());
  for (const name of Object.keys(COMMAND_RESULTS) as (keyof typeof COMMAND_RESULTS)[])
    expect(JSON.parse(readFileSync(`lib/results/${name}.schema.json`, 'utf8'))).toEqual(
      resultJsonSchema(name),
    );
});

test.each(NAMES)('articles %s says which option it does not know', async (name) => {
  expect(await fail([name, '--nonsense'])).toBe('invalid-arguments');
});

describe('a site', () => {
  test('is made, and not over other files', async () => {
    const root = join(makeFolder(), 'site');
    await run(['init', root, '--template', 'docs', '--title', 'Book']);
    expect(await fail(['init', root])).toBe('folder-not-empty');
  });

  test('gets an article that is listed, changed, due and moved', async () => {
    const root = makeSite();
    const at = ['--root', root];
    await run(['new', 'A third look', '--category', 'betting', '--subcategory', 'odds', ...at]);
    expect(await fail(['new', 'A look', '--category', 'chess', ...at])).toBe('unknown-category');
    const { articles } = await run(['list', ...at]);
    expect(articles.length).toBeGreaterThan(4);
    expect(await fail(['list', '--sort', 'age', ...at])).toBe('unknown-choice');
    const set = ['edit', '--set', 'expires=2031-01-01', '--category', 'poker', ...at];
    expect((await run([...set, '--dry-run'])).changed).toHaveLength(1);
    await run([...set, '--yes']);
    expect(await fail(['edit', '--set', 'featured=1', ...at])).toBe('nothing-chosen');
    const { later } = await run(['next', ...at]);
    expect(later).toBe(1);
    expect((await run(['next', '--days', '3650', ...at])).coming).toHaveLength(1);
    await run(['next', '--schedule', 'cron', ...at]);
    expect((await run(['offers', ...at])).offers).toEqual([]);
    expect((await run(['layers', ...at])).layers).toEqual([]);
    expect(await fail(['layers', 'theme/none.css', ...at])).toBe('missing-file');
    expect(await fail(['next', '--locale', 'de_DE', ...at])).toBe('unknown-locale');
    await run(['move', '/articles/first-price', '/articles/first-quote', ...at]);
    expect(await fail(['move', '/articles/gone', '/articles/there', ...at])).toBe('unknown-article');
  });

  test('is checked, built and searched', async () => {
    const root = makeSite();
    const at = ['--root', root];
    await run(['check', ...at]);
    expect(await fail(['search', 'price', ...at])).toBe('missing-build');
    await run(['build', ...at]);
    await run(['build', ...at]);
    expect((await run(['search', 'price', '--explain', ...at])).groups).toHaveLength(1);
    expect((await run(['build', '--inputs', ...at])).files).toContain('site-config.json');
    await run(['categories', ...at]);
    const renamed = ['categories', '--rename', 'betting', '--to', 'wagers', '--dry-run', ...at];
    expect((await run(renamed)).changed.length).toBeGreaterThan(0);
    expect(await fail(['categories', '--locale', 'ko_KR', ...at])).toBe('unknown-locale');
    await run(['locale', 'de-DE', ...at]);
    expect(await fail(['locale', 'en-US', ...at])).toBe('unknown-locale');
    const file = join(root, 'content/en_US/articles/second.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Bo Lind', 'Bo Lund').concat('\n[x](/nowhere)\n'));
    const { errors } = await run(['check', ...at], { code: 1 });
    expect(errors[0]).toMatchObject({ code: 'unknown-author', line: 3 });
    expect(await fail(['build', ...at])).toBe('unknown-author');
    expect(await fail(['check', '--root', makeFolder()])).toBe('missing-site');
  });

  test('comes from another tool', async () => {
    const root = makeSite();
    const source = join(root, 'notes.md');
    writeFileSync(source, '---\ntitle: Old\n---\n{{< tweet 1 >}}\n');
    const folder = makeFolder();
    writeFileSync(join(folder, 'old.md'), '---\ntitle: Old\ndate: 2024-01-01\n---\n{{< tweet 1 >}}\n');
    const from = ['import', folder, '--from', 'markdown', '--root', root];
    await run([...from, '--dry-run']);
    expect((await run(from)).created.length).toBeGreaterThan(0);
    expect(await fail(['import', join(folder, 'gone'), '--root', root])).toBe('missing-source');
  });

  test('has a view of the program to start from, and words on its state', async () => {
    const root = makeSite();
    await run(['eject', '--list', '--root', root]);
    await run(['eject', 'article', '--root', root]);
    expect(await fail(['eject', 'article', '--root', root])).toBe('existing-file');
    await run(['doctor', '--root', root]);
    const { checks } = await run(['doctor', '--root', makeFolder()], { code: 1 });
    expect(checks.some(({ state }: { state: string }) => state === 'error')).toBe(true);
    await run(['completion', 'fish']);
    expect((await run(['completion', 'fish', 'eviden'])).offers).toEqual(['evidence']);
    expect(await fail(['completion', 'tcsh'])).toBe('unknown-choice');
    expect((await run(['help', 'build'])).help).toContain('articles build');
    expect((await run(['help', 'dead-link'])).code).toBe('dead-link');
    expect(await fail(['help', 'biuld'])).toBe('unknown-choice');
  });

  test('is served', async () => {
    const root = makeSite();
    expect(await fail(['serve', '--drafts', '--root', root])).toBe('conflicting-options');
    await runArticles(['build', '--root', root]);
    expect(await fail(['desk', '--host', '0.0.0.0', '--root', root])).toBe('invalid-option-value');
    for (const args of [
      ['serve', '--root', root],
      ['desk', '--root', root],
      ['serve', '--sites', root],
    ]) {
      const { result } = await startServer([...args, '--port', '0']);
      hold(args[0] ?? '', result);
    }
  });
});

test('a deploy is planned, compared, done, listed, verified and rolled back', async () => {
  const root = makeSite();
  const at = ['--root', root];
  const target = ['--target', pathToFileURL(join(makeFolder(), 'www')).href];
  expect(await fail(['deploy', ...target, ...at])).toBe('missing-build');
  await run(['build', ...at]);
  await run(['deploy', '--init', ...target, ...at]);
  expect((await run(['deploy', '--dry-run', ...target, ...at])).changes.length).toBeGreaterThan(10);
  await run(['deploy', ...target, ...at]);
  const file = join(root, 'content/en_US/articles/first.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace('The first price', 'The first quote'));
  await run(['build', ...at]);
  expect((await run(['deploy', '--diff', ...target, ...at])).pages.length).toBeGreaterThan(1);
  await run(['deploy', ...target, ...at]);
  expect((await run(['releases', ...target, ...at])).releases).toHaveLength(2);
  expect(await fail(['offers', '--shown', 'none', ...target, ...at])).toBe('unknown-offer');
  expect(await run(['next', '--due', ...target, ...at], { code: 10 })).toMatchObject({ due: [] });
  const preview = join(makeFolder(), 'preview');
  await run(['build', '--out', preview, '--base-path', '/_preview/one', ...at]);
  await run(['deploy', '--preview', 'one', '--out', preview, ...target, ...at]);
  expect((await run(['deploy', '--previews', ...target, ...at])).previews).toMatchObject([{ name: 'one' }]);
  const removal = ['deploy', '--preview', 'one', '--remove', '--yes', ...target, ...at];
  expect((await run(removal)).removed).toBeGreaterThan(10);
  expect(await fail(['releases', '--target', 'ftp://example.org', ...at])).toBe('invalid-target');
  await run(['deploy', '--rollback', ...target, ...at]);
  expect(await fail(['deploy', '--rollback', 'r9', ...target, ...at])).toBe('unknown-release');
  const copy = makeFolder();
  cpSync(join(root, 'dist'), copy, { recursive: true });
  const { url } = await startServe(root, ['--port', '0', '--out', copy]);
  await run(['verify', url, ...at]);
  writeFileSync(join(copy, 'index.html'), '<title>Another page</title>');
  const { differences } = await run(['verify', url, ...at], { code: 1 });
  expect(differences.length).toBeGreaterThan(0);
  expect(await fail(['verify', 'http://127.0.0.1:9', ...at], 3)).toBe('unreachable');
}, 60_000);

function useModel(url: string): void {
  vi.stubEnv('OPENAI_BASE_URL', url);
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-0123456789');
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('articles are generated, in batches too, reported and reviewed', async () => {
  const root = createSite();
  const { url } = await serveModel();
  useModel(url);
  const write = (...args: string[]) => run(['generate', '--root', root, ...args]);
  writeFileSync(join(root, 'topics.csv'), 'topic,notes\nOne matter of odds,\n');
  writeFileSync(join(root, 'more.csv'), 'topic\nAnother matter of tables\n');
  const topics = ['--topics', join(root, 'topics.csv')];
  await write(...topics, '--dry-run');
  expect((await write(...topics)).written).toHaveLength(1);
  expect((await write('--report')).total.calls).toBeGreaterThan(2);
  expect((await write('eval', ...topics)).scores).toMatchObject([{ name: 'test-model', accepted: 1 }]);
  await write('--topics', join(root, 'more.csv'), '--batch');
  expect((await write('--batch', 'status')).batches).toHaveLength(1);
  for (let round = 0; round < 3; round++) await write('--batch', 'collect');
  await write('--batch', 'collect');
  expect(await fail(['generate', '--root', root, '--locale', 'de_DE'])).toBe('unknown-locale');

  const { articles } = await run(['review', '--root', root]);
  expect(articles).toHaveLength(2);
  const [first, second] = articles.map(({ file }: { file: string }) => file);
  await run(['review', 'show', first, '--root', root]);
  await write('--show-prompt', first);
  await run([
    'review',
    'approve',
    first,
    '--force',
    '--reason',
    'tried',
    '--reviewer',
    'Ann',
    '--root',
    root,
  ]);
  await run(['review', 'reject', second, '--reviewer', 'Ann', '--root', root]);
  await run(['review', 'adopt', '--reviewer', 'Ann', '--root', root]);
  const own = 'content/en_US/articles/own.md';
  writeFileSync(join(root, own), '---\ntitle: A text of others\ndate: 2026-01-01\n---\nOne sentence.\n');
  await run(['review', 'submit', own, '--model', 'other-system', '--root', root]);
  expect((await run(['evidence', '--root', root])).articles).toHaveLength(3);
  expect(await fail(['review', 'show', 'nothing', '--root', root])).toBe('unknown-article');
}, 120_000);

test('one command for several sites prints a row for each', async () => {
  const folder = makeFolder();
  for (const name of ['one', 'two']) cpSync(makeSite(), join(folder, name), { recursive: true });
  const { code, stdout } = await runArticles(['--sites', `${folder}/*`, 'check', '--json']);
  const { sites, ...rest } = JSON.parse(stdout);
  hold('sites', { ...rest, sites });
  expect([code, sites.map(({ result }: { result: { kind: string } }) => result.kind)]).toEqual([
    0,
    ['check', 'check'],
  ]);
});

test('what was done before a failure is beside the error', async () => {
  const root = createSite();
  const { url } = await serveModel({ fault: () => ({ status: 401, body: '{"error":{"message":"no"}}' }) });
  writeFileSync(join(root, 'topics.csv'), 'topic\nOne matter of odds\n');
  const args = ['generate', '--root', root, '--topics', join(root, 'topics.csv')];
  useModel(url);
  const { error, unfinished } = await run(args, { code: 1 });
  expect(error.problems[0].code).toBe('refusing-model-server');
  expect(unfinished).toHaveLength(1);
}, 60_000);
