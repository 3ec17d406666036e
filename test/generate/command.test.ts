/** The command line of `generate`: options, environment, reports and refusals. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseFrontMatter } from '../../src/content/front-matter/front-matter.ts';
import type { ModelServerOptions } from '../support/model-server.ts';
import { createSite, createTopics, readArticles, runCli, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

async function setUp(options: ModelServerOptions = {}) {
  const root = createSite();
  const server = await serveModel(options);
  const generate = (...args: string[]) =>
    runCli(['generate', '--root', root, ...args], {
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'sk-test-0123456789',
    });
  return { root, server, generate };
}

test('locale, category and count make articles; the report tells their cost', async () => {
  const { root, server, generate } = await setUp();
  const nothing = await generate('--report');
  expect([nothing.code, nothing.stdout]).toEqual([0, 'no call has been paid\n']);
  const wanted = ['--locale', 'ru_RU', '--category', 'pokerGuides', '--count', '2'];
  const shown = JSON.parse((await generate(...wanted, '--dry-run', '--json')).stdout);
  const run = await generate(...wanted);
  // Only the titles that the site has by then differ.
  const [system, task] = server.calls[0]?.body.messages ?? [];
  expect(shown.prompts[0].messages).toEqual([
    system,
    { role: 'user', content: expect.stringContaining(task?.content.split('\n')[0] ?? '') },
  ]);
  expect([run.code, run.stdout]).toEqual([0, '']);
  expect(run.stderr).toMatch(
    /^run \S+: 2 articles, 9 calls and about \$0\.\d{4}, without reasoning and without repairs\n/,
  );
  expect(run.stderr).toMatch(/\n2 articles written, 0 rejected, 0 skipped\n9 paid calls/);
  expect(run.stderr).toMatch(/\nnext: articles review\n$/);
  const files = [...readArticles(root).keys()];
  expect(files).toHaveLength(2);
  for (const file of files) expect(file).toMatch(/^content\/ru_RU\/articles\/poker-guides\/[a-z-]+\.md$/);

  const { stdout } = await generate('--report');
  for (const name of ['ru_RU', 'test-model', ...files]) expect(stdout).toMatch(new RegExp(`  ${name}\n`));
  const report = JSON.parse((await generate('--report', '--json')).stdout);
  expect(report.total).toMatchObject({ calls: server.billed().length, articles: 2 });
  expect(report.articles.map(({ name }: { name: string }) => name).sort()).toEqual(
    [...files, expect.stringMatching(/\/ru_RU-topics$/)].sort(),
  );
});

test.each([
  [['--by', 'day'], 'add --report'],
  [['--since', '2026-01-01', '--dry-run'], 'add --report'],
  [['--compare', 'another-model'], 'write `articles generate eval`'],
  [['--keep'], 'write `articles generate eval`'],
])('%j is no paid run, but asks for what is missing', async (options, hint) => {
  const { server, generate } = await setUp();
  const { code, stderr } = await generate('--count', '1', ...options);
  expect([code, stderr, server.calls.length]).toEqual([1, expect.stringContaining(hint), 0]);
});

test('--skip-invalid leaves out rows with an unknown category, and names them', async () => {
  const { root, generate } = await setUp();
  const file = join(root, 'topics.csv');
  writeFileSync(
    file,
    'topic;category\nOne matter of odds;bettingStrategies\nAnother matter of tables;chess\n',
  );
  const refused = await generate('--topics', file, '--json');
  expect([refused.code, JSON.parse(refused.stdout).error.problems[0]]).toEqual([
    1,
    expect.objectContaining({ code: 'unknown-category', file: 'topics.csv', line: 3 }),
  ]);
  const made = await generate('--topics', file, '--skip-invalid', '--json');
  expect([made.code, JSON.parse(made.stdout).written.length]).toEqual([0, 1]);
  expect(made.stderr).toMatch(/warning topics\.csv:3: there is no category "chess"/);
});

test('a dry run shows the prompts of one row that is not written yet', async () => {
  const { root, server, generate } = await setUp();
  const file = join(root, 'topics.csv');
  writeFileSync(file, 'topic;id\nOne matter of odds;row-1\nAnother matter of tables;row-2\n');
  const show = (name: string) => generate('--topics', file, '--dry-run', '--show-prompt', name, '--json');
  for (const name of ['row-2', 'Another matter of tables']) {
    const { prompts, topics } = JSON.parse((await show(name)).stdout);
    expect(topics.map(({ id }: { id: string }) => id)).toEqual(['row-2']);
    expect(JSON.stringify(prompts[0].messages)).toContain('Another matter of tables');
  }
  const { code, stdout } = await show('row-3');
  expect([code, JSON.parse(stdout).error.problems[0].message]).toEqual([
    1,
    'no row of the list has the topic or the id "row-3"',
  ]);
  expect(server.calls).toEqual([]);
});

test('a batch is submitted, queried and collected; the messages name the next step', async () => {
  const { root, generate } = await setUp();
  writeFileSync(join(root, 'topics.csv'), 'One matter of odds\nAnother matter of tables\n');
  const topics = ['--topics', join(root, 'topics.csv')];
  const sent = await generate(...topics, '--batch');
  expect([sent.code, sent.stderr]).toEqual([
    0,
    expect.stringMatching(/0 written, 2 calls sent in batches; next: articles generate --batch collect\n$/),
  ]);
  expect((await generate('--batch', 'status')).stderr).toMatch(
    /^\S+\/batch-1: completed, 2 of 2 calls done, 0 failed\n$/,
  );
  await generate('--batch', 'collect');
  await generate('--batch', 'collect');
  expect((await generate('--batch', 'collect')).stderr).toMatch(/2 articles written, 0 rejected/);
  expect((await generate('--batch', 'collect')).stderr).toBe('no batch is running\n');
});

test('a dry run of a translation shows its prompts and needs no key', async () => {
  const { root, server } = await setUp();
  await runGenerate(root, server.url, { topics: createTopics(1) });
  const calls = server.calls.length;
  const { code, stdout, stderr } = await runCli([
    'generate',
    '--root',
    root,
    '--translate-from',
    'en_US',
    '--dry-run',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/=== ru_RU · translate[\s\S]*=== tr_TR · seo/);
  expect(stdout).toContain('Translate sections of an article from English');
  expect(stderr).toMatch(/^3 articles, 6 calls, about \d+ tokens in and \d+ out, about \$0\.\d+/);
  expect(server.calls).toHaveLength(calls);
});

test('one article is translated by its name, and no other', async () => {
  const { root, server, generate } = await setUp();
  await runGenerate(root, server.url, { topics: createTopics(3) });
  const files = readdirSync(join(root, 'content/en_US/articles'), { recursive: true, encoding: 'utf8' });
  const [name = ''] = files.filter((file) => file.endsWith('.md'));
  const one = ['--translate-from', 'en_US', '--locale', 'tr_TR', '--article', basename(name, '.md')];
  expect((await generate(...one, '--dry-run')).stderr).toMatch(/^1 article, 2 calls/);
  expect((await generate(...one)).code).toBe(0);
  const there = join(root, 'content/tr_TR/articles');
  expect(
    readdirSync(there, { recursive: true, encoding: 'utf8' }).filter((file) => /\.md$/.test(file)),
  ).toEqual([name]);
  expect((await generate(...one.slice(0, -1), 'nowhere')).stderr).toMatch(/en_US has no article "nowhere"/);
});

test.each<[string[], RegExp]>([
  [['--locale', 'de_DE'], /cannot be generated in "de_DE".*\n.*en_US, ru_RU, tr_TR, ko_KR/],
  [['--category', 'nonsense'], /no category "nonsense".*\n.*pokerGuides/],
  [['--topics', 'nowhere.csv'], /there is no file nowhere\.csv/],
  [['--count', '0'], /whole number/],
  [['--budget', '-1'], /number of at least 0/],
  [['--translate-from', 'en_US', '--locale', 'en_US'], /cannot be translated into itself/],
])('%s is refused with a hint, before a call is made', async (args, words) => {
  const { server, generate } = await setUp();
  const { code, stderr } = await generate(...args);
  expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
  expect(server.calls).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['notaurl', {}, /address of the model's server.*\n.*--base-url/],
  ['ftp://127.0.0.1/v1', {}, /address of the model's server/],
  ['http://user:secret@127.0.0.1:9/v1', {}, /^(?![\s\S]*secret)[\s\S]*address of the model's server/],
  [
    'http://127.0.0.1:9/v1',
    { OPENAI_API_KEY: 'ключ' },
    /^(?![\s\S]*ключ)[\s\S]*OPENAI_API_KEY contains characters/,
  ],
])(
  'no request can be made with %s and %j: reports it before anything is recorded',
  async (url, environment, words) => {
    const root = createSite();
    const args = ['generate', '--root', root, '--base-url', url];
    const { code, stderr } = await runCli(args, { OPENAI_API_KEY: 'sk-test-0123456789', ...environment });
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    expect((await runCli(['generate', '--root', root, '--report'])).stdout).toBe('no call has been paid\n');
  },
);

test.each([
  ['of another encoding', Buffer.from([...Buffer.from('topic\n'), 0xca, 0xe0, 0xea, 0x0a])],
  ['in UTF-16', Buffer.from('topic\nHow odds work\n', 'utf16le')],
])('a topics file %s is refused', async (_name, bytes) => {
  const { root, server, generate } = await setUp();
  const file = join(root, 'topics.csv');
  writeFileSync(file, bytes);
  const { code, stderr } = await generate('--topics', file);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/topics\.csv.*not UTF-8\n.*save it as UTF-8/)]);
  expect(server.calls).toEqual([]);
});

test('reports every row of a topics file that it cannot use', async () => {
  const { root, server, generate } = await setUp();
  const file = join(root, 'topics.csv');
  writeFileSync(file, 'topic,category,locale\nA,pokerGuides,\nB,bettingStrategies,\nC,,ru_RU\n');
  const { code, stdout } = await generate(
    '--topics',
    file,
    '--category',
    'bettingStrategies',
    '--dry-run',
    '--json',
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    articles: 1,
    skips: [
      { locale: 'en_US', topic: 'A', reason: 'it is not in the category bettingStrategies' },
      { locale: 'ru_RU', topic: 'C', reason: 'the run does not write in ru_RU' },
    ],
  });
  expect(server.calls).toEqual([]);
});

test('reports all unknown categories and authors of a topics file with their lines', async () => {
  const { root, server, generate } = await setUp();
  const file = join(root, 'topics.csv');
  const rows = ['topic,category,subcategory,author', 'A,nonsense,,', 'B,pokerGuides,nothing,', 'C,,,Nobody'];
  writeFileSync(file, rows.join('\n'));
  const { code, stderr } = await generate('--topics', file, '--locale', 'en_US', '--locale', 'ru_RU');
  expect(code).toBe(1);
  expect(stderr.match(/topics\.csv:\d+.*/g)).toEqual([
    expect.stringContaining('topics.csv:2: there is no category "nonsense"'),
    expect.stringContaining('topics.csv:3: category pokerGuides has no subcategory "nothing"'),
    expect.stringContaining('topics.csv:4: there is no author "Nobody"'),
  ]);
  expect(server.calls).toEqual([]);
});

test('the checks of rules are switched in site-config.json, and former names do no harm', async () => {
  const banned = 'Bu kural her akşam yeniden uygulanmaktadır ve kimse bundan zarar görmez.';
  const foreign = 'The careful player writes every stake into a small notebook before the match starts.';
  const { root, server } = await setUp({
    fault: ({ step }) =>
      step === 'sections'
        ? { content: (text) => text.replace(/("text":".*?)"/, `$1\\n\\n${banned}\\n\\n${foreign}"`) }
        : undefined,
  });
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  const write = (rules: object) =>
    writeFileSync(
      join(root, 'site-config.json'),
      JSON.stringify({ ...config, generate: { ...config.generate, maxRepairs: 0, rules } }),
    );
  mkdirSync(join(root, 'content/tr_TR'), { recursive: true });
  const request = { locales: ['tr_TR' as const] };
  write({ suffixes: true });
  const strict = await runGenerate(root, server.url, { ...request, topics: createTopics(1, 'strict') });
  expect(strict.result.needsReview[0]?.findings.map(({ code }) => code).sort()).toEqual([
    'language',
    'suffix',
  ]);
  // Earlier versions had a switch for each rule of style.
  write({ language: false, typos: false, makeup: false });
  const loose = await runGenerate(root, server.url, { ...request, topics: createTopics(1, 'loose') });
  expect(loose.result.rejected).toEqual([]);
  expect(loose.result.written).toHaveLength(1);
});

test('columns of the fields that a site defines are checked, and go into the articles', async () => {
  const { root, generate } = await setUp();
  writeFileSync(
    join(root, 'content/schema.ts'),
    "import { z } from 'zod';\nexport const article = z.object({ homeTeam: z.string(), rating: z.number().optional() });\n",
  );
  const file = join(root, 'topics.csv');
  writeFileSync(file, 'topic,homeTeam,rating\nOne matter of odds,,good\n');
  const refused = await generate('--topics', file);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/topics\.csv:2: homeTeam is missing/),
  ]);
  expect(refused.stderr).toMatch(/topics\.csv:2: rating must be a number/);
  writeFileSync(file, 'topic,homeTeam,rating\nOne matter of odds,"Ajax: ""x""",7.5\n');
  const made = await generate('--topics', file);
  expect([made.code, made.stderr]).toEqual([0, expect.stringMatching(/1 articles? written/)]);
  const [text = ''] = readArticles(root).values();
  const { data } = parseFrontMatter(text) as { data: Record<string, unknown> };
  expect(data).toMatchObject({ homeTeam: 'Ajax: "x"', rating: '7.5' });
});
