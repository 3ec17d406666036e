/** The report on the cost of all runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journalPath } from '../../src/generate/run/run-plan.ts';
import { createSite, createTopics, runGenerate, serveModel, spawnCli } from './site.ts';

test('a damaged line is named, and everything else is reported', async () => {
  const root = createSite();
  const server = await serveModel();
  const first = await runGenerate(root, server.url, { topics: createTopics(2, 'first') });
  const second = await runGenerate(root, server.url, { topics: createTopics(1, 'second') });
  const path = journalPath(root, String(first.result.run));
  const lines = readFileSync(path, 'utf8').split('\n');
  const damaged = lines.findIndex((line) => line.includes('"type":"verdict"'));
  writeFileSync(path, lines.map((line, index) => (index === damaged ? '{"type":"ver' : line)).join('\n'));
  const report = ['generate', '--root', root, '--report'];
  const people = await spawnCli(report).ended;
  expect(people.code).toBe(1);
  expect(people.stdout).toMatch(/By article/);
  expect(people.stderr).toMatch(new RegExp(`journal\\.jsonl:${damaged + 1}: this line .* is damaged`));
  const { total, error } = JSON.parse((await spawnCli([...report, '--json']).ended).stdout);
  expect(total.usd).toBeCloseTo(Number(first.result.usd) + Number(second.result.usd), 6);
  expect(error.problems).toMatchObject([{ code: 'damaged-record', line: damaged + 1 }]);
});
