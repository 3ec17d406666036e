import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { article, makeFolder, smallSite, writeFiles } from '../support/site.ts';
import { checkKilled, ROUNDS, random, run, runKilled } from './rounds.ts';

const published = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.articles'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'base64')]),
  );

test('a killed deploy leaves pages whole, and the next one equals an undisturbed deploy', async () => {
  const work = makeFolder();
  const root = join(work, 'site');
  const target = join(work, 'target');
  writeFiles(root, smallSite());
  const deploy = (folder: string) => [
    ...['deploy', '--root', root, '--target', pathToFileURL(folder).href],
    ...['--yes', '--quiet', '--max-delete', '100%'],
  ];
  await run(['build', '--root', root, '--quiet']);
  const usual = await run(deploy(target));
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const slug = `story-${Math.floor(random() * 20)}`;
    const file = join(root, `content/en_US/articles/${slug}.md`);
    writeFileSync(file, article({ title: `Round ${round}`, slug, category: 'betting', subcategory: 'odds' }));
    await run(['build', '--root', root, '--quiet']);
    if (await runKilled(deploy(target), usual)) killed++;
    const torn = Object.entries(published(target)).filter(
      ([path, text]) =>
        path.endsWith('.html') && !Buffer.from(text, 'base64').toString().trimEnd().endsWith('</html>'),
    );
    expect({ round, torn: torn.map(([path]) => path) }).toEqual({ round, torn: [] });
    await run(deploy(target));
    const fresh = join(work, 'fresh');
    await run(deploy(fresh));
    const [live, undisturbed] = [published(target), published(fresh)];
    // Files that a release no longer names stay for open tabs; what the new release holds has to be equal.
    expect({
      round,
      ...Object.fromEntries(Object.keys(undisturbed).map((path) => [path, live[path]])),
    }).toEqual({
      round,
      ...undisturbed,
    });
    rmSync(fresh, { recursive: true, force: true });
  }
  checkKilled('deploy', killed);
});
