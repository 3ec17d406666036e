/** Lists the measured tools: how to find, prepare, start and check each of them. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { articlePath, createArticle, writeFiles, writeSite } from './corpus.mjs';
import { AUTHORS, TREE } from './publication.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The one that newest-hugo.sh unpacks, else the system's. */
const NEWEST_HUGO = join(HERE, '.work/hugo/hugo');
const HUGO = existsSync(NEWEST_HUGO) ? NEWEST_HUGO : 'hugo';

const ELEVENTY = '3.1.7';
const ELEVENTY_HOME = join(HERE, '.work', `eleventy-${ELEVENTY}`);

/**
 * A tool: `missing()` says what to do where it is not installed, or gives null; `stage` writes its site below a folder;
 * `reset` makes the next build a cold one (moving, not deleting); `command` builds; `source` and `page` name the files
 * of one article, before and after.
 */
export function createTools({ profiles, peers, program }) {
  return [
    ...profiles.map((profile) => createArticles(profile, program)),
    ...peers.map((name) => PEERS[name]()),
  ];
}

/** A copy of the compiled program, so that a compile during the run changes nothing. @returns its executable */
export function copyProgram(folder) {
  const project = join(HERE, '..');
  for (const part of ['bin', 'lib', 'package.json']) {
    cpSync(join(project, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'bin', 'articles.js');
}

export const PEERS = { hugo: createHugo, eleventy: createEleventy };
export const PROFILES = ['equal', 'full'];

function createArticles(profile, binary) {
  const rootOf = (work) => join(work, 'corpus');
  return {
    name: `articles (${profile})`,
    missing: () => null,
    version: () => run('node', [binary, '--version']),
    stage: stageCorpus,
    reset(work, bury) {
      bury(join(rootOf(work), '.articles'));
      const config = readFileSync(join(HERE, 'site', profile, 'site-config.json'));
      writeFileSync(join(rootOf(work), 'site-config.json'), config);
    },
    command: (work, out) => ({
      file: process.execPath,
      args: [binary, 'build', '--root', rootOf(work), '--out', out, '--quiet'],
    }),
    source: (work, index, article) => join(rootOf(work), articlePath(index, article.slug)),
    page: (out, article) => join(out, 'articles', `${article.slug}.html`),
  };
}

/** The corpus in our own format; Eleventy reads the same files. */
function stageCorpus(work, articles, seed) {
  const root = join(work, 'corpus');
  if (!existsSync(root)) writeSite({ root, articles, seed, profile: 'equal' });
}

function createHugo() {
  const rootOf = (work) => join(work, 'hugo');
  const placeOf = ({ place, slug }) =>
    join('content', place.category.slug, place.subcategory.slug, `${slug}.md`);
  return {
    name: 'Hugo',
    missing: () =>
      canRun(HUGO, ['version'])
        ? null
        : 'run bench/newest-hugo.sh, or install it with `apt-get install hugo` or `brew install hugo`',
    version: () => run(HUGO, ['version']).split(' ')[1],
    stage(work, articles, seed) {
      const root = rootOf(work);
      cpSync(join(HERE, 'hugo'), root, { recursive: true });
      writeFiles(root, {
        'data/tree.json': JSON.stringify(TREE),
        'data/authors.json': JSON.stringify(authorsByName()),
        'content/_index.md': `---\ntitle: The Bench Gazette\ndescription: Articles that nobody wrote.\n---\n`,
        ...hugoSections(),
      });
      for (let index = 0; index < articles; index++) {
        const article = createArticle(seed, index);
        writeFileSync(join(root, placeOf(article)), renderHugoArticle(article));
      }
    },
    reset: (work, bury) => bury(join(work, 'hugo-cache')),
    command: (work, out) => ({
      file: HUGO,
      args: [
        '--quiet',
        '--source',
        rootOf(work),
        '--destination',
        out,
        '--cacheDir',
        join(work, 'hugo-cache'),
      ],
    }),
    source: (work, _index, article) => join(rootOf(work), placeOf(article)),
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
        [`content/${category.slug}/_index.md`, index(category)],
        ...children.map((child) => [`content/${category.slug}/${child.slug}/_index.md`, index(child)]),
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
    `description: "${description}"`,
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

function createEleventy() {
  const rootOf = (work) => join(work, 'eleventy');
  const binary = join(ELEVENTY_HOME, 'node_modules/@11ty/eleventy/cmd.cjs');
  return {
    name: 'Eleventy',
    missing() {
      if (existsSync(binary)) return null;
      mkdirSync(ELEVENTY_HOME, { recursive: true });
      writeFileSync(join(ELEVENTY_HOME, 'package.json'), '{ "private": true }\n');
      const install = [
        'install',
        '--prefix',
        ELEVENTY_HOME,
        '--no-audit',
        '--no-fund',
        `@11ty/eleventy@${ELEVENTY}`,
      ];
      return canRun('npm', install) ? null : `npm could not install @11ty/eleventy@${ELEVENTY}`;
    },
    version: () => ELEVENTY,
    stage(work, articles, seed) {
      stageCorpus(work, articles, seed);
      const root = rootOf(work);
      cpSync(join(HERE, 'eleventy'), root, { recursive: true });
      writeFiles(root, {
        '_data/tree.json': JSON.stringify(TREE),
        '_data/authors.json': JSON.stringify(authorsByName()),
      });
      const source = join(work, 'corpus/content/en_US/articles');
      for (const folder of readdirSync(source))
        symlinkSync(join(source, folder), join(root, 'articles', folder));
    },
    reset: (work, bury) => bury(join(rootOf(work), '.cache')),
    command: (work, out) => ({
      file: process.execPath,
      args: [binary, '--quiet', `--output=${out}`],
      cwd: rootOf(work),
      // 100,000 articles do not fit into Node's default heap.
      env: { NODE_OPTIONS: '--max-old-space-size=16384' },
    }),
    source: (work, index, article) => join(work, 'corpus', articlePath(index, article.slug)),
    page: (out, article) => join(out, 'articles', `${article.slug}.html`),
  };
}

function authorsByName() {
  return Object.fromEntries(AUTHORS.map((author) => [author.name, author]));
}

function run(file, args) {
  return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function canRun(file, args) {
  try {
    run(file, args);
    return true;
  } catch {
    return false;
  }
}
