/** Counts the files that an incremental build leaves wrong after the title of an article has changed. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measure } from './measure.mjs';

const TITLE = 'A title that was changed while nobody looked';
/** The output is complete when it has not changed for so long. */
const QUIET_MS = 10_000;
const LIMIT_MS = 300_000;

/**
 * A tool with `watch` rebuilds in that mode, another one by the same command over its cache and output.
 * @returns the number of files that differ from a clean build of the changed site, or are missing or too many
 */
export async function countStale(tool, corpus, folder, bury) {
  const index = Math.floor(corpus.articles / 2);
  const article = corpus.at(index);
  const source = tool.source(folder, index, article);
  const original = readFileSync(source, 'utf8');
  const name = tool.name.replace(/\W+/g, '-');
  const out = join(folder, `stale-${name}`);
  const clean = join(folder, `clean-${name}`);
  const change = () => writeFileSync(source, original.replace(/^title: .*$/m, `title: ${TITLE}`));
  tool.reset(folder, bury);
  try {
    if (tool.watch) await rebuildWatching(tool.watch(folder, out), tool.page(out, article), out, change);
    else {
      await measure(tool.command(folder, out));
      change();
      await measure(tool.command(folder, out));
    }
    tool.reset(folder, bury);
    await measure(tool.command(folder, clean));
  } finally {
    writeFileSync(source, original);
  }
  const files = new Set([...listFiles(out), ...listFiles(clean)]);
  return [...files].filter((file) => readOrNull(join(out, file)) !== readOrNull(join(clean, file))).length;
}

async function rebuildWatching({ file, args, cwd, env }, page, out, change) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await settle(out, () => existsSync(page));
    change();
    await settle(out, () => readFileSync(page, 'utf8').includes(TITLE));
  } finally {
    child.kill();
    await ended;
  }
}

/** Waits until `isDone`, and then until no file changes any more. */
async function settle(out, isDone) {
  const limit = Date.now() + LIMIT_MS;
  while (!isDone() || Date.now() - lastChange(out) < QUIET_MS) {
    if (Date.now() > limit) throw new Error('the watching build does not show the change');
    await sleep(500);
  }
}

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());

const lastChange = (folder) =>
  Math.max(...listFiles(folder).map((path) => statSync(join(folder, path)).mtimeMs));

const readOrNull = (file) => (existsSync(file) ? readFileSync(file, 'latin1') : null);
