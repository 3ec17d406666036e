/**
 * Every file that the program leaves with an owner, damaged, foreign and of a newer version: a record says which of these it is
 * and what to do, a cache is made again, and no command ends with an internal error. docs/upgrade.md lists the same files.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Run } from '../support/cli.ts';
import { startDesk } from '../support/desk.ts';
import { runArticles } from '../support/program.ts';
import { makeFolder } from '../support/site.ts';
import { openFixture } from './fixture-file.ts';

/** The newest fixture, which has every file. */
const VERSION = '0f55d00';

type Answer = Pick<Run, 'code' | 'stderr'>;

interface Site {
  folder: string;
  root: string;
  run(...args: string[]): Promise<Answer>;
}

interface Stored {
  /** As docs/upgrade.md names it. */
  name: string;
  find(site: Site): string;
  /** Reads the file, among others. */
  read(site: Site): Promise<Answer>;
  /** What a newer version could write; null where each program makes the file for itself. */
  newer: ((text: string) => string) | null;
  /** What the reader says of a file that is damaged or foreign. */
  damaged: RegExp;
  /** True where this version reads what it knows of a newer one, or makes the file again. */
  isRead?: true;
  /** False where losing the end of the file is no damage: a killed process leaves such a file. */
  isCutNoticed?: false;
}

const NEWER = /a newer version of articles wrote .*\n.*install that version/;
const DAMAGED = /is damaged\n {2}→ (?:restore|choose another)/i;
/** A cache is made again, without a word of damage. */
const MADE_AGAIN = /^(?![\s\S]*(?:damaged|newer version))/;

const only = (folder: string, ending = '') => {
  const [name] = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (name === undefined) throw new Error(`nothing in ${folder}`);
  return join(folder, name);
};
const withVersion = (text: string) => text.replace(/"version": ?1\b/, '"version":2');
const report = ({ run }: Site) => run('generate', '--report');
const build = ({ run }: Site) => run('build');
const target = ({ folder }: Site) => [
  ...['--target', pathToFileURL(join(folder, 'www')).href],
  ...['--env', 'production', '--yes'],
];
const runFile = (name: string) => (site: Site) =>
  join(only(join(site.root, '.articles/generate/runs')), name);

const FORMATS: readonly Stored[] = [
  {
    name: 'content/approvals.jsonl',
    find: ({ root }) => join(root, 'content/approvals.jsonl'),
    read: ({ run }) => run('check'),
    newer: (text) => {
      const { check: _check, ...fields } = JSON.parse(text);
      const more = { ...fields, second: 'Bo Lind' };
      const sum = createHash('sha256').update(JSON.stringify(more)).digest('hex');
      return `${JSON.stringify({ ...more, check: sum.slice(0, 16) })}\n`;
    },
    damaged: /not as articles review wrote it\n {2}→ restore/,
  },
  {
    name: 'content/approved/',
    find: ({ root }) => only(join(root, 'content/approved')),
    read: ({ run }) => run('check'),
    newer: null,
    damaged: MADE_AGAIN,
  },
  {
    name: 'content/generated.jsonl',
    find: ({ root }) => join(root, 'content/generated.jsonl'),
    read: report,
    newer: (text) => text.replace(/"outcome":"\w+"/, '"outcome":"translated"'),
    damaged: DAMAGED,
  },
  {
    name: 'comments/',
    find: ({ root }) => only(join(root, 'comments/en_US/articles/first')),
    async read({ root }) {
      const desk = await startDesk(root);
      onTestFinished(() => desk.close());
      const { status, body } = await desk.read('document', { file: 'content/en_US/articles/first.md' });
      const findings: { message: string; hint: string }[] = body.findings;
      return {
        code: status === 200 ? 0 : 2,
        stderr: findings.map(({ message, hint }) => `${message}\n  → ${hint}\n`).join(''),
      };
    },
    newer: (text) => text.replace('{', '{"resolved":true,'),
    damaged: DAMAGED,
  },
  {
    name: 'imports/',
    find: ({ root }) => only(join(root, 'imports'), '.json'),
    read: ({ folder, run }) => run('import', join(folder, 'blog')),
    newer: withVersion,
    damaged: DAMAGED,
  },
  {
    name: '.articles/generate/',
    find: runFile('run.json'),
    read: report,
    newer: withVersion,
    damaged: DAMAGED,
  },
  {
    name: '.articles/generate/',
    find: runFile('journal.jsonl'),
    read: report,
    newer: (text) => text.replace('"type":"intent"', '"type":"promise"'),
    damaged: DAMAGED,
    isCutNoticed: false,
  },
  {
    name: '.articles/published.json',
    find: ({ root }) => join(root, '.articles/published.json'),
    read: ({ run }) => run('check'),
    newer: withVersion,
    damaged: /list of published addresses is damaged\n {2}→ remove it/,
  },
  {
    name: '.articles/cache/',
    find: ({ root }) => join(root, '.articles/cache/build-024500726b03.state'),
    read: build,
    newer: (text) => text.replace(/"format":\d+/, '"format":99'),
    damaged: MADE_AGAIN,
  },
  {
    name: '.articles/cache/',
    find: ({ root }) => join(root, '.articles/cache/theme-code.bin'),
    read: build,
    newer: null,
    damaged: MADE_AGAIN,
  },
  {
    name: 'the shared cache',
    find: ({ folder }) => {
      const variants = join(folder, 'builds/.articles/cache');
      return only(join(only(variants), 'snapshots'));
    },
    async read({ folder, root, run }) {
      const file = join(root, 'site-config.json');
      const cache = pathToFileURL(join(folder, 'builds')).href;
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), cache }));
      return run('build');
    },
    newer: null,
    damaged: MADE_AGAIN,
  },
  {
    name: 'the records of releases at a target',
    find: ({ folder }) => join(folder, 'www/.articles/releases/000001.json@1'),
    read: (site) => site.run('deploy', '--rollback', 'r1', ...target(site)),
    newer: (text) => {
      const head = text.slice(0, text.indexOf('\n') + 1);
      const list = gunzipSync(Buffer.from(text.slice(head.length), 'latin1')).toString();
      return head + gzipSync(withVersion(list.replaceAll('\n', ''))).toString('latin1');
    },
    damaged: DAMAGED,
  },
  {
    name: 'the lock of a target',
    find: ({ folder }) => only(join(folder, 'www/.articles'), '@4'),
    read: async (site) => {
      await build(site);
      return site.run('deploy', ...target(site));
    },
    newer: null,
    damaged: MADE_AGAIN,
  },
  {
    name: 'the list of files of a folder',
    find: ({ folder }) => join(folder, 'www/.articles/log.jsonl'),
    read: async (site) => {
      await build(site);
      return site.run('deploy', ...target(site));
    },
    newer: (text) => text.replaceAll('{"contentType"', '{"since":"2.0.0","contentType"'),
    isRead: true,
    damaged: /another program wrote .*\n.*replace them with --adopt/,
    isCutNoticed: false,
  },
];

/** A fresh site with one file changed, and what its reader says. */
async function readChanged({ find, read }: Stored, change: (path: string) => void) {
  const folder = makeFolder();
  openFixture(VERSION, folder);
  const root = join(folder, 'site');
  const site: Site = { folder, root, run: (...args) => runArticles([...args, '--root', root]) };
  change(find(site));
  const { code, stderr } = await read(site);
  expect(stderr).not.toMatch(/internal error/);
  expect(code).not.toBe(2);
  return { code, stderr };
}

describe.each(FORMATS)('$name', (stored) => {
  const { newer, damaged, isRead = damaged === MADE_AGAIN, isCutNoticed = true } = stored;

  test('as it was left is read', async () => {
    const { stderr } = await readChanged(stored, () => undefined);
    expect(stderr).toMatch(MADE_AGAIN);
  });

  test('that is cut short is called damaged, or is made again', () =>
    fc.assert(
      fc.asyncProperty(fc.double({ min: 0.02, max: 0.95, noNaN: true }), async (share) => {
        const { stderr } = await readChanged(stored, (path) =>
          truncateSync(path, Math.ceil(readFileSync(path).length * share)),
        );
        expect(stderr).not.toMatch(NEWER);
        if (isCutNoticed) expect(stderr).toMatch(damaged);
      }),
      { numRuns: 3 },
    ));

  test.each([
    ['JSON of another program', '{"hello":"world"}\n'],
    ['bytes of another program', Buffer.from([0, 255, 10, 13, 200, 10])],
  ])('in the place of which there is %s is called damaged, or is made again', async (_, bytes) => {
    const { stderr } = await readChanged(stored, (path) => writeFileSync(path, bytes));
    expect(stderr).not.toMatch(NEWER);
    expect(stderr).toMatch(damaged);
  });

  test.runIf(newer)('of a newer version is called so, where this version cannot read it', async () => {
    const { stderr } = await readChanged(stored, (path) => {
      const text = readFileSync(path, 'latin1');
      const changed = newer?.(text) ?? '';
      expect(changed).not.toBe(text);
      writeFileSync(path, changed, 'latin1');
    });
    expect(stderr).toMatch(isRead ? MADE_AGAIN : NEWER);
  });
});

test('the page of upgrades names each of them', () => {
  const page = readFileSync('docs/upgrade.md', 'utf8');
  for (const { name } of FORMATS) expect(page).toContain(name);
});
