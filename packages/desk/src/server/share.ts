/**
 * Shares the texts of a site through git: commits them, takes over those of others, and gives its own on. What two people have
 * changed in the same place is a question, and until it is answered, the files stay as they are.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { attempt, createTurns, RefusedRequest, readSiteFile } from './core.ts';
import { askGit, git, gitAfar } from './git.ts';
import { type Decision, mergeCommits, type OpenOverlap } from './merge-commits.ts';
import { titleIn } from './source-files.ts';
import { createAnnouncer, fetchWriting, readWriting } from './writing.ts';

export const shareSchema = z.strictObject({
  /** A sentence about the changes; '' for one of the desk. */
  message: z.string().max(2000).default(''),
  /** Who commits, where git does not know it. */
  writer: z.strictObject({ name: z.string(), email: z.string() }).optional(),
  decisions: z
    .array(z.strictObject({ file: z.string(), mine: z.string(), theirs: z.string(), text: z.string() }))
    .default([]),
});
type ShareRequest = z.output<typeof shareSchema>;

/** The parts of a site that the desk writes. */
const PARTS = ['content', 'comments'];

export interface Sharing {
  /** Name of the writer; '' where git does not know it. */
  writer: string;
  branch: string;
  /** Such as `origin/main`; null where there is no other place. */
  remote: string | null;
  /** Files that are not committed, relative to the site. */
  changed: { file: string; kind: 'new' | 'changed' | 'deleted' }[];
  /** Commits that the others lack, and that are lacking here, as far as the last look there said. */
  ahead: number;
  behind: number;
  /** Files that others have changed, and who was the last. */
  incoming: Record<string, string>;
  /** Files that others have changed and not shared yet, and who: they write in them now. */
  writing: Record<string, string>;
  /** Titles of some of these files. */
  titles: Record<string, string>;
  /** Why nothing can be shared; else null. */
  blocked: string | null;
}

export type Shared =
  /** `notes` say what became of files that one has changed and another has deleted. */
  | { state: 'shared' | 'committed' | 'unchanged'; notes: string[] }
  /** Nothing is taken over until each has a decision. */
  | { state: 'overlap'; overlaps: OpenOverlap[] };

interface Place {
  remote: string;
  /** The branch there, such as `refs/heads/main`. */
  ref: string;
  /** What is known of it here, such as `refs/remotes/origin/main`. */
  tracking: string;
  isSet: boolean;
}

/** @param inTurn runs what writes texts, one after the other */
export function createSharing(root: string, inTurn: <T>(work: () => Promise<T>) => Promise<T>) {
  const oneByOne = createTurns();
  const announce = createAnnouncer(root);
  let here: readonly string[] = [];
  const read = async (): Promise<Sharing | null> => {
    const found = await readStatus(root);
    here = found?.changed.map(({ file }) => file) ?? [];
    return found;
  };
  /** @param looks true to ask the other place first */
  const status = async (looks: boolean): Promise<Sharing | null> => {
    const before = await read();
    if (!looks || !before?.remote || before.blocked) return before;
    const place = await findPlace(root, before.branch);
    if (!place) return before;
    await fetchFrom(root, place);
    return tell();
  };
  /** Says to the others what is under work here, once the branch is shared. */
  const tell = async (): Promise<Sharing | null> => {
    const now = await read();
    const place = now?.remote ? await findPlace(root, now.branch) : null;
    if (now && place?.isSet) await announce(place.remote, now.writer, here);
    return now;
  };
  return {
    /** null outside of a repository, and without git. */
    status: (looks: boolean) => (looks ? oneByOne(() => status(true)) : status(false)),
    share: (request: ShareRequest): Promise<Shared> =>
      oneByOne(async () => {
        const shared = await share(root, inTurn, request);
        await tell();
        return shared;
      }),
    people: createPeople(root, () => here),
  };
}

/** The branch and the files that are not committed; null outside of a repository, and without git. */
async function readChanges(root: string) {
  const options = ['--porcelain=v2', '--branch', '-z', '--no-renames', '--untracked-files=all'];
  const { code, output } = await git(root, ['--no-optional-locks', 'status', ...options, '--', ...PARTS]);
  if (code !== 0) return null;
  const lines = output.toString().split('\0').filter(Boolean);
  const [, branch = ''] =
    /^# branch\.head (.*)$/.exec(lines.find((line) => line.startsWith('# branch.head ')) ?? '') ?? [];
  const prefix = await askGit(root, ['rev-parse', '--show-prefix']);
  const changed = lines.flatMap((line): Sharing['changed'] => {
    const [, sign = '?', path] = /^(?:1 (..) (?:\S+ ){6}|\? )(.*)$/s.exec(line) ?? [];
    if (path === undefined) return [];
    const kind = sign === '?' || sign.includes('A') ? 'new' : sign.includes('D') ? 'deleted' : 'changed';
    return [{ file: path.slice(prefix.length), kind }];
  });
  return { branch, prefix, changed, isMerging: lines.some((line) => line.startsWith('u ')) };
}

async function readStatus(root: string): Promise<Sharing | null> {
  const found = await readChanges(root);
  const isIgnored = found && (await git(root, ['check-ignore', '-q', '--', 'content'])).code === 0;
  if (!found || isIgnored) return null;
  const { branch, prefix, changed, isMerging } = found;
  const place = branch === '(detached)' ? null : await findPlace(root, branch);
  const counts =
    place && (await askGit(root, ['rev-list', '--left-right', '--count', `HEAD...${place.tracking}`]));
  const [ahead = 0, behind = 0] = (counts || '0 0').split(/\s+/).map(Number);
  const incoming = place && behind > 0 ? await lastWriters(root, `HEAD..${place.tracking}`, prefix) : {};
  return {
    writer: await askGit(root, ['config', 'user.name']),
    branch,
    remote: place?.tracking.replace('refs/remotes/', '') ?? null,
    changed,
    ahead,
    behind,
    incoming,
    writing: place ? await readWriting(root) : {},
    titles: readTitles(root, [...changed.map(({ file }) => file), ...Object.keys(incoming)]),
    blocked: await findBlock(root, branch, isMerging),
  };
}

/** Files whose titles are read: those that the desk names. */
const NAMED = 40;

const readTitles = (root: string, files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.slice(0, NAMED).flatMap((file) => {
      const title = titleIn(attempt(() => readSiteFile(root, file).toString()) ?? '');
      return title === null ? [] : [[file, title]];
    }),
  );

const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

async function findBlock(root: string, branch: string, isMerging: boolean): Promise<string | null> {
  if (branch === '(detached)') return 'Git is on no branch. Switch to one in a terminal.';
  const paths = await askGit(root, ['rev-parse', ...UNDER_WAY.flatMap((name) => ['--git-path', name])]);
  const isBusy = paths.split('\n').some((path) => path !== '' && existsSync(resolve(root, path)));
  return isBusy || isMerging
    ? 'Git is in the middle of a merge or a rebase. End it in the terminal where it began.'
    : null;
}

/** Where the branch is shared: its upstream, or the branch of its name at the only remote. */
async function findPlace(root: string, branch: string): Promise<Place | null> {
  const format = '--format=%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream)';
  const [remote = '', ref = '', tracking = ''] = (
    await askGit(root, ['for-each-ref', format, `refs/heads/${branch}`])
  ).split('\0');
  if (remote === '.') return null;
  if (remote !== '' && tracking !== '') return { remote, ref, tracking, isSet: true };
  const remotes = (await askGit(root, ['remote'])).split('\n').filter(Boolean);
  const only = remotes.length === 1 ? remotes[0] : remotes.find((name) => name === 'origin');
  if (only === undefined) return null;
  return {
    remote: only,
    ref: `refs/heads/${branch}`,
    tracking: `refs/remotes/${only}/${branch}`,
    isSet: false,
  };
}

async function fetchFrom(root: string, { remote }: Place): Promise<void> {
  const options = ['--quiet', '--no-tags', '--no-recurse-submodules'];
  const { code, words } = await gitAfar(root, ['fetch', ...options, '--', remote]);
  if (code !== 0) throw failed('The texts of others cannot be read', words);
  await fetchWriting(root, remote);
}

const failed = (what: string, words: string) =>
  new RefusedRequest(409, `${what}: ${words.split('\n').slice(-3).join(' ') || 'git says nothing'}`);

/** Times that others may be faster than this desk. */
const ROUNDS = 6;

async function share(
  root: string,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  { message, writer, decisions }: ShareRequest,
): Promise<Shared> {
  const before = await readStatus(root);
  if (!before) throw new RefusedRequest(409, 'This site is not in a git repository.', { reason: 'no-git' });
  if (before.blocked) throw new RefusedRequest(409, before.blocked, { reason: 'blocked' });
  if (before.writer === '') await setWriter(root, writer);
  const place = await findPlace(root, before.branch);
  const notes = new Set<string>();
  // Without a network, the texts are committed all the same.
  let hasCommitted = await inTurn(() => commit(root, message));
  for (let round = 0; round < ROUNDS; round++) {
    if (place) await fetchFrom(root, place);
    // The desk saves nothing between the commit and the files of the others.
    const taken = await inTurn(async () => {
      hasCommitted = (await commit(root, message)) || hasCommitted;
      return place ? takeOver(root, place, decisions, notes) : null;
    });
    if (taken) return { state: 'overlap', overlaps: taken };
    if (!place) return { state: hasCommitted ? 'committed' : 'unchanged', notes: [] };
    const isThere = await push(root, place);
    if (isThere !== null)
      return { state: isThere || hasCommitted ? 'shared' : 'unchanged', notes: [...notes] };
  }
  throw new RefusedRequest(409, 'Others are sharing at this moment. Try again.', { reason: 'changing' });
}

/** @throws RefusedRequest where nobody says who commits */
async function setWriter(root: string, writer: ShareRequest['writer']): Promise<void> {
  const clean = (text: string) => text.replace(/[<>\p{Cc}]/gu, '').trim();
  const name = clean(writer?.name ?? '');
  if (name === '') throw new RefusedRequest(409, 'Say who you are.', { reason: 'no-writer' });
  for (const [key, value] of [
    ['user.name', name],
    ['user.email', clean(writer?.email ?? '')],
  ] as const)
    await git(root, ['config', '--local', '--', key, value]);
}

/** @returns whether there was something to commit */
async function commit(root: string, message: string): Promise<boolean> {
  const { changed = [] } = (await readChanges(root)) ?? {};
  if (changed.length === 0) return false;
  const parts = PARTS.filter((part) => changed.some(({ file }) => file.startsWith(`${part}/`)));
  const added = await git(root, ['add', '--all', '--', ...parts]);
  if (added.code !== 0) throw failed('The texts cannot be committed', added.words);
  const input = message.trim() || (await describe(root, changed));
  const options = ['--quiet', '--no-verify', '--cleanup=whitespace', '--file=-', '--only'];
  const { code, words, output } = await git(root, ['commit', ...options, '--', ...parts], { input });
  if (code === 0) return true;
  // Other bytes may be the same text for git.
  if (/nothing (?:added )?to commit/.test(output.toString() + words)) return false;
  throw failed('The texts cannot be committed', words);
}

const VERBS = { new: 'Add', changed: 'Change', deleted: 'Delete' } as const;

/** Such as `Change “The first price” and 2 other files`. */
async function describe(root: string, changed: Sharing['changed']): Promise<string> {
  const texts = changed.filter(({ file }) => file.endsWith('.md'));
  const [first = changed[0]] = texts;
  if (!first) return 'Change texts';
  const kinds = new Set((texts.length > 0 ? texts : changed).map(({ kind }) => kind));
  const verb = kinds.size === 1 ? VERBS[first.kind] : 'Change';
  const ref = first.kind === 'deleted' ? 'HEAD' : '';
  const text = await askGit(root, ['show', `${ref}:./${first.file}`]);
  const title = titleIn(text)?.replace(/\s+/g, ' ').slice(0, 60);
  const name = title === undefined ? first.file : `“${title}”`;
  const others = changed.length - 1;
  return `${verb} ${name}${others === 0 ? '' : others === 1 ? ' and another file' : ` and ${others} other files`}`;
}

/** @returns what needs a decision; null where all is taken over */
async function takeOver(
  root: string,
  { tracking }: Place,
  decisions: readonly Decision[],
  notes: Set<string>,
): Promise<OpenOverlap[] | null> {
  const theirs = await askGit(root, ['rev-parse', '--verify', '--quiet', `${tracking}^{commit}`]);
  const mine = await askGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (theirs === '' || (await git(root, ['merge-base', '--is-ancestor', theirs, mine])).code === 0)
    return null;
  const isBehind = mine === '' || (await git(root, ['merge-base', '--is-ancestor', mine, theirs])).code === 0;
  const merged = isBehind ? { commit: theirs } : await mergeCommits(root, { mine, theirs }, decisions, notes);
  if ('overlaps' in merged) return merged.overlaps;
  const { code, words } = await git(root, ['merge', '--ff-only', '--quiet', merged.commit]);
  // Files that are not texts of the desk may be under work here.
  if (code !== 0) throw failed('The texts of others cannot be taken over', words);
  return null;
}

/** @returns whether something was given on; null where others were faster */
async function push(root: string, { remote, ref, tracking, isSet }: Place): Promise<boolean | null> {
  const isKnown = (await git(root, ['rev-parse', '--verify', '--quiet', tracking])).code === 0;
  if (isKnown && (await askGit(root, ['rev-list', '--count', `${tracking}..HEAD`])) === '0') return false;
  const upstream = isSet ? [] : ['--set-upstream'];
  const args = ['push', '--quiet', '--no-verify', ...upstream, '--', remote, `HEAD:${ref}`];
  const { code, words } = await gitAfar(root, args);
  if (code === 0) return true;
  if (/\[(?:remote )?rejected\]|fetch first|cannot lock ref|failed to update ref/.test(words)) return null;
  throw failed('Your texts are committed here, and cannot be given on', words);
}

/** Commits that are read for the last writer of each text. */
const DEPTH = 5000;

/** Who has written what. */
export interface People {
  /** Another one where the answers may be others. */
  stamp: string;
  of(file: string): { writer: string; isMine: boolean };
}

/** @returns a function that reads the last writer of each text @param here the files that are changed and not committed */
function createPeople(root: string, here: () => readonly string[]): () => Promise<People> {
  let known: { head: string; writers: Readonly<Record<string, string>> } = { head: '', writers: {} };
  return async () => {
    const head = await askGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
    const me = head === '' ? '' : await askGit(root, ['config', 'user.name']);
    if (head !== known.head) {
      const prefix = await askGit(root, ['rev-parse', '--show-prefix']);
      known = { head, writers: head === '' ? {} : await lastWriters(root, head, prefix) };
    }
    const { writers } = known;
    const own = new Set(here());
    return {
      stamp: [head, me, ...own].join(),
      of(file) {
        const writer = own.has(file) ? me : (writers[file] ?? '');
        return { writer, isMine: writer !== '' && writer === me };
      },
    };
  };
}

async function lastWriters(root: string, range: string, prefix: string): Promise<Record<string, string>> {
  const format = ['-z', '--format=%x01%an', '--name-only', '--no-renames', `--max-count=${DEPTH}`];
  const log = await askGit(root, ['log', ...format, range, '--', ...PARTS]);
  const found: Record<string, string> = {};
  for (const record of log.split('\u0001')) {
    const [name = '', ...files] = record.split('\0');
    for (const file of files) if (file.trim() !== '') found[file.trim().slice(prefix.length)] ??= name;
  }
  return found;
}
