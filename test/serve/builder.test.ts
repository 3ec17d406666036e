/** Tests the builds of `serve --watch`, and that each makes no more than it has to. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { lockOutput } from '../../src/build/write/output-lock.ts';
import { createSilentReporter, type Reporter } from '../../src/foundation/report.ts';
import { createBuilder } from '../../src/serve/builder.ts';
import { expectCleanBuild } from '../support/build.ts';
import { article, type Files, makeSite, smallSite } from '../support/site.ts';

const FILE = 'content/en_US/articles/other-4.md';
const PAGE = '/articles/other-4';

/** Enough articles of one category that none needs those of others beside it. */
function largerSite(): Files {
  const others = Array.from({ length: 9 }, (_, number) => [
    `content/en_US/articles/other-${number}.md`,
    article({ title: `Other ${number}`, slug: `other-${number}`, date: `2026-02-1${number}` }),
  ]);
  return { ...smallSite(), ...Object.fromEntries(others) };
}

function startBuilder(root: string, reporter: Pick<Reporter, 'info' | 'warn'> = createSilentReporter()) {
  const settings = { root, out: join(root, 'dist'), drafts: false, future: false };
  const builder = createBuilder(settings, reporter);
  onTestFinished(() => builder.close());
  return builder;
}

test('a closed builder starts no thread, which would keep the program from ending', async () => {
  const builder = startBuilder(makeSite());
  expect((await builder.build()).type).toBe('built');
  await builder.close();
  expect(await builder.build()).toMatchObject({ type: 'failed', error: 'the builder was stopped' });
});

test('a build of watch mode makes what is dirty only', async () => {
  const root = makeSite(largerSite());
  const builder = startBuilder(root);
  const ahead: string[] = [];
  const build = async (articles: string[] = []) => {
    // Only then is every file old enough for its stat to count.
    await sleep(60);
    ahead.length = 0;
    return builder.build(articles, (pages) => ahead.push(...pages));
  };
  const save = (change: (text: string) => string) =>
    writeFileSync(join(root, FILE), change(readFileSync(join(root, FILE), 'utf8')));
  expect(await build()).toMatchObject({ result: { scope: 'everything' } });
  await build();
  const nothing = { parsed: 0, rendered: 0, written: 0, deleted: 0, changed: [] };
  expect(await build()).toMatchObject({ result: { scope: 'nothing', ...nothing } });

  // A save that only the sources tell of.
  save((text) => `${text}\nMore.\n`);
  expect(await build()).toMatchObject({
    result: { scope: 'everything', parsed: 1, rendered: 1, changed: [PAGE], removed: false },
  });

  save((text) => `${text}\nStill more.\n`);
  expect(await build([FILE])).toMatchObject({
    result: { scope: 'bodies', parsed: 1, rendered: 1, changed: [PAGE], removed: false },
  });
  expect(readFileSync(join(root, `dist${PAGE}.html`), 'utf8')).toContain('<p>Still more.</p>');
  expect(ahead).toEqual([]);
  expect(await build([FILE])).toMatchObject({ result: { parsed: 1, rendered: 0, written: 0 } });

  save((text) => text.replace('"Other 4"', '"Another"'));
  const title = await build([FILE]);
  expect(ahead).toEqual([PAGE]);
  expect(title).toMatchObject({ result: { scope: 'everything', parsed: 1 } });
  expect(title).not.toMatchObject({ result: { changed: expect.arrayContaining([PAGE]) } });

  save((text) => text.replace('date: ', 'draft: true\ndate: '));
  expect(await build([FILE])).toMatchObject({ result: { scope: 'everything', removed: true } });
  expect(ahead).toEqual([]);

  await expectCleanBuild(root);
});

test('after a build that failed, a save of another article reports what is still wrong', async () => {
  const root = makeSite(largerSite());
  const builder = startBuilder(root);
  expect((await builder.build()).type).toBe('built');
  const other = 'content/en_US/articles/other-5.md';
  const text = readFileSync(join(root, other), 'utf8');
  writeFileSync(join(root, other), text.replace('2026-02-15', 'tomorrow'));
  const problems = [{ file: other, code: 'invalid-value' }];
  expect(await builder.build([other])).toMatchObject({ type: 'problems', problems });
  writeFileSync(join(root, FILE), `${readFileSync(join(root, FILE), 'utf8')}\nMore.\n`);
  expect(await builder.build([FILE])).toMatchObject({ type: 'problems', problems });
  writeFileSync(join(root, other), text);
  expect(await builder.build([other])).toMatchObject({ type: 'built' });
  expect(readFileSync(join(root, `dist${PAGE}.html`), 'utf8')).toContain('<p>More.</p>');
});

test('watch mode waits for another build, lets others build when its own is recorded, and stops while it waits', async () => {
  const root = makeSite();
  const options = { root, out: join(root, 'dist'), reporter: createSilentReporter() };
  const lines: string[] = [];
  const builder = startBuilder(root, { info: (line) => lines.push(line), warn: () => undefined });
  let release = await lockOutput(options);
  const built = builder.build();
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^waiting for another build into dist: process \d+/);
  await release?.();
  expect((await built).type).toBe('built');
  await expect(lockOutput({ ...options, wait: false })).rejects.toThrow('another build writes into dist');
  // Soon after the build it is recorded.
  release = await lockOutput(options);
  const waiting = builder.build();
  await builder.close();
  expect(await waiting).toMatchObject({ type: 'failed', error: 'the builder was stopped' });
  await release?.();
});
