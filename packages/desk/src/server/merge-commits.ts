/** Merges two commits beside the working copy. git merges what it can, the desk merges texts by paragraph, and people decide the rest. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPROVED_FOLDER, RefusedRequest } from './core.ts';
import { askGit, git } from './git.ts';
import { isReadable, type Merge, mergeTexts } from './merge-text.ts';

/** A file of which both sides have changed the same place. */
export interface OpenOverlap {
  /** Relative to the site. */
  file: string;
  /** Names of both versions, which a decision names. */
  mine: string;
  theirs: string;
  merge: Merge;
}

/** The text that a file gets. */
export interface Decision extends Omit<OpenOverlap, 'merge'> {
  text: string;
}

interface Entry {
  mode: string;
  id: string;
}

/** Versions of a file: of the common ancestor, mine, theirs. */
type Sides = (Entry | undefined)[];

/** @returns the merge commit, or what needs a decision first. Nothing but objects of git is written */
export async function mergeCommits(
  root: string,
  { mine, theirs }: { mine: string; theirs: string },
  decisions: readonly Decision[],
  notes: Set<string>,
): Promise<{ commit: string } | { overlaps: OpenOverlap[] }> {
  const { sides, copies } = await setCopiesAside(root, mine, theirs);
  const { code, output, words } = await git(root, ['merge-tree', '--write-tree', '-z', ...sides]);
  if (code > 1)
    throw new RefusedRequest(
      409,
      `The texts of others cannot be merged: ${words.split('\n')[0] ?? ''}. Git 2.38 or newer is needed.`,
    );
  const { tree, conflicts, renamed } = readConflicts(output.toString());
  const prefix = await askGit(root, ['rev-parse', '--show-prefix']);
  // git has merged the words of both names already, perhaps with marks.
  for (const { from, to, other } of renamed) {
    const sides: Sides = [
      conflicts.get(from)?.[0],
      await entryOf(root, mine, to),
      await entryOf(root, theirs, other),
    ];
    for (const path of [from, other]) conflicts.set(path, []);
    conflicts.set(to, sides);
  }
  for (const [path, sides] of await findBroken(root, { mine, theirs }, tree))
    if (!conflicts.has(path)) conflicts.set(path, sides);
  const overlaps: OpenOverlap[] = [];
  const entries = [...copies];
  for (const [path, sides] of conflicts) {
    if (!path.startsWith(prefix) || sides.some((side) => side && !/^100/.test(side.mode)))
      throw new RefusedRequest(409, `You and others have changed ${path}. Merge it in a terminal.`);
    const file = path.slice(prefix.length);
    const solved = await solve(root, file, sides, decisions, notes);
    if (solved && 'merge' in solved) overlaps.push(solved);
    else entries.push(solved ? `${solved.mode} ${solved.id}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`);
  }
  if (overlaps.length > 0) return { overlaps };
  const whole = entries.length === 0 ? tree : await changeTree(root, tree, entries.join(''));
  const others = await askGit(root, ['log', '--format=%an', `${mine}..${theirs}`]);
  const names = [...new Set(others.split('\n'))].slice(0, 5).join(', ');
  const input = `Merge the texts of ${names || 'others'}`;
  const parents = ['-p', mine, '-p', theirs];
  const made = await git(root, ['commit-tree', whole, ...parents, '-F', '-'], { input });
  if (made.code !== 0) throw new RefusedRequest(409, `The texts of others cannot be merged: ${made.words}`);
  return { commit: made.output.toString().trim() };
}

/**
 * The kept copies of approved texts are never changed, and git would take one for the article that has another name now: words of others
 * would go into the copy. @returns commits without the copies, and the entries of all copies
 */
async function setCopiesAside(root: string, mine: string, theirs: string) {
  const base = await askGit(root, ['merge-base', mine, theirs]);
  const list = async (commit: string) => {
    const listed = await askGit(root, ['ls-tree', '-r', '-z', '--full-name', commit, '--', APPROVED_FOLDER]);
    return listed.split('\0').filter(Boolean);
  };
  const copies = new Set([...(await list(mine)), ...(await list(theirs))].map((entry) => `${entry}\0`));
  if (base === '' || copies.size === 0) return { sides: [mine, theirs], copies: [] };
  const strip = async (commit: string, parents: readonly string[]): Promise<string> => {
    const gone = (await list(commit)).map((entry) => `0 ${'0'.repeat(40)}\t${entry.split('\t')[1]}\0`);
    const tree = await changeTree(root, commit, gone.join(''));
    return askGit(root, ['commit-tree', tree, ...parents, '-m', 'Without the kept copies']);
  };
  const parents = ['-p', await strip(base, [])];
  return { sides: [await strip(mine, parents), await strip(theirs, parents)], copies: [...copies] };
}

/** A file that both sides have renamed, which keeps the name of this side. */
interface Renamed {
  from: string;
  to: string;
  other: string;
}

/** Reads the output of `git merge-tree -z`. */
function readConflicts(output: string) {
  const [tree = '', ...parts] = output.split('\0');
  const conflicts = new Map<string, Sides>();
  const renamed: Renamed[] = [];
  let at = 0;
  for (; at < parts.length && parts[at] !== ''; at++) {
    const [, mode = '', id = '', stage = '', path = ''] =
      /^(\d+) ([\da-f]+) ([123])\t(.*)$/s.exec(parts[at] ?? '') ?? [];
    const sides = conflicts.get(path) ?? [];
    sides[Number(stage) - 1] = { mode, id };
    conflicts.set(path, sides);
  }
  for (at++; at < parts.length; ) {
    const count = Number(parts[at]);
    const [from, to, other] = parts.slice(at + 1, at + 1 + count);
    const type = parts[at + 1 + count] ?? '';
    at += count + 3;
    if (type === 'CONFLICT (rename/rename)' && from && to && other && to !== other)
      renamed.push({ from, to, other });
  }
  return { tree, conflicts, renamed };
}

async function entryOf(root: string, commit: string, path: string): Promise<Entry | undefined> {
  const id = await askGit(root, ['rev-parse', '--verify', '--quiet', `${commit}:${path}`]);
  return id === '' ? undefined : { mode: '100644', id };
}

/** Texts whose front matter nobody can read after the merge of git, such as one with a field twice. */
async function findBroken(
  root: string,
  { mine, theirs }: { mine: string; theirs: string },
  tree: string,
): Promise<[path: string, sides: Sides][]> {
  const base = await askGit(root, ['merge-base', mine, theirs]);
  const changed = async (to: string) =>
    (await askGit(root, ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=M', base, to])).split(
      '\0',
    );
  const own = new Set(await changed(mine));
  const broken: [string, Sides][] = [];
  for (const path of await changed(theirs)) {
    if (!own.has(path) || !path.endsWith('.md')) continue;
    const merged = await entryOf(root, tree, path);
    if (!merged || isReadable((await readText(root, merged)) ?? '')) continue;
    broken.push([
      path,
      [await entryOf(root, base, path), await entryOf(root, mine, path), await entryOf(root, theirs, path)],
    ]);
  }
  return broken;
}

/** @returns the version that the file gets; null for none */
async function solve(
  root: string,
  file: string,
  [base, mine, theirs]: Sides,
  decisions: readonly Decision[],
  notes: Set<string>,
): Promise<Entry | OpenOverlap | null> {
  if (!mine || !theirs) {
    const kept = mine ?? theirs;
    // Words that somebody has written stay.
    if (kept && base) notes.add(`${file} stays: one of you has changed it, and another has deleted it.`);
    return kept ?? null;
  }
  const texts = await Promise.all([base, mine, theirs].map((side) => (side ? readText(root, side) : '')));
  const [before, own, other] = texts;
  if (before === null || own === null || other === null || own === undefined || other === undefined) {
    notes.add(`${file} is yours: others have stored another file under this name.`);
    return mine;
  }
  const save = async (text: string) => ({ mode: mine.mode, id: await writeText(root, text) });
  const decided = decisions.find(
    (one) => one.file === file && one.mine === mine.id && one.theirs === theirs.id,
  );
  if (decided) return save(decided.text);
  if (file.endsWith('.jsonl')) return save(joinLines(own, other));
  const merge = mergeTexts(before ?? '', own, other);
  const [whole] = merge;
  if (merge.length === 1 && typeof whole === 'string') return save(whole);
  return { file, mine: mine.id, theirs: theirs.id, merge };
}

/** Records, one a line, of both sides. */
function joinLines(mine: string, theirs: string): string {
  const lines = mine.split('\n').filter(Boolean);
  const known = new Set(lines);
  const added = theirs.split('\n').filter((line) => line !== '' && !known.has(line));
  return [...lines, ...added].map((line) => `${line}\n`).join('');
}

/** null for what is no text. */
async function readText(root: string, { id }: Entry): Promise<string | null> {
  const { output } = await git(root, ['cat-file', 'blob', id]);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(output);
  } catch {
    return null;
  }
}

async function writeText(root: string, input: string): Promise<string> {
  const { output } = await git(root, ['hash-object', '-w', '--stdin'], { input });
  return output.toString().trim();
}

async function changeTree(root: string, tree: string, input: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'articles-desk-'));
  const env = { GIT_INDEX_FILE: join(folder, 'index') };
  try {
    await git(root, ['read-tree', tree], { env });
    await git(root, ['update-index', '-z', '--index-info'], { input, env });
    return (await git(root, ['write-tree'], { env })).output.toString().trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
