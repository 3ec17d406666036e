/** Compares a built site with the source that it was imported from: what readers would miss. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ImportVerification } from '../core.ts';
import type { AssetFolder, ImportedPost } from '../imported-site.ts';
import { decodeAddress } from '../read/decode-address.ts';
import type { PlacedPost } from '../write/place-posts.ts';
import { type ReadPage, readPage } from './read-page.ts';
import { readSourceText } from './read-source-text.ts';

/** A source, and the places of its texts in the new site. */
export interface ImportedTexts {
  posts: readonly ImportedPost[];
  placed: readonly PlacedPost[];
  /** Files of the source. */
  files: readonly string[];
  /** Folders of the source whose files the old site published. */
  assets: readonly AssetFolder[];
  /** Path under which the new site is published. */
  basePath: string;
  /** Prefix of old addresses. */
  oldBase: string;
}

export type BuildOutcome = Pick<ImportVerification, 'build' | 'problems'>;

/** Number of examples of each loss. */
const EXAMPLES = 20;

/** Losses up to these are accepted; any dead link, any changed code and a failed build are too much. */
const MAX_WORDS_LOST = 0.003;
const MAX_ADDRESSES_LOST = 0.02;

type Loss = keyof ImportVerification['examples'];

/** @param out folder of the built site, with drafts and articles to come */
export function verifyImport(texts: ImportedTexts, out: string, outcome: BuildOutcome): ImportVerification {
  const { placed, basePath, oldBase } = texts;
  const examples: Record<Loss, { file: string; detail: string }[]> = {
    wordsLost: [],
    deadLinks: [],
    picturesMissing: [],
    codeChanged: [],
    addressesLost: [],
    templateCode: [],
  };
  const found = { words: 0, code: 0, pictures: 0, links: 0, addresses: 0, deadBefore: 0 };
  const lost: Record<Loss, number> = {
    wordsLost: 0,
    deadLinks: 0,
    picturesMissing: 0,
    codeChanged: 0,
    addressesLost: 0,
    templateCode: 0,
  };
  const lose = (loss: Loss, file: string, details: readonly string[]) => {
    lost[loss] += details.length;
    const room = EXAMPLES - examples[loss].length;
    for (const detail of details.slice(0, Math.min(room, 3)))
      examples[loss].push({ file, detail: detail.replace(/\s+/g, ' ').slice(0, 160) });
  };
  const answers = createAnswerTest(out, basePath);
  const livedBefore = createOldTargets(texts);

  for (const { post, url } of placed) {
    const source = readSourceText(post);
    const built = readBuilt(out, url);
    found.words += source.words.length;
    found.code += source.code.length;
    found.pictures += source.images.length;
    lose('wordsLost', post.file, missing(source.words, built.words));
    lose('codeChanged', post.file, missing(source.code, built.code));
    lose(
      'templateCode',
      post.file,
      built.prose.match(/\{\{.{0,60}|\{%.{0,60}|\{\/\*.{0,60}|^:::.{0,60}/gm) ?? [],
    );
    const dead = internal(built.links, url).filter((path) => !answers(path));
    const died = dead.filter((path) => livedBefore(post, path.replace(url, post.addresses[0] ?? url)));
    found.links += built.links.length;
    found.deadBefore += dead.length - died.length;
    lose('deadLinks', post.file, died);
    lose(
      'picturesMissing',
      post.file,
      internal(built.images, url).filter((path) => !answers(path)),
    );
    if (post.draft) continue;
    const addresses = post.addresses.map((address) => oldBase + decodeAddress(address));
    found.addresses += addresses.length;
    lose(
      'addressesLost',
      post.file,
      addresses.filter((address) => !answers(basePath + address)),
    );
  }
  const isGood =
    outcome.build === 0 &&
    lost.codeChanged === 0 &&
    lost.deadLinks === 0 &&
    lost.wordsLost <= found.words * MAX_WORDS_LOST &&
    lost.addressesLost <= found.addresses * MAX_ADDRESSES_LOST;
  return { texts: placed.length, ...found, ...lost, ...outcome, isGood, examples };
}

export function formatVerification(verification: ImportVerification): string[] {
  const { texts, words, links, pictures, code, addresses, examples, problems } = verification;
  const line = (loss: Loss, name: string, total: number | null) => [
    `  ${String(verification[loss]).padStart(6)}  ${name}${total === null ? '' : ` of ${total}`}`,
    ...examples[loss].slice(0, 3).map(({ file, detail }) => `          ${file}: ${detail}`),
  ];
  return [
    `verified ${texts} texts:`,
    ...line('wordsLost', 'words lost', words),
    ...line('codeChanged', 'blocks of code changed', code),
    ...line('deadLinks', 'links dead that lived before', links),
    ...line('picturesMissing', 'pictures missing', pictures),
    ...line('addressesLost', 'old addresses that no longer answer', addresses),
    ...line('templateCode', 'parts of template code visible', null),
    ...(verification.build === 0
      ? []
      : ['  the build failed:', ...problems.map((text) => `          ${text}`)]),
    ...(verification.isGood
      ? []
      : ['  too much is lost: at most .3 % of words and 2 % of addresses, no code and no link']),
  ];
}

const NOTHING: ReadPage = { words: [], code: [], links: [], images: [], prose: '' };

function readBuilt(out: string, url: string): ReadPage {
  const file = join(out, `${decodeAddress(url)}.html`);
  return existsSync(file) ? readPage(readFileSync(file, 'utf8'), 'prose') : NOTHING;
}

/** The items of the first list that the second one lacks; each is counted as often as it occurs. */
function missing(wanted: readonly string[], given: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of given) counts.set(item, (counts.get(item) ?? 0) + 1);
  return wanted.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
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

/** Says whether a path led to a page or a file of the old site, as far as the source shows it. Texts in other languages wait for an import of their own. */
function createOldTargets({ posts, placed, files, assets, oldBase }: ImportedTexts) {
  const normal = (path: string) =>
    decodeAddress(path)
      .toLowerCase()
      .replace(/(?:\/(?:_?index|readme))?(?:\.(?:md|mdx|markdown|html?))?\/*$/, '');
  const chosen = new Set(placed.map(({ post }) => post));
  const waiting = new Set(posts.flatMap((post) => (chosen.has(post) ? [] : post.file)));
  const addresses = new Set([...chosen].flatMap((post) => post.addresses.map(normal)));
  const own = files.filter((file) => !waiting.has(file));
  const published = assets.flatMap(({ folder, mount }) =>
    own.flatMap((file) => (file.startsWith(`${folder}/`) ? mount + file.slice(folder.length) : [])),
  );
  const sources = new Set([...own.map((file) => `/${file}`), ...published].map(normal));
  return (post: ImportedPost, path: string): boolean => {
    const plain = path.startsWith(`${oldBase}/`) ? path.slice(oldBase.length) : path;
    const near = posix.join('/', posix.dirname(post.file), plain);
    return [plain, near].some((target) => addresses.has(normal(target)) || sources.has(normal(target)));
  };
}
