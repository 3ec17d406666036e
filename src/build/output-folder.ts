/** Owns the output folder as a build begins with it: where it writes, and what it finds there. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { createPrevious, type Previous } from './previous.ts';
import type { Shard } from './shard.ts';
import type { Begun } from './standing.ts';
import type { BuildState, OutputState } from './state.ts';

export interface Output {
  /** Where this build writes: the output folder itself, or a fresh one beside it. */
  folder: string;
  /** Where the files shall stand in the end. */
  out: string;
  /** Whether `folder` is one that readers may see. */
  replaces: boolean;
  previous: Previous;
  /** Outputs of the previous build in this folder; empty where other files may stand there too. */
  before: readonly OutputState[];
  /** Stands as long as a build writes into the folder: one that was killed leaves it. */
  mark: string;
}

/** @param file of the state */
export function markFile(file: string): string {
  return `${file}.open`;
}

/** @throws UserError where the output folder holds what no build has written */
export function openOutput({ options, file }: Begun, state: BuildState | null, site: Site): Output {
  const { root, clean, shard } = options;
  const out = resolve(options.out);
  const mark = markFile(file);
  const exists = existsSync(out) && readdirSync(out).length > 0;
  if (exists && !state) refuseForeignFolder(root, out);
  if (clean || !exists) {
    const folder = join(dirname(out), `.${relative(dirname(out), out)}.new`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return { folder, out, replaces: false, previous: createPrevious(folder, [], []), before: [], mark };
  }
  const same = state && isSameSite(state, site, shard) ? state : null;
  const outputs = same?.outputs ?? [];
  const wasKilled = existsSync(mark);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  return {
    folder: out,
    out,
    replaces: true,
    previous: createPrevious(out, same?.groups ?? [], outputs),
    before: wasKilled ? [] : outputs,
    mark,
  };
}

function isSameSite({ site: before }: BuildState, { config }: Site, shard: Shard): boolean {
  return (
    before.layout === config.urls.layout &&
    before.shard.index === shard.index &&
    before.shard.total === shard.total
  );
}

/** A mistyped --out must not cost somebody a folder of their own. */
function refuseForeignFolder(root: string, out: string): void {
  const inside = relative(out, root);
  const holdsContent = inside === '' || !inside.startsWith('..');
  const built = existsSync(join(out, 'robots.txt')) && existsSync(join(out, 'index.html'));
  const part = existsSync(join(out, 'articles')) || existsSync(join(out, 'page-data'));
  if (!holdsContent && (built || part)) return;
  throw new UserError({
    message: `${out} holds files that no build of this site has written`,
    hint: 'empty it, or choose another folder with --out',
  });
}
