/** `articles --sites 'sites/*' COMMAND`: one command for several sites, one after another in one process. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CONFIG_FILE } from '../config/config-file.ts';
import { attempt } from '../foundation/attempt.ts';
import { UserError } from '../foundation/errors.ts';
import { onInterrupt } from '../foundation/interrupt.ts';
import { parseJson } from '../foundation/json.ts';
import { showPath, toSlashes } from '../foundation/paths.ts';
import type { Reporter, ReportOptions } from '../foundation/report.ts';

type Stream = ReportOptions['stdout'];

/** The exit codes of single sites, from the one that decides for all to the one that only counts where all have it. */
const CODES = {
  2: 'internal error',
  1: 'failed',
  3: 'try again later',
  0: 'done',
  10: 'nothing is due',
} as const;
const ORDER = [2, 1, 3, 0, 10] as const;
type Code = (typeof ORDER)[number];

const COMMANDS = ['build', 'check', 'deploy', 'next', 'list', 'serve'];

/** Options of one site, and why. */
const OF_ONE_SITE: Readonly<Record<string, string>> = {
  '--root': 'all sites would have the same',
  '--out': 'all sites would have the same',
  '--target': 'all sites would have the same',
  '--edit': 'the pages of one site alone may be edited',
  '--host': 'only this machine knows the names of the sites',
};

/** Removes `--sites GLOB` from the arguments. @returns null where they do not have it */
export function takeSites(argv: readonly string[]): { pattern: string; rest: string[] } | null {
  const at = argv.findIndex((word) => word === '--sites' || word.startsWith('--sites='));
  const end = argv.indexOf('--');
  if (at < 0 || (end >= 0 && end < at)) return null;
  const [word = '', value = ''] = argv.slice(at, at + 2);
  const isOne = word !== '--sites';
  const rest = argv.toSpliced(at, isOne ? 1 : 2);
  return { pattern: isOne ? word.slice('--sites='.length) : value, rest };
}

/**
 * @param run runs the command line for one site, and returns its exit code
 * @returns the exit code for all
 * @throws UserError where no site or no such command is named
 */
export async function runSites(
  { pattern, rest }: { pattern: string; rest: readonly string[] },
  { reporter, stdout }: { reporter: Reporter; stdout: Stream },
  run: (argv: readonly string[], stdout: Stream) => Promise<Code>,
): Promise<Code> {
  const name = rest.slice(2).find((word) => !word.startsWith('-')) ?? '';
  const roots = findSites(pattern);
  checkOptions(name, rest);
  // One process serves all of them at once.
  if (name === 'serve') return run([...rest, '--sites', pattern], stdout);
  const { json } = reporter;
  let stopped = false;
  // The deploy that runs ends well, and no other one begins.
  const endListening = name === 'deploy' ? onInterrupt(() => (stopped = true)) : () => {};
  const sites: { site: string; code: Code; result?: unknown }[] = [];
  for (const root of roots) {
    if (stopped) break;
    const site = showPath(resolve('.'), root);
    reporter.info(`${sites.length > 0 ? '\n' : ''}${site}`);
    const printed: string[] = [];
    const kept = { write: (text: string) => printed.push(text) };
    const code = await run([...rest, '--root', root], json ? kept : stdout);
    collectGarbage();
    sites.push({ site, code, ...(json && { result: parseJson(printed.join('')) ?? null }) });
  }
  endListening();
  const width = Math.max(...sites.map(({ site }) => site.length));
  const rows = sites.map(({ site, code }) => `${site.padEnd(width)}  ${CODES[code]}`);
  const worst = ORDER.find((code) => sites.some((site) => site.code === code)) ?? 0;
  reporter.result({ sites }, `\n${rows.join('\n')}`, worst === 0 || worst === 10);
  return stopped ? 1 : worst;
}

/** Frees what a site has left before the next one begins: V8 would take more memory from the system first. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

function checkOptions(name: string, rest: readonly string[]): void {
  if (!COMMANDS.includes(name))
    throw new UserError({
      code: 'unknown-choice',
      message: name === '' ? '--sites needs a command' : `--sites does not go with "${name}"`,
      hint: `write the folders between quotes, then ${COMMANDS.join(', ')}: articles --sites 'sites/*' build`,
    });
  const option = rest.map((word) => word.replace(/=.*/, '')).find((word) => Object.hasOwn(OF_ONE_SITE, word));
  if (option !== undefined)
    throw new UserError({
      code: 'conflicting-options',
      message: `--sites and ${option} do not go together: ${OF_ONE_SITE[option]}`,
      hint: 'leave it out, or name one site with --root in place of --sites',
    });
}

/** The folders with a site, by name. `*` stands for any part of a name, except a dot at its beginning. @throws UserError where there is none */
export function findSites(pattern: string): string[] {
  if (pattern === '' || pattern.startsWith('-'))
    throw new UserError({
      code: 'invalid-arguments',
      message: '--sites needs the folders of the sites',
      hint: "write them between quotes: articles --sites 'sites/*' build",
    });
  let folders = [resolve(pattern.startsWith('/') ? '/' : '.')];
  for (const part of toSlashes(pattern)
    .split('/')
    .filter((name) => name !== '')) {
    const name = new RegExp(`^${part.split('*').map(escapeRegExp).join('[^/]*')}$`);
    folders = folders.flatMap((folder) =>
      part.includes('*')
        ? listFolders(folder)
            .filter((one) => name.test(one))
            .map((one) => join(folder, one))
        : [join(folder, part)],
    );
  }
  const sites = folders.filter((folder) => existsSync(join(folder, CONFIG_FILE)));
  if (sites.length > 0) return sites;
  throw new UserError({
    code: 'missing-site',
    message: `no folder of "${pattern}" has a ${CONFIG_FILE}`,
    hint: "name the folders of the sites, such as --sites 'sites/*'",
  });
}

function listFolders(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap(({ name }) => (name.startsWith('.') ? [] : name)).sort();
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
