/** Measures figures that have no peer: the start of the program, and watch mode. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCorpus, writeSite } from './corpus.mjs';
import { measure, summarize } from './measure.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const STARTS = 15;

/** `articles --help` beside a bare Node, in turn. @param program its executable */
export async function measureGround(program) {
  const node = { file: process.execPath, args: ['-e', '0'] };
  const help = { file: process.execPath, args: [program, '--help'] };
  const times = { node: [], help: [] };
  for (let round = 0; round < STARTS; round++) {
    times.node.push((await measure(node)).ms);
    times.help.push((await measure(help)).ms);
  }
  return { node: summarize(times.node), help: summarize(times.help) };
}

/**
 * Milliseconds from a saved article to the browser, from bench/watch.mjs, which is called with `--root DIR` and prints
 * `{"median", "min", "max", "count"}`. @returns null where it does not exist, its words as `failure` where it fails
 */
export function measureWatch({ work, seed, articles }) {
  const script = join(HERE, 'watch.mjs');
  if (!existsSync(script)) return null;
  const root = join(work, 'watch');
  writeSite({ root, corpus: createCorpus(seed, articles), profile: 'full' });
  try {
    const answer = execFileSync(process.execPath, [script, '--root', root], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { articles, ...JSON.parse(answer) };
  } catch (error) {
    return { articles, failure: `${error.stderr || error.message}`.trim().slice(-600) };
  }
}
