/** Commands that write many files of a site: a killed one tears none, and the same command again ends as an undisturbed one. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  article,
  compareTrees,
  type Files,
  makeFolder,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';
import { checkKilled, ROUNDS, run, runKilled } from './rounds.ts';

const COUNT = 200;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

interface Case {
  /** The site before the command. */
  site: Files;
  args: (root: string, source: string) => string[];
}

const posts = Object.fromEntries(
  numbers.map((number) => [
    `posts/post-${number}.md`,
    `---\ntitle: Post ${number}\ndate: 2024-01-02\n---\n${'A line of text.\n\n'.repeat(50)}`,
  ]),
);

const stories = Object.fromEntries(
  numbers.map((number) => [
    `content/en_US/articles/more/story-${number}.md`,
    article({ title: `Story ${number}`, slug: `story-${number}`, category: 'poker' }),
  ]),
);

const CASES: Readonly<Record<string, Case>> = {
  edit: {
    site: { ...smallSite(), ...stories },
    args: (root) => [
      'edit',
      '--root',
      root,
      '--set',
      'reviewBy=2031-01-01',
      '--where',
      'title~Story',
      '--yes',
    ],
  },
  import: {
    site: {},
    args: (root, source) => ['import', source, '--from', 'markdown', '--root', root],
  },
};

test.each(Object.entries(CASES))('%s', async (name, { site, args }) => {
  const work = makeFolder();
  const source = join(work, 'source');
  writeFiles(source, posts);
  // The name of the folder is written into package.json, so it is the same.
  const [before, after, root] = [
    join(work, 'before/site'),
    join(work, 'after/site'),
    join(work, 'killed/site'),
  ];
  mkdirSync(before, { recursive: true });
  writeFiles(before, site);
  writeFiles(after, site);
  const usual = await run([...args(after, source), '--quiet']);
  const [old, whole] = [readTree(before), readTree(after)];
  expect(whole.size).toBeGreaterThan(COUNT);
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    rmSync(root, { recursive: true, force: true });
    cpSync(before, root, { recursive: true });
    if (await runKilled([...args(root, source), '--quiet'], usual)) killed++;
    const torn = [...readTree(root)].filter(
      ([path, bytes]) =>
        path.endsWith('.md') && ![old.get(path), whole.get(path)].some((text) => text?.equals(bytes)),
    );
    expect({ round, torn: torn.map(([path]) => path) }).toEqual({ round, torn: [] });
    await run([...args(root, source), '--quiet']);
    // A killed write may leave a hidden file beside its target. No command reads it.
    const files = new Map([...readTree(root)].filter(([path]) => !path.endsWith('.tmp')));
    expect({ round, differences: compareTrees(files, whole) }).toEqual({ round, differences: [] });
  }
  checkKilled(name, killed);
});
