/** Prompts as files: written by `eject`, chosen by locale and category, checked, and kept with each article. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ChatRequest } from '../support/model-server.ts';
import { createSite, createTopics, runCli, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const put = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const textOf = (body: ChatRequest | undefined) =>
  body?.messages.map(({ content }) => content).join('\n') ?? '';

test('ejected prompts send what the built-in ones send, until they are changed', async () => {
  const root = createSite();
  const server = await serveModel();
  const topics = createTopics(1);
  const prompts = async () => {
    const { result } = await runGenerate(root, server.url, { topics }, { action: 'dry-run' });
    return result.prompts as { file: string; messages: object[] }[];
  };
  const before = await prompts();
  expect(before.map(({ file }) => file)).toContain('templates/prompts/section.md');
  const { code, stdout } = await runCli(['eject', 'prompts', '--root', root, '--json']);
  expect(code).toBe(0);
  const { written } = JSON.parse(stdout);
  for (const name of ['system', 'outline', 'section', 'summary', 'translation', 'repair', 'style'])
    expect(written).toContain(`prompts/${name}.md`);
  const after = await prompts();
  expect(after.map(({ messages }) => messages)).toEqual(before.map(({ messages }) => messages));
  expect(after.map(({ file }) => file)).toContain('prompts/section.md');

  const again = await runCli(['eject', 'prompts', '--root', root]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('the file exists already')]);
  put(root, 'prompts/style.md', 'Write like a lighthouse keeper.\n');
  expect(JSON.stringify(await prompts())).toContain('lighthouse keeper');
});

test('the most specific prompt wins: locale and category, category, locale, all', async () => {
  const root = createSite();
  const server = await serveModel();
  put(root, 'prompts/style.md', 'Style of all.');
  put(root, 'prompts/ru_RU/style.md', 'Style of Russian.');
  put(root, 'prompts/pokerGuides/style.md', 'Style of poker.');
  put(root, 'prompts/ru_RU/pokerGuides/style.md', 'Style of Russian poker.');
  const styleOf = async (locale: 'en_US' | 'ru_RU', category: string) => {
    const topics = [{ topic: createTopics(1)[0]?.topic ?? '', category }];
    const request = { locales: [locale], topics };
    const { result } = await runGenerate(root, server.url, request, { action: 'dry-run' });
    return JSON.stringify(result.prompts).match(/Style of ([\w ]+)\./)?.[1];
  };
  expect(await styleOf('en_US', 'bettingStrategies')).toBe('all');
  expect(await styleOf('ru_RU', 'bettingStrategies')).toBe('Russian');
  expect(await styleOf('en_US', 'pokerGuides')).toBe('poker');
  expect(await styleOf('ru_RU', 'pokerGuides')).toBe('Russian poker');
});

test('an unknown slot, a missing slot and a misspelt file are errors with their lines', async () => {
  const root = createSite();
  put(root, 'prompts/outline.md', 'Plan {{sections}} sections.\n\nAbout {{topik}}\n');
  put(root, 'prompts/sections.md', 'x');
  put(root, 'prompts/ru_RX/style.md', 'x');
  put(root, 'prompts/style.md', '<!--\n{{ignored}}\n-->\n{{article content/en_US/articles/none.md}}\n');
  put(root, 'prompts/rubric.md', 'The file of the judge.');
  const { code, stderr } = await runCli(['generate', '--root', root, '--dry-run']);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /prompts\/outline\.md:3.*outline\.md has no slot \{\{topik\}\}[\s\S]*did you mean topic\?/,
  );
  expect(stderr).toMatch(/prompts\/outline\.md:3.*the slot \{\{topic\}\} is missing/);
  expect(stderr).toMatch(/prompts\/sections\.md.*there is no prompt "sections"[\s\S]*did you mean section\?/);
  expect(stderr).toMatch(/prompts\/ru_RX\/style\.md.*no locale and no category is named "ru_RX"/);
  expect(stderr).not.toMatch(/rubric|ignored/);
  for (const file of ['outline.md', 'sections.md', 'ru_RX'])
    rmSync(join(root, 'prompts', file), { recursive: true });
  const sample = await runCli(['generate', '--root', root, '--dry-run']);
  expect(sample.stderr).toMatch(/prompts\/style\.md:4.*there is no file content\/en_US\/articles\/none\.md/);
});

test('a sample article is shown to the model, and its braces are no slots', async () => {
  const root = createSite();
  const server = await serveModel();
  put(root, 'content/en_US/articles/a.md', '---\ntitle: A\n---\nSalt wind and {{topic}}.\n');
  put(root, 'prompts/style.md', 'Sample:\n{{article content/en_US/articles/a.md}}\n');
  const { result } = await runGenerate(root, server.url);
  expect(result.written).toHaveLength(1);
  expect(server.calls[0]?.body.messages[0]?.content).toContain('Sample:\nSalt wind and { {topic}}.');
});

test('a line with an empty slot is left out, and a topic with braces stays as it is', async () => {
  const root = createSite();
  const server = await serveModel();
  await runGenerate(root, server.url, { topics: [{ topic: 'Templates such as {{title}} in practice' }] });
  const outline = textOf(server.calls[0]?.body);
  expect(outline).toContain('Topic: Templates such as {{title}} in practice');
  expect(outline).not.toMatch(/Notes:|Keywords:|Laws and offers/);
});

test('the messages of each call can be shown later, repairs included', async () => {
  const root = createSite();
  const server = await serveModel({
    fault: ({ job }) => (job.endsWith('outline.0') ? { content: () => 'no JSON' } : undefined),
  });
  const { result } = await runGenerate(root, server.url, { topics: createTopics(2) });
  const file = result.written[1]?.file ?? '';
  const { code, stdout } = await runCli(['generate', '--root', root, '--show-prompt', file, '--json']);
  expect(code).toBe(0);
  const shown = JSON.parse(stdout);
  expect(shown.file).toBe(file);
  const origin = /\n {2}article: (\S+)/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
  const sent = server.calls.filter(({ job }) => job.includes(`/${origin}/`));
  expect(shown.calls).toHaveLength(5);
  expect(shown.calls).toEqual(
    expect.arrayContaining(sent.map(({ job, body }) => ({ key: job, messages: body.messages }))),
  );
  // Each message is in the journal once.
  const journal = readFileSync(join(root, '.articles/generate/runs', result.run, 'journal.jsonl'), 'utf8');
  expect(journal.match(/You write for/g)?.length).toBeLessThanOrEqual(2);
  const text = await runCli(['generate', '--root', root, '--show-prompt', file]);
  expect(text.stdout).toContain('--- system\nYou write for "The Test Gazette".');

  rmSync(join(root, '.articles'), { recursive: true });
  const gone = await runCli(['generate', '--root', root, '--show-prompt', file]);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('has no prompt of this article')]);
});
