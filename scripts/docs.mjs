// Builds the documentation as a site of this program: `npm run docs`, then `npm run docs -- --serve` to read it.
// docs/site has its configuration; each page of docs/ becomes an article, links between pages become links of the site.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const docs = join(root, 'docs');

/**
 * Writes the sources of the site.
 * @param site absolute path of its folder; what is in its content/ is replaced
 * @returns the pages: `{file, slug, title}`, where `file` is below docs/
 */
export function writeDocsSite(site) {
  const sections = JSON.parse(readFileSync(join(docs, 'site/contents.json'), 'utf8'));
  const pages = sections.flatMap(({ key, pages }) =>
    pages.flatMap(expand).map((file) => ({ section: key, ...readPage(file) })),
  );
  for (const folder of ['content', 'theme']) rmSync(join(site, folder), { recursive: true, force: true });
  const put = (path, text) => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  };
  cpSync(join(docs, 'site'), site, { recursive: true });
  put('content/en_US/categories.json', JSON.stringify(Object.fromEntries(sections.map(createCategory))));
  const slugs = new Map(pages.map(({ file, slug }) => [file, slug]));
  for (const [index, page] of pages.entries())
    put(`content/en_US/articles/${page.slug}.md`, writeArticle(page, index + 1, slugs));
  cpSync(join(docs, 'images'), join(site, 'content/images'), { recursive: true });
  return pages;
}

/** `hosting/*.md` becomes the files in their order, the folder's README first. */
function expand(pattern) {
  if (basename(pattern) !== '*.md') return [pattern];
  const folder = dirname(pattern);
  const names = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md'));
  const files = names.map((name) => `${folder}/${name}`);
  const rank = (file) => (basename(file) === 'README.md' ? '' : file);
  return files.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function readPage(file) {
  const text = readFileSync(join(docs, file), 'utf8').replace(/^<!--.*?-->\n+/s, '');
  const [, title, body] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? [];
  if (!title) throw new Error(`docs/${file} does not begin with "# Title"`);
  const name = file
    .replace(/^\.\.\//, '')
    .replace(/(\/README)?\.md$/, '')
    .toLowerCase();
  return { file, slug: name.replaceAll('/', '-'), title, body };
}

const createCategory = ({ key, title, description }) => [key, { title, description, slug: key }];

function writeArticle({ file, slug, title, section, body }, order, slugs) {
  const description = firstSentences(body);
  const fields = {
    title,
    slug,
    ...(description && { description }),
    date: '2026-11-22',
    category: section,
    order,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${rewriteLinks(body, file, slugs)}`;
}

/** The first paragraph as plain text, cut at a sentence. */
function firstSentences(body) {
  const paragraph = body.split(/\n{2,}/).find((block) => /^(?:[A-Z]|`(?!``))/.test(block)) ?? '';
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ');
  const sentences = plain.match(/.+?[.:](?=\s|$)/g) ?? [];
  let text = '';
  for (const sentence of sentences) if ((text + sentence).length <= 150) text += sentence;
  return text.trim().replace(/:$/, '.');
}

/** Relative links: pages of the site, pictures; what is only in the repository is text. Code is left alone. */
function rewriteLinks(body, file, slugs) {
  const parts = body.split(/(```[\s\S]*?```|`[^`\n]*`)/);
  const rewrite = (text) =>
    text.replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, image, label, target) => {
      if (/^([a-z]+:|#|\/)/.test(target)) return whole;
      const [path, anchor = ''] = target.split(/(?=#)/);
      const absolute = relative(docs, resolve(docs, dirname(file), path)).replaceAll('\\', '/');
      if (image) return `![${label}](/images/${absolute.replace(/^images\//, '')})`;
      const slug = slugs.get(absolute) ?? slugs.get(`${absolute.replace(/\/$/, '')}/README.md`);
      return slug ? `[${label}](/articles/${slug}${anchor})` : label;
    });
  // A label may hold code, so links are found in the whole text and code only guarded against.
  return parts.some((part, index) => index % 2 === 1 && part.startsWith('```'))
    ? body
        .split(/(```[\s\S]*?```)/)
        .map((part, index) => (index % 2 === 1 ? part : rewrite(part)))
        .join('')
    : rewrite(body);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const site = join(root, '.articles/docs-site');
  writeDocsSite(site);
  const serve = process.argv.includes('--serve');
  const command = serve ? ['serve'] : ['build', '--strict'];
  execFileSync(process.execPath, [join(root, 'bin/articles.js'), ...command, '--root', site], {
    stdio: 'inherit',
  });
}
