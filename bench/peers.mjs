/** The other tools, each in two weights: `full` has pages as ours, `light` pages as the tool's own starter makes them. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { articlePath, stageCorpus, writeFiles } from './corpus.mjs';
import { AUTHORS, TREE } from './publication.mjs';
import { canRun, run } from './run-command.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The one that newest-hugo.sh unpacks, else the system's. */
const NEWEST_HUGO = join(HERE, '.work/hugo/hugo');
const HUGO = existsSync(NEWEST_HUGO) ? NEWEST_HUGO : 'hugo';
const ELEVENTY = '3.1.8';
/** Colours code as Prism does. */
const COLOURS = '5.0.2';
/** The newest that runs on Node 20. */
const ASTRO = '5.18.2';

export const WEIGHTS = ['full', 'light'];
export const PEERS = { hugo: createHugo, eleventy: createEleventy, astro: createAstro };

const nameOf = (tool, weight) => (weight === 'full' ? tool : `${tool} (${weight})`);

/** Copies the site of a peer; `light/` has the files that a light one has in place of others. */
function stageSite(peer, weight, root) {
  const source = join(HERE, peer);
  cpSync(source, root, { recursive: true, filter: (path) => path === source || basename(path) !== 'light' });
  if (weight === 'light') cpSync(join(source, 'light'), root, { recursive: true });
}

/** Installs packages of npm below bench/.work, with the binary of the last one. @returns what to do where that fails, else null */
function install(home, binary, ...names) {
  if (existsSync(binary)) return null;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const works = canRun('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', ...names]);
  return works ? null : `npm could not install ${names.join(' and ')}`;
}

function createHugo(weight) {
  const rootOf = (work) => join(work, `hugo-${weight}`);
  const contentOf = (work) => join(work, 'hugo-content');
  const cacheOf = (work) => join(work, `hugo-cache-${weight}`);
  const placeOf = ({ place, slug }) => join(place.category.slug, place.subcategory.slug, `${slug}.md`);
  return {
    name: nameOf('Hugo', weight),
    missing: () =>
      canRun(HUGO, ['version'])
        ? null
        : 'run bench/newest-hugo.sh, or install it with `apt-get install hugo` or `brew install hugo`',
    version: () => run(HUGO, ['version']).split(' ')[1],
    stage(work, corpus) {
      const root = rootOf(work);
      stageSite('hugo', weight, root);
      writeFiles(root, {
        'data/tree.json': JSON.stringify(TREE),
        'data/authors.json': JSON.stringify(authorsByName()),
      });
      const content = contentOf(work);
      if (existsSync(content)) return;
      writeFiles(content, {
        '_index.md': `---\ntitle: The Bench Gazette\ndescription: Articles that nobody wrote.\n---\n`,
        ...hugoSections(),
      });
      for (let index = 0; index < corpus.articles; index++) {
        const article = corpus.at(index);
        writeFileSync(join(content, placeOf(article)), renderHugoArticle(article));
      }
    },
    reset: (work, bury) => bury(cacheOf(work)),
    command: (work, out) => ({
      file: HUGO,
      args: [
        '--quiet',
        '--source',
        rootOf(work),
        '--contentDir',
        contentOf(work),
        '--destination',
        out,
        '--cacheDir',
        cacheOf(work),
      ],
    }),
    watch(work, out) {
      const command = this.command(work, out);
      return { ...command, args: [...command.args, '--watch'] };
    },
    source: (work, _index, article) => join(contentOf(work), placeOf(article)),
    page: (out, article) => join(out, 'articles', `${article.slug}.html`),
  };
}

/** Sections are Hugo's own and fastest way to group pages, so articles stand in folders of their subcategory. */
function hugoSections() {
  return Object.fromEntries(
    Object.values(TREE).flatMap((category) => {
      const children = Object.values(category.children);
      const topics = children.map(({ slug, title }) => ({ title, url: `/${category.slug}/${slug}.html` }));
      const index = ({ title, description }) => `${JSON.stringify({ title, description, topics })}\n`;
      return [
        [`${category.slug}/_index.md`, index(category)],
        ...children.map((child) => [`${category.slug}/${child.slug}/_index.md`, index(child)]),
      ];
    }),
  );
}

/** The same fields flattened: a Hugo section needs the place in the path, and templates the titles. */
function renderHugoArticle({ title, slug, description, author, date, updated, place, body }) {
  const short = ({ title, slug }) => `{ title: "${title}", slug: ${slug} }`;
  const lines = [
    '---',
    `title: "${title}"`,
    `url: /articles/${slug}.html`,
    ...(description === null ? [] : [`description: "${description}"`]),
    `author: ${author}`,
    `authors: [${author}]`,
    `date: ${date}`,
    ...(updated ? [`updated: ${updated}`] : []),
    `category: ${short(place.category)}`,
    `subcategory: ${short(place.subcategory)}`,
    '---',
  ];
  return `${lines.join('\n')}\n${body}\n`;
}

function createEleventy(weight) {
  const rootOf = (work) => join(work, `eleventy-${weight}`);
  const home = join(HERE, '.work', `eleventy-${ELEVENTY}-${COLOURS}`);
  const binary = join(home, 'node_modules/@11ty/eleventy/cmd.cjs');
  return {
    name: nameOf('Eleventy', weight),
    missing: () =>
      install(home, binary, `@11ty/eleventy-plugin-syntaxhighlight@${COLOURS}`, `@11ty/eleventy@${ELEVENTY}`),
    version: () => ELEVENTY,
    stage(work, corpus) {
      stageCorpus(work, corpus);
      const root = rootOf(work);
      stageSite('eleventy', weight, root);
      writeFiles(root, {
        '_data/tree.json': JSON.stringify(TREE),
        '_data/authors.json': JSON.stringify(authorsByName()),
      });
      const source = join(work, 'corpus/content/en_US/articles');
      for (const folder of readdirSync(source))
        symlinkSync(join(source, folder), join(root, 'articles', folder));
      symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'));
    },
    reset: (work, bury) => bury(join(rootOf(work), '.cache')),
    command: (work, out) => ({
      file: process.execPath,
      args: [binary, '--quiet', `--output=${out}`],
      cwd: rootOf(work),
      // 100,000 articles do not fit into Node's default heap.
      env: { NODE_OPTIONS: '--max-old-space-size=16384' },
    }),
    watch(work, out) {
      const command = this.command(work, out);
      return { ...command, args: [...command.args, '--watch', '--incremental'] };
    },
    source: (work, index, article) => join(work, 'corpus', articlePath(index, article.slug)),
    page: (out, article) => join(out, 'articles', `${article.slug}.html`),
  };
}

function createAstro(weight) {
  const rootOf = (work) => join(work, `astro-${weight}`);
  const home = join(HERE, '.work', `astro-${ASTRO}`);
  const binary = join(home, 'node_modules/astro/astro.js');
  return {
    name: nameOf('Astro', weight),
    missing: () => install(home, binary, `astro@${ASTRO}`),
    version: () => ASTRO,
    stage(work, corpus) {
      stageCorpus(work, corpus);
      const root = rootOf(work);
      stageSite('astro', weight, root);
      writeFiles(root, {
        'src/data/tree.json': JSON.stringify(TREE),
        'src/data/authors.json': JSON.stringify(authorsByName()),
      });
      symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'));
    },
    reset(work, bury) {
      for (const cache of ['.astro', '.cache']) bury(join(rootOf(work), cache));
    },
    command: (work, out) => ({
      file: process.execPath,
      args: [binary, 'build', '--silent', '--root', rootOf(work), '--outDir', out],
      cwd: rootOf(work),
      env: { ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '--max-old-space-size=16384' },
    }),
    source: (work, index, article) => join(work, 'corpus', articlePath(index, article.slug)),
    page: (out, article) => join(out, 'articles', `${article.slug}.html`),
  };
}

function authorsByName() {
  return Object.fromEntries(AUTHORS.map((author) => [author.name, author]));
}
