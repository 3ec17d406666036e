/** Profiles a cold build and adds up the time by source file. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCorpus, writeSite } from './corpus.mjs';
import { measure } from './measure.mjs';

/** Parts smaller than this share of the whole are added up. */
const SMALL = 0.01;
const GARBAGE = '(garbage collector)';
const NODE = 'Node itself';

/**
 * Builds the site once, on one thread, since a profile shows one.
 *
 * @param program its executable
 * @returns `{articles, cpu, profiled, parts, rest}`: processor milliseconds of all threads, those in the profile, shares
 *   of the latter as `{name, share, functions}`, largest first, and the share of all smaller parts
 * @throws Error with the program's own words when it fails
 */
export async function profileBuild({ work, seed, articles, program }) {
  const root = join(work, 'profiled');
  const folder = join(work, 'profile');
  mkdirSync(folder);
  writeSite({ root, corpus: createCorpus(seed, articles), profile: 'equal' });
  const { cpu } = await measure({
    file: process.execPath,
    args: [
      '--cpu-prof',
      `--cpu-prof-dir=${folder}`,
      '--cpu-prof-name=build.cpuprofile',
      program,
      'build',
      '--root',
      root,
      '--out',
      join(folder, 'out'),
      '--jobs',
      '1',
      '--quiet',
    ],
    cwd: folder,
  });
  const profile = JSON.parse(readFileSync(join(folder, 'build.cpuprofile'), 'utf8'));
  return { articles, cpu, ...splitProfile(profile) };
}

/** @param profile as V8 writes it: nodes with their children, samples and the microseconds between them */
function splitProfile({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const sourceOf = createSourceFinder();
  /** Counts the work of the engine and of Node for the nearest caller that has a source. */
  const partOf = (id) => {
    const { functionName } = byId.get(id).callFrame;
    if (functionName === GARBAGE) return 'garbage collector';
    for (let at = id; at !== undefined; at = parentOf.get(at)) {
      const source = sourceOf(byId.get(at).callFrame);
      if (source) return source;
    }
    return NODE;
  };
  const partOfNode = new Map(nodes.map(({ id }) => [id, partOf(id)]));
  const times = new Map();
  const functions = new Map();
  const add = (map, name, time) => map.set(name, (map.get(name) ?? 0) + time);
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName } = byId.get(id).callFrame;
    if (functionName === '(idle)') continue;
    const part = partOfNode.get(id);
    const name = functionName.startsWith('RegExp:') ? 'RegExp' : functionName;
    if (!functions.has(part)) functions.set(part, new Map());
    add(functions.get(part), name, timeDeltas[index]);
    add(times, part, timeDeltas[index]);
    total += timeDeltas[index];
  }
  const rank = (map) =>
    [...map].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
  const all = rank(times).map((part) => ({ ...part, functions: rank(functions.get(part.name)) }));
  const parts = all.filter(({ share }) => share >= SMALL);
  const rest = all.reduce((sum, { share }) => sum + (share < SMALL ? share : 0), 0);
  return { profiled: total / 1000, parts, rest };
}

/** Returns a function that names a frame's file of src/ or its package; null for what is of neither. */
function createSourceFinder() {
  const maps = new Map();
  const readMap = (file) => {
    const map = `${file}.map`;
    return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : null;
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return null;
    const file = fileURLToPath(url);
    if (!maps.has(file)) maps.set(file, readMap(file));
    const source = maps.get(file)?.findEntry(lineNumber, columnNumber).originalSource ?? file;
    const inside = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source);
    return inside ? inside[1] : (/\bsrc\/.*/.exec(source)?.[0] ?? null);
  };
}
