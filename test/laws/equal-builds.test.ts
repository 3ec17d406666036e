import { cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createShard } from '../../src/build/plan/shard.ts';
import { buildSite } from '../support/build.ts';
import {
  type ArticleFields,
  article,
  compareTrees,
  type Files,
  makeFolder,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

/** Enough articles for several chunks, with all that a page can hold. */
function largerSite(config: object = {}, count = 150): Files {
  const files = smallSite(config);
  for (let number = 0; number < count; number++) {
    const locale = number % 5 ? 'en_US' : 'ru_RU';
    files[`content/${locale}/articles/many/${number - (number % 5)}-${number % 2}.md`] = article({
      // Covers with one name are drawn by two threads.
      title: `Number ${number % 40} of “many” & <more>`,
      slug: `many-${number}`,
      date: `2026-0${(number % 6) + 1}-${String((number % 28) + 1).padStart(2, '0')}`,
      category: number % 3 ? 'poker' : 'betting',
      author: number % 2 ? 'Ann Reed' : 'Bo Lind',
      body: `Text ${number}.[^n]\n\n## Part\n\n\`\`\`js\nlet a = ${number};\n\`\`\`\n\n[^n]: Note.`,
    });
  }
  return files;
}

test('any number of threads gives the same bytes', async () => {
  // So many that threads are ready before all is done.
  const root = makeSite(largerSite({ search: { fullText: true } }, 600));
  await buildSite(root);
  const alone = readTree(join(root, 'dist'));
  for (const jobs of [2, 3]) {
    const out = join(root, `dist-${jobs}`);
    await buildSite(root, { jobs, out });
    expect(compareTrees(readTree(out), alone)).toEqual([]);
  }
});

test('the parts of any division together are the whole', async () => {
  const root = makeSite(largerSite({}, 30));
  await buildSite(root);
  const whole = readTree(join(root, 'dist'));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 7 }), async (total) => {
      const union = makeFolder();
      const counts: number[] = [];
      for (let index = 1; index <= total; index++) {
        const out = join(root, `part-${index}-of-${total}`);
        await buildSite(root, { out, shard: createShard(index, total) });
        const part = readTree(out);
        counts.push(part.size);
        // A file of two parts has the same bytes in both.
        const wrong = [...part].filter(([path, bytes]) => !whole.get(path)?.equals(bytes));
        expect(wrong.map(([path]) => path)).toEqual([]);
        cpSync(out, union, { recursive: true });
      }
      expect(compareTrees(readTree(union), whole)).toEqual([]);
      // A division that gives one part all the work would be none.
      expect(Math.min(...counts)).toBeGreaterThan(0);
    }),
    { numRuns: 3, examples: [[3]] },
  );
});

test('building again writes nothing, whatever the options', async () => {
  const root = makeSite();
  for (const options of [{}, { drafts: true }, { future: true }, { basePath: '/paper' }, { jobs: 2 }]) {
    await buildSite(root, options);
    const before = readTree(join(root, 'dist'));
    const again = await buildSite(root, options);
    expect(again).toMatchObject({ written: 0, deleted: 0, unchanged: before.size });
    expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  }
});

test('two clean builds in two folders have the same bytes', async () => {
  const [here, there] = [makeSite(), makeSite()];
  await buildSite(here, { clean: true });
  await buildSite(there, { clean: true, jobs: 2 });
  expect(compareTrees(readTree(join(there, 'dist')), readTree(join(here, 'dist')))).toEqual([]);
});

test('a failed build leaves output and cache as they were', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(root);
  const broken: Files[] = [
    { 'content/en_US/articles/first.md': 'no front matter' },
    { 'content/en_US/articles/first.md': article({ title: 'First', slug: 'second-look' } as ArticleFields) },
    { 'content/en_US/seo.json': '{' },
    { 'content/ru_RU/info/terms.md': null },
    { 'site-config.json': '{}' },
    { 'content/ads.json': '[]' },
  ];
  for (const files of broken) {
    writeFiles(root, files);
    for (const clean of [false, true]) await expect(buildSite(root, { clean })).rejects.toThrow(/→/);
    const restored = Object.fromEntries(
      Object.keys(files).map((path) => [path, before.get(path) ?? null] as const),
    );
    writeFiles(root, restored);
    expect(compareTrees(readTree(root), before)).toEqual([]);
  }
  expect(await buildSite(root)).toMatchObject({ written: 0, deleted: 0 });
});

test('what a killed build left behind is gone after the next one', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  // It wrote a page of an article that was deleted before the next build, and a file that it had not moved yet.
  writeFiles(root, {
    'content/en_US/articles/gone.md': article({ title: 'Gone', slug: 'gone' }),
  });
  await expect(
    buildSite(root, {
      reporter: failingReporter(),
    }),
  ).rejects.toThrow('killed');
  writeFiles(root, { 'content/en_US/articles/gone.md': null });
  await buildSite(root);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
});

/** Ends the build when its outputs begin: the pages are written, nothing is recorded. */
function failingReporter() {
  const phase = { update: () => undefined, end: () => undefined };
  return {
    json: false,
    live: false,
    width: 80,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    warnings: () => undefined,
    errors: () => undefined,
    result: () => undefined,
    output: () => undefined,
    phase(name: string) {
      if (name === 'outputs') throw new Error('killed');
      return phase;
    },
  };
}

test('files of another build in the output folder are gone after the next one', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  const other = makeSite({
    'content/en_US/articles/foreign.md': article({ title: 'F', slug: 'foreign' }),
    ...smallSite(),
  });
  await buildSite(other);
  cpSync(join(other, 'dist'), join(root, 'dist'), { recursive: true });
  await buildSite(root);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
});

test.each([
  ['file', ''],
  ['directory', '/paper'],
] as const)('layout %s below "%s" is the same site under other names', async (layout, basePath) => {
  const root = makeSite(smallSite({ urls: { layout } }));
  await buildSite(root, { basePath });
  const tree = readTree(join(root, 'dist'));
  const page = (path: string) => String(tree.get(layout === 'file' ? `${path}.html` : `${path}/index.html`));
  const html = page('articles/first-price');
  expect(html).toContain(
    `<link data-page-head="" rel="canonical" href="https://small.example${basePath}/articles/first-price"/>`,
  );
  expect(html).toContain(`href="${basePath}/authors/ann-reed"`);
  expect(page('ru/articles/pervaya-tsena')).toContain(`href="${basePath}/ru/betting/odds"`);
  expect([...tree.keys()].filter((path) => path.endsWith('404.html'))).toEqual(['404.html', 'ru/404.html']);
  expect(String(tree.get('sitemap.xml'))).toContain(`<loc>https://small.example${basePath}/</loc>`);
  expect(String(tree.get('robots.txt'))).toContain(`https://small.example${basePath}/sitemap.xml`);
});
