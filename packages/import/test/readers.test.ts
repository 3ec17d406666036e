/** What readers of the old site still have: the entries of its feeds, and its service worker in their browsers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReporter, type Reporter } from '../../../src/foundation/report.ts';
import { type Files, json, makeFolder, readTree, writeFiles } from '../../../test/support/site.ts';
import { readModule } from '../src/read/literals.ts';
import { runImport } from '../src/run-import.ts';
import { buildStrictly, EMPTY_SITE, importFiles, importInto, makeSource, notesOf } from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;
const URL_OF_SITE = 'https://old.example';

/** A source of each tool → the id of its article `one` in the feed that the tool makes. */
const FEEDS: Record<string, { files: Files; id: string }> = {
  hugo: {
    files: {
      'hugo.toml': `title = "Old"\nbaseURL = "${URL_OF_SITE}/"\n`,
      'content/posts/one.md': post('title: One\ndate: 2024-01-02'),
    },
    id: 'https://old.example/posts/one/',
  },
  jekyll: {
    files: {
      '_config.yml': `title: Old\nurl: ${URL_OF_SITE}\nbaseurl: /log\n`,
      '_posts/2024-01-02-one.md': post('title: One\ncategories: walks'),
    },
    id: 'https://old.example/log/walks/2024/01/02/one',
  },
  hexo: {
    files: {
      'scaffolds/post.md': '',
      '_config.yml': `title: Old\nurl: ${URL_OF_SITE}\npermalink: :year/:month/:day/:title/\n`,
      'source/_posts/one.md': post('title: One\ndate: 2024-01-02'),
    },
    id: 'https://old.example/2024/01/02/one/',
  },
  zola: {
    files: {
      'config.toml': `title = "Old"\nbase_url = "${URL_OF_SITE}"\n`,
      'content/2024-01-02-one.md': '+++\ntitle = "One"\n+++\nText.\n',
    },
    id: 'https://old.example/one/',
  },
  pelican: {
    files: {
      'pelicanconf.py': `SITENAME = 'Old'\nSITEURL = '${URL_OF_SITE}'\n`,
      'content/one.md': 'Title: One\nDate: 2024-01-02\nCategory: walks\n\nText.\n',
    },
    id: 'tag:old.example,2024-01-02:/one.html/',
  },
  docusaurus: {
    files: {
      'docusaurus.config.js': `module.exports = { title: 'Old', url: '${URL_OF_SITE}', baseUrl: '/' };\n`,
      'blog/2024-01-02-one.md': post('title: One'),
      'docs/manual.md': post('title: Manual'),
    },
    id: 'https://old.example/blog/2024/01/02/one',
  },
  gatsby: {
    files: {
      'gatsby-config.js': `module.exports = { siteMetadata: { title: 'Old', siteUrl: '${URL_OF_SITE}' } };\n`,
      'content/blog/one/index.md': post('title: One\ndate: 2024-01-02'),
    },
    id: 'https://old.example/one/',
  },
};

describe.each(Object.entries(FEEDS))('%s', (tool, { files, id }) => {
  test('feed readers show no article again', async () => {
    const { root, posts, result, stderr } = await importFiles(files);
    expect([result.from, stderr]).toEqual([tool, expect.not.stringContaining('✗')]);
    const one = [...posts.values()].find(({ fields }) => fields.title === 'One');
    expect(one?.fields.id).toBe(id);
    await buildStrictly(root);
    const tree = readTree(join(root, 'dist'));
    expect(String(tree.get('feed.xml'))).toContain(`<entry><id>${id}</id>`);
    expect(String(tree.get('rss.xml'))).toContain(`<guid isPermaLink="false">${id}</guid>`);
  });
});

test('a text without a day, a page and a draft have no id: no feed had them', async () => {
  const { posts } = await importFiles({
    'docusaurus.config.js': `module.exports = { title: 'Old', url: '${URL_OF_SITE}', baseUrl: '/' };\n`,
    'docs/manual.md': post('title: Manual'),
    'blog/2024-01-02-later.md': post('title: Later\ndraft: true'),
    'src/pages/team.md': post('title: Team\ndate: 2024-01-02'),
  });
  expect([...posts.values()].map(({ fields }) => fields.id)).toEqual([undefined, undefined, undefined]);
});

test('RSS and JSON have the ids of Ghost, which no Atom feed may have', async () => {
  const id = '5ddc9141c35e7700383b2937';
  const ghost = {
    data: {
      posts: [
        {
          ...{ id, title: 'One', slug: 'one', type: 'post', status: 'published', visibility: 'public' },
          ...{ published_at: '2024-01-02T03:04:05.000Z', html: '<p>Text.</p>' },
        },
      ],
    },
  };
  const folder = makeFolder();
  writeFiles(folder, { 'blog.json': json({ db: [ghost] }) });
  const root = makeFolder();
  writeFiles(root, EMPTY_SITE);
  await importInto(root, join(folder, 'blog.json'));
  await buildStrictly(root);
  const tree = readTree(join(root, 'dist'));
  expect(String(tree.get('rss.xml'))).toContain(`<guid isPermaLink="false">${id}</guid>`);
  expect(JSON.parse(String(tree.get('feed.json'))).items[0].id).toBe(id);
  expect(String(tree.get('feed.xml'))).toMatch(/<entry><id>urn:uuid:[\da-f-]{36}<\/id>/);
});

const HUGO: Files = {
  'hugo.toml': `title = "Old"\nbaseURL = "${URL_OF_SITE}/"\n`,
  'content/posts/one.md': post('title: One\ndate: 2024-01-02'),
};
const packages = (...names: string[]) => ({
  'package.json': json({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) }),
});

test.each<[string, Files, string[]]>([
  ['a plugin', { ...HUGO, ...packages('gatsby-plugin-offline', 'react') }, ['/sw.js']],
  ['two plugins', { ...HUGO, ...packages('hexo-offline', 'hexo-swpp') }, ['/service-worker.js', '/sw.js']],
  ['a theme', { ...HUGO, Gemfile: "gem 'jekyll-theme-chirpy', '~> 7'\n" }, ['/sw.js', '/sw.min.js']],
  ['a file', { ...HUGO, 'static/service-worker.js': '' }, ['/service-worker.js']],
  ['a file of a theme', { ...HUGO, 'themes/x/static/sw.js': '' }, ['/sw.js']],
  ['no worker', { ...HUGO, ...packages('react'), 'layouts/sw.js': '', 'static/js/app.js': '' }, []],
])('%s: a new site has "formerWorkers", and another one is told', async (_name, files, expected) => {
  const source = makeSource(files);
  const fresh = makeFolder();
  await importInto(fresh, source);
  const config = JSON.parse(readFileSync(join(fresh, 'site-config.json'), 'utf8'));
  expect(config.formerWorkers ?? []).toEqual(expected);

  const root = makeFolder();
  writeFiles(root, EMPTY_SITE);
  const { result } = await importInto(root, source);
  const notes = Object.keys(notesOf(result)).filter((message) => message.includes('service worker'));
  expect(notes).toEqual(
    expected.length === 0
      ? []
      : [
          `readers may keep a service worker of the old site: add ${JSON.stringify(expected)} to "formerWorkers"`,
        ],
  );
});

test('settings that depend on the environment are those of a published site', async () => {
  const code = `
    const base = process.env.PREVIEW ? '/' : '/docs/';
    const host = process.env.URL || 'old.example';
    module.exports = {
      base,
      url: \`https://\${host}\`,
      title: process.env.NODE_ENV === 'production' ? 'Public' : 'Draft',
      other: process.env.NODE_ENV !== 'production' && 'hidden',
      unknown: compute() ? 'a' : 'b',
    };`;
  expect((await readModule(code))?.exported).toEqual({
    base: '/docs/',
    url: 'https://old.example',
    title: 'Public',
    other: false,
  });
});

test('a signal reaches an import that converts texts', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`posts/${at}.md`, post(`title: T${at}\ndate: 2024-01-02`)]),
  );
  const seen: boolean[] = [];
  const stream = { write: () => true };
  const reporter: Reporter = {
    ...createReporter({ json: false, quiet: true, stdout: stream, stderr: stream, environment: {} }),
    phase: (name) => ({
      update(done) {
        if (name !== 'convert') return;
        if (done === 1) setImmediate(() => seen.push(true));
        if (done === 60) expect(seen).toEqual([true]);
      },
      end: () => {},
    }),
  };
  await runImport({
    root: join(makeFolder(), 'site'),
    source: makeSource(files),
    from: undefined,
    locale: undefined,
    containers: new Map(),
    dryRun: true,
    reporter,
    now: Date.now(),
    addProjectFiles: async () => {},
    findStops: async () => [],
  });
  expect(seen).toEqual([true]);
});
