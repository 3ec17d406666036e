import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeFolder, smallSite, writeFiles } from '../support/site.ts';
import { checkKilled, ROUNDS, random, run, start } from './rounds.ts';

const FILE = 'content/en_US/articles/first.md';

test('a server that is killed while it saves an edit leaves the old or the new file', async () => {
  const root = join(makeFolder(), 'site');
  writeFiles(root, smallSite());
  await run(['build', '--root', root, '--quiet']);
  const original = readFileSync(join(root, FILE), 'utf8');
  let title = 'The first price';
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const port = 20_000 + Math.floor(random() * 20_000);
    const server = start(['serve', '--root', root, '--edit', '--port', String(port)]);
    const origin = `http://localhost:${port}`;
    for (let attempt = 0; attempt < 100; attempt++) {
      if (
        await fetch(origin).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      await setTimeout(50);
    }
    const next = `Round ${round} price`;
    const body = { path: '/articles/first-price', field: 'title', value: next, previous: title };
    const saved = fetch(`${origin}/__edit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    await Promise.race([saved, setTimeout(random() * 60)]);
    server.kill();
    await server.ended;
    if (!(await saved)) killed++;
    const text = readFileSync(join(root, FILE), 'utf8');
    const titles = [title, next].map((name) => original.replace('The first price', name));
    expect(titles).toContain(text);
    if (text === titles[1]) title = next;
  }
  checkKilled('edit', killed);
  // Leftovers of a killed save are no articles.
  const names = readdirSync(dirname(join(root, FILE)));
  expect(names.filter((name) => name.endsWith('.md')).sort()).toEqual(['first.md', 'loose.md', 'second.md']);
});
