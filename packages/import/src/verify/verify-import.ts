/** Compares a built site with the source that it was imported from: what readers would miss. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ImportVerification } from '../core.ts';
import type { AssetFolder, ImportedPost } from '../imported-site.ts';
import { decodeAddress } from '../read/decode-address.ts';
import { countMissing, type TextCount } from '../read/unread-texts.ts';
import type { PlacedPost } from '../write/place-posts.ts';
import { missing, missingAlts, movedCells, movedWords } from './compare-pages.ts';
import { plainAddress } from './plain-address.ts';
import { plainWords, type ReadPage, readPage } from './read-page.ts';
import { readSourceText } from './read-source-text.ts';
import { isHiddenText, readExportStatus } from './source-status.ts';

/** A source, and the places of its texts in the new site. */
export interface ImportedTexts {
  /** Absolute path of the source: a file or a folder. */
  source: string;
  /** Root of the new site. */
  root: string;
  posts: readonly ImportedPost[];
  placed: readonly PlacedPost[];
  /** Files of the source. */
  files: readonly string[];
  /** Folders of the source whose files the old site published. */
  assets: readonly AssetFolder[];
  /** How many texts the source has. */
  count: TextCount;
  /** Path under which the new site is published. */
  basePath: string;
  /** Prefix of old addresses. */
  oldBase: string;
  /** Origin of the old site; null if it is not known. */
  oldUrl: string | null;
  /** Milliseconds. */
  now: number;
}

export type BuildChecks = Pick<ImportVerification, 'build' | 'problems'>;

/** Number of examples of each loss. */
const EXAMPLES = 20;

/** What the texts and their pages have. */
const NOTHING_FOUND = {
  words: 0,
  code: 0,
  cells: 0,
  headings: 0,
  items: 0,
  footnotes: 0,
  pictures: 0,
  links: 0,
  addresses: 0,
  deadBefore: 0,
};
type Totals = typeof NOTHING_FOUND;

type Loss = keyof ImportVerification['examples'];

interface LossKind {
  loss: Loss;
  /** How the terminal names it. */
  name: string;
  /** The total that it is a part of. */
  of: keyof Totals | 'texts' | null;
  /** The share above which it is too much. */
  most: number | null;
}

const LOSSES: readonly LossKind[] = [
  { loss: 'wordsLost', name: 'words lost', of: 'words', most: 0.003 },
  { loss: 'wordsMoved', name: 'words in another order', of: 'words', most: null },
  { loss: 'codeChanged', name: 'blocks of code changed', of: 'code', most: 0 },
  { loss: 'cellsMoved', name: 'cells of tables at another place', of: 'cells', most: 0 },
  { loss: 'headingsLost', name: 'headings lost', of: 'headings', most: null },
  { loss: 'itemsLost', name: 'items of lists lost', of: 'items', most: null },
  { loss: 'footnotesLost', name: 'footnotes lost', of: 'footnotes', most: null },
  { loss: 'altsLost', name: 'descriptions of pictures lost', of: 'pictures', most: null },
  { loss: 'linksLost', name: 'links to other sites lost', of: 'links', most: null },
  { loss: 'linksRetargeted', name: 'links to another text than before', of: 'links', most: 0.001 },
  { loss: 'deadLinks', name: 'links dead that lived before', of: 'links', most: 0 },
  { loss: 'picturesMissing', name: 'pictures missing', of: 'pictures', most: null },
  { loss: 'addressesLost', name: 'old addresses that no longer answer', of: 'addresses', most: 0.02 },
  { loss: 'published', name: 'texts published that were not', of: 'texts', most: 0 },
  { loss: 'templateCode', name: 'parts of template code visible', of: null, most: null },
  { loss: 'marks', name: 'characters that the source does not have', of: null, most: 0 },
];

/** The same for each loss. */
const each = <Value>(create: () => Value): Record<Loss, Value> =>
  Object.assign({}, ...LOSSES.map(({ loss }) => ({ [loss]: create() })));

/** @param out folder of the built site, with drafts and articles to come */
export async function verifyImport(
  texts: ImportedTexts,
  out: string,
  outcome: BuildChecks,
): Promise<ImportVerification> {
  const { placed, count } = texts;
  const examples = each((): { file: string; detail: string }[] => []);
  const lost = each(() => 0);
  const found = { ...NOTHING_FOUND };
  const lose = (loss: Loss, file: string, details: readonly string[]) => {
    lost[loss] += details.length;
    const room = EXAMPLES - examples[loss].length;
    for (const detail of details.slice(0, Math.min(room, 3)))
      examples[loss].push({ file, detail: detail.replace(/\s+/g, ' ').slice(0, 160) });
  };
  // Without pages there is nothing to compare.
  if (outcome.build === 0) {
    const context = await createContext(texts, out);
    for (const entry of placed) comparePost(entry, context, found, lose);
  }
  const totals = { ...found, texts: placed.length };
  const missingTexts = countMissing(count);
  const isGood =
    outcome.build === 0 &&
    count.settings.length === 0 &&
    missingTexts * 10 <= count.texts &&
    LOSSES.every(
      ({ loss, of, most }) => most === null || lost[loss] <= (of === null ? 0 : totals[of] * most),
    );
  return {
    texts: placed.length,
    textsNotRead: missingTexts,
    ...found,
    ...lost,
    ...outcome,
    isGood,
    examples,
  };
}

interface Context extends ImportedTexts {
  out: string;
  answers(path: string): boolean;
  livedBefore(post: ImportedPost, path: string): boolean;
  /** Ids or slugs of items of an export that were not public; null for a folder. */
  hidden: ReadonlySet<string> | null;
  /** Titles of texts by their addresses and files. */
  titles: ReadonlyMap<string, string>;
  /** New addresses by old ones. */
  expected: ReadonlyMap<string, string>;
}

async function createContext(texts: ImportedTexts, out: string): Promise<Context> {
  const { source, placed, oldBase, basePath } = texts;
  const expected = new Map<string, string>();
  for (const { post, url } of placed) {
    for (const address of post.addresses.slice(0, 1))
      expected.set(plainAddress(oldBase + address), basePath + url);
    if (post.id !== undefined) expected.set(`/?p=${post.id}`, basePath + url);
    else expected.set(plainAddress(`/${post.file}`), basePath + url);
  }
  const titles = new Map(
    placed.flatMap(({ post }) =>
      [...post.addresses, post.file, `/${post.file}`].map(
        (place) => [plainAddress(place), post.title ?? ''] as const,
      ),
    ),
  );
  const isFile = statSync(source).isFile();
  return {
    ...texts,
    out,
    answers: createAnswerTest(out, basePath),
    livedBefore: createOldTargets(texts),
    hidden: isFile ? await readExportStatus(source) : null,
    titles,
    expected,
  };
}

function comparePost(
  { post, url, file }: PlacedPost,
  context: Context,
  found: Totals,
  lose: (loss: Loss, file: string, details: readonly string[]) => void,
): void {
  const { out, answers, livedBefore, oldBase, basePath, root } = context;
  // Nobody read a draft that was set aside.
  if (post.draft && !existsSync(join(root, file))) return;
  const source = readSourceText(post, context.titles);
  const built = readBuilt(out, url);
  const note = (loss: Loss, details: readonly string[]) => lose(loss, post.file, details);
  found.words += source.words.length;
  found.code += source.code.length;
  found.pictures += source.images.length;
  found.cells += source.tables.flat(2).length;
  found.headings += source.headings.length;
  found.items += source.items;
  found.footnotes += source.footnotes;
  note('wordsLost', missing(source.words, built.words));
  note('wordsMoved', movedWords(source.words, built.words));
  note('codeChanged', missing(source.code, built.code));
  note('cellsMoved', movedCells(source, built));
  note(
    'headingsLost',
    missing(source.headings.filter(Boolean), [...built.headings, plainWords(post.title ?? '')]),
  );
  note(
    'itemsLost',
    Array.from({ length: Math.max(0, source.items - built.items) }, () => 'an item'),
  );
  note(
    'footnotesLost',
    Array.from({ length: Math.max(0, source.footnotes - built.footnotes) }, () => 'a mark'),
  );
  note('altsLost', missingAlts(source, built));
  const hrefs = (page: ReadPage) => page.links.map(({ href }) => href);
  note('linksLost', missing(foreign(source, context), built.links.map(urlOf)));
  note('linksRetargeted', retargeted(source, built, post, context));
  note('templateCode', missing(templatesIn(built.prose), templatesIn(source.prose)));
  note('marks', unknownMarks(built.prose, post.body));
  const dead = internal(hrefs(built), url).filter((path) => !answers(path));
  const died = dead.filter((path) => livedBefore(post, path.replace(url, post.addresses[0] ?? url)));
  found.links += built.links.length;
  found.deadBefore += dead.length - died.length;
  note('deadLinks', died);
  note(
    'picturesMissing',
    internal(
      built.images.map(({ src }) => src),
      url,
    ).filter((path) => !answers(path)),
  );
  note('published', isWronglyPublic(post, file, context) ? [post.title ?? post.path] : []);
  if (post.draft) return;
  const addresses = post.addresses.map((address) => oldBase + decodeAddress(address));
  found.addresses += addresses.length;
  note(
    'addressesLost',
    addresses.filter((address) => !answers(basePath + address)),
  );
}

const templatesIn = (prose: string) =>
  prose.match(/\{\{(?:(?!\}\}).){0,60}|\{%(?:(?!%\}).){0,60}|\{\/\*.{0,60}|^:::.{0,60}/gm) ?? [];
const plainUrl = (url: string) =>
  decodeAddress(url).replace(/^\/\//, 'https://').replace(/\/+$/, '').replaceAll('&amp;', '&');

/** Marks of a converter: characters for private use, and names of its own, that the source does not have. */
function unknownMarks(prose: string, body: string): string[] {
  return (prose.match(/[\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}\ufffd]|source-file:/gu) ?? []).filter(
    (mark) => !body.includes(mark),
  );
}

/** Targets of links that lead to other sites. */
function foreign({ links }: ReadPage, { oldUrl }: Context): string[] {
  const host = oldUrl === null ? null : new URL(oldUrl).host.replace(/^www\./, '');
  return links
    .filter(
      ({ href, text }) =>
        /^(?:https?:)?\/\//.test(href) &&
        URL.canParse(href, 'https://x.invalid') &&
        text !== '' &&
        new URL(href, 'https://x.invalid').host.replace(/^www\./, '') !== host,
    )
    .map(urlOf);
}

/** An address that is its own text ends before letters and punctuation from which no space divides it. */
const urlOf = ({ href, text }: ReadPage['links'][number]) =>
  plainUrl(
    plainWords(decodeAddress(href)) === text
      ? decodeAddress(href).replace(
          /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff65].*$/u,
          '',
        )
      : href,
  );

/** Links whose text leads to another of the imported texts than before. */
function retargeted(source: ReadPage, built: ReadPage, post: ImportedPost, context: Context): string[] {
  const { expected, oldUrl } = context;
  // The address of a folder ends with a slash.
  const isFolder = /(?:^|\/)_?(?:index|readme)\.\w+$/i.test(post.file) && !post.addresses[0]?.endsWith('/');
  const base =
    `${oldUrl ?? 'http://old.invalid'}`.replace(/^(https?:\/\/[^/]+).*$/, '$1') +
    encodeURI(context.oldBase + (post.addresses[0] ?? '/') + (isFolder ? '/' : ''));
  return source.links.flatMap(({ href, text }) => {
    if (text === '' || href.startsWith('#') || !URL.canParse(href, base)) return [];
    // A link to a file of the source begins at the file.
    const isFile = /^[^/?#]+[^?#]*\.mdx?(?:[?#]|$)/.test(href) && !/^[a-z]+:/i.test(href);
    const target = new URL(href, isFile ? new URL(encodeURI(`/${post.file}`), base) : base);
    // The new home page takes the place of the old one.
    const isHome = plainAddress(target.pathname) === '' && target.search === '';
    if (target.origin !== new URL(base).origin || isHome) return [];
    const id = target.searchParams.get('p') ?? target.searchParams.get('page_id');
    const wanted = expected.get(id === null ? plainAddress(target.pathname) : `/?p=${id}`);
    const given = built.links.filter((link) => link.text === text);
    if (wanted === undefined || given.length === 0) return [];
    return given.some((link) => plainAddress(link.href.replace(/[?#].*$/, '')) === plainAddress(wanted))
      ? []
      : [`${href} → ${given[0]?.href}`];
  });
}

/** True if a text is public here although its source says that it was not. */
function isWronglyPublic(post: ImportedPost, file: string, { hidden, source, root, now }: Context): boolean {
  const wasHidden = hidden
    ? hidden.has(post.id ?? post.slug ?? '')
    : existsSync(join(source, post.file)) && isHiddenText(readFileSync(join(source, post.file), 'utf8'), now);
  const written = join(root, file);
  if (!wasHidden || !existsSync(written)) return false;
  const [, head = ''] = /^---\n([\s\S]*?)\n---/.exec(readFileSync(written, 'utf8')) ?? [];
  const expires = /^expires: ["']?(\d{4}-[^"'\n]+)/m.exec(head)?.[1];
  return !/^draft: true$/m.test(head) && !(expires !== undefined && Date.parse(expires) <= now);
}

export function formatVerification(verification: ImportVerification): string[] {
  const { texts, examples, problems } = verification;
  return [
    `verified ${texts} texts:`,
    ...LOSSES.flatMap(({ loss, name, of }) => [
      `  ${String(verification[loss]).padStart(6)}  ${name}${of === null ? '' : ` of ${verification[of]}`}`,
      ...examples[loss].slice(0, 3).map(({ file, detail }) => `          ${file}: ${detail}`),
    ]),
    ...(verification.build === 0
      ? []
      : ['  the build failed, so no page was compared:', ...problems.map((text) => `          ${text}`)]),
    ...(verification.isGood
      ? []
      : [
          '  too much is lost: at most .3 % of words, 2 % of addresses and a tenth of the texts, and no code, link, cell or flag',
        ]),
    '  not compared: styles, scripts, menus, comments, and what only the code of the old site shows',
  ];
}

const NOTHING = readPage('');

function readBuilt(out: string, url: string): ReadPage {
  const file = join(out, `${decodeAddress(url)}.html`);
  return existsSync(file) ? readPage(readFileSync(file, 'utf8'), 'prose') : NOTHING;
}

/** Paths of the targets on the site itself. */
function internal(targets: readonly string[], url: string): string[] {
  return targets.flatMap((target) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return [];
    const base = `http://site.invalid${encodeURI(url)}`;
    return URL.canParse(target, base) ? decodeAddress(new URL(target, base).pathname) : target;
  });
}

function createAnswerTest(out: string, basePath: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
  return (path) => {
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const own = path.startsWith(`${basePath}/`) || path === basePath ? path.slice(basePath.length) : null;
    const plain = own?.replace(/\/+$/, '') ?? '';
    const answer =
      own !== null &&
      !own.includes('\0') &&
      ['', '.html', '/index.html'].some((ending) => isFile(join(out, plain + ending)));
    known.set(path, answer);
    return answer;
  };
}

/** Finds out whether a path led to a page or a file of the old site. Texts in other languages wait for an import of their own. */
function createOldTargets({ posts, placed, files, assets, oldBase }: ImportedTexts) {
  const chosen = new Set(placed.map(({ post }) => post));
  const waiting = new Set(posts.flatMap((post) => (chosen.has(post) ? [] : post.file)));
  const addresses = new Set([...chosen].flatMap((post) => post.addresses.map(plainAddress)));
  const own = files.filter((file) => !waiting.has(file));
  const published = assets.flatMap(({ folder, mount }) =>
    own.flatMap((file) => (file.startsWith(`${folder}/`) ? mount + file.slice(folder.length) : [])),
  );
  const sources = new Set([...own.map((file) => `/${file}`), ...published].map(plainAddress));
  return (post: ImportedPost, path: string): boolean => {
    const plain = path.startsWith(`${oldBase}/`) ? path.slice(oldBase.length) : path;
    const near = posix.join('/', posix.dirname(post.file), plain);
    return [plain, near].some(
      (target) => addresses.has(plainAddress(target)) || sources.has(plainAddress(target)),
    );
  };
}
