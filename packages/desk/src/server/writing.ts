/**
 * Says to the others which texts are under work here, and reads the same of them. Each desk has one ref for it in the repository that all
 * share, beside the branches. It names files, and holds none.
 */
import { hash as digest } from 'node:crypto';
import { hostname } from 'node:os';
import * as z from 'zod';
import { attempt } from './core.ts';
import { askGit, git, gitAfar } from './git.ts';

const REFS = 'refs/desk/writing/';

/** Reads the refs of the others, and forgets those that are gone there. A repository that has none stays without them. */
export async function fetchWriting(root: string, remote: string): Promise<void> {
  // `--prune` would take the user's own branches of the remote along, so this fetch is one of its own.
  const options = ['--quiet', '--no-tags', '--no-recurse-submodules', '--prune'];
  await gitAfar(root, ['fetch', ...options, '--', remote, `+${REFS}*:${REFS}*`]);
}

const writingSchema = z.object({
  writer: z.string().max(200),
  files: z.array(z.string().max(1000)).max(1000),
});

/** Seconds after which a desk that says nothing more may be switched off. */
const LIFE = 12 * 3600;

/** Files that somebody else works on, and who, as far as the last fetch said. */
export async function readWriting(root: string): Promise<Record<string, string>> {
  const own = nameOf(root);
  const format = '--format=%(refname)%00%(committerdate:unix)%00%(contents)%00%01';
  const found: Record<string, string> = {};
  for (const record of (await askGit(root, ['for-each-ref', format, REFS])).split('\u0001')) {
    const [name = '', time = '', contents = ''] = record.trim().split('\0');
    if (name === '' || name === own || Number(time) < Date.now() / 1000 - LIFE) continue;
    const { data } = writingSchema.safeParse(attempt(() => JSON.parse(contents)));
    for (const file of data?.files ?? []) found[file] = data?.writer ?? '';
  }
  return found;
}

/** Two clones of one machine are two desks. */
const nameOf = (root: string) => REFS + digest('sha256', `${hostname()} ${root}`, 'hex').slice(0, 16);

/** @returns a function that tells the others which files are under work here; none takes back what it said before */
export function createAnnouncer(root: string) {
  const ref = nameOf(root);
  let said = '';
  let saidAt = 0;
  return async (remote: string, writer: string, files: readonly string[]): Promise<void> => {
    const contents = JSON.stringify({ writer, files: [...files].sort().slice(0, 1000) });
    const now = Date.now() / 1000;
    if (contents === said && now - saidAt < LIFE / 4) return;
    [said, saidAt] = [contents, now];
    if (files.length === 0) {
      const isKnown = (await git(root, ['rev-parse', '--verify', '--quiet', ref])).code === 0;
      if (isKnown) await gitAfar(root, ['push', '--quiet', '--no-verify', '--', remote, `:${ref}`]);
      return;
    }
    const tree = await git(root, ['hash-object', '-t', 'tree', '-w', '--stdin']);
    const commit = await git(root, ['commit-tree', tree.output.toString().trim()], { input: contents });
    // A repository that takes no such refs stays without this.
    if (commit.code === 0)
      await gitAfar(root, [
        'push',
        '--quiet',
        '--no-verify',
        '--',
        remote,
        `+${commit.output.toString().trim()}:${ref}`,
      ]);
  };
}
