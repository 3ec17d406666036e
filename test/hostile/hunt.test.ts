/**
 * Commands on sites of which a file is damaged: no internal error, no hang, and no file of the site changed by a command that
 * only reads or that fails. `HUNT_RUNS=3000 npx vitest run test/hostile/hunt` is the long run; `HUNT_SEED` and `HUNT_RUN=7,9` repeat some,
 * and `HUNT_LOG` names a file for a line about each command.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { createDraw } from '../support/random.ts';
import { article, json, smallSite, writeFiles } from '../support/site.ts';

const RUNS = Number(process.env.HUNT_RUNS ?? 60);
const SEED = process.env.HUNT_SEED ?? `${Date.now()}`;
const NUMBERS =
  process.env.HUNT_RUN?.split(',').map(Number) ?? Array.from({ length: RUNS }, (_, number) => number);
/** Milliseconds that no command needs. */
const PATIENCE = 90_000;
/** Runs of one process. */
const SHARE = 150;

const folder = mkdtempSync(join(tmpdir(), 'articles-hunt-'));
const BASE = join(folder, 'base');
const WORK = join(folder, 'work');
const HOME = join(folder, 'home');
/** Damaged sites stand here, so that every command names the same folder. */
const ROOT = join(WORK, 'site');
const TARGET = `file://${join(WORK, 'target')}`;

const SECRET = 'SECRET = KEY123\n';

const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#900' } })
  .png()
  .toBuffer();

const FILES = {
  ...smallSite({
    hosting: 'netlify',
    agents: { markdown: true },
    redirects: [{ from: '/promo', to: '/betting' }],
    deploy: { production: TARGET },
  }),
  'package.json': json({ name: 'site', private: true }),
  'content/data/prices.csv': 'Name,Price\na,1\nb,2\n',
  'content/data/rates.yaml': 'a: 1\nb: [1, 2]\n',
  'content/data/numbers.json': json([{ a: 1 }, { a: 2 }]),
  'content/images/a.png': PNG,
  'content/images/b.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  'content/paid-links.json': json({ everyPage: '<a href="https://paid.example">Paid</a>' }),
  'content/approvals.jsonl': '',
  'content/schema.ts': "import { z } from 'zod';\nexport const article = z.object({});\n",
  'content/en_US/pages/own.md': '---\ntitle: Own\n---\n\n::data{file="prices" caption="Prices"}\n',
  'content/en_US/strings.json': json({ layout: { home: 'Start' } }),
  'content/en_US/articles/rich.md': article({
    title: 'Rich',
    slug: 'rich',
    category: 'betting',
    more: 'tags: [odds]\ndescription: A text with all.\nimage: a.png',
    body: '![A](a.png)\n\n![B](b.svg)\n\n:::callout{title="T"}\nText.\n:::\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSee[^1] $`x^2$`.\n\n[^1]: A note.\n',
  }),
  'theme/style.css': '.a { color: red }\n',
  'theme/tokens.css': ':root { --accent: #900 }\n',
  'public/a.txt': 'a\n',
};

const READS = [
  'build',
  'build --clean',
  'build --drafts --future --all',
  'build --strict --json',
  'build --jobs 2 --clean',
  'check',
  'check --all',
  'check --all --json',
  'list',
  'list --json',
  'list --csv --missing description,image',
  'list --unlinked --older 1m',
  'search price',
  'search price --full --explain',
  'next --json',
  'categories',
  'doctor',
  `releases --target ${TARGET}`,
  `deploy --target ${TARGET} --yes`,
  `deploy --target ${TARGET} --dry-run --json`,
  `deploy --target ${TARGET} --rollback --yes`,
  'deploy --env production --yes',
  'review',
  'review show rich',
  'evidence',
  'generate --dry-run --count 1 --locale en_US',
  'eject --list',
  'edit --set featured=true --every --dry-run',
  'categories --rename poker --to cards --dry-run',
  `import ${ROOT} --root ${join(WORK, 'imported')} --from markdown`,
];
const WRITES = [
  'new Damaged --category betting',
  'edit --set featured=true --every --yes',
  'move /articles/rich /articles/richer',
  'review approve rich',
  'categories --rename poker --to cards --yes',
  'categories --merge poker --to betting --yes',
  'eject SiteFooter',
  'locale de-DE',
];

type Draw = (below: number) => number;

function pick<T>(draw: Draw, from: readonly T[]): T {
  const picked = from[draw(from.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
}

const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    'x',
    '../../x',
    '/',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    '2026-02-30',
  ],
  ...[[], {}, [[]], [null], { a: 1 }, 'a'.repeat(5_000), '\u202e', '9999-12-31T99:99:99Z', -0.5, ['a', 'a']],
];

/** Another value, or another name, at a random place of a tree. */
function changeTree(value: unknown, draw: Draw): unknown {
  if (typeof value !== 'object' || value === null || draw(4) === 0) return pick(draw, VALUES);
  if (Array.isArray(value)) {
    const at = draw(value.length + 1);
    return value.toSpliced(at, 1, at < value.length ? changeTree(value[at], draw) : pick(draw, VALUES));
  }
  const entries = Object.entries(value);
  const at = draw(entries.length + 1);
  const [name, old] = entries[at] ?? [pick(draw, ['__proto__', 'constructor', 'toString', '', 'x']), null];
  const isRenamed = draw(5) === 0;
  return Object.fromEntries(
    entries.toSpliced(at, 1, isRenamed ? [`${pick(draw, VALUES)}`, old] : [name, changeTree(old, draw)]),
  );
}

function changeJson(bytes: Buffer, draw: Draw): Buffer {
  try {
    return Buffer.from(json(changeTree(JSON.parse(bytes.toString()), draw)));
  } catch {
    return changeLine(bytes, draw);
  }
}

/** Another value in a line of front matter, YAML or CSV. */
function changeLine(bytes: Buffer, draw: Draw): Buffer {
  const lines = bytes.toString().split('\n');
  const at = draw(lines.length);
  const words = [
    ...[
      '[',
      '{',
      '- ',
      '"',
      '|',
      '!!js/function x',
      '&a [*a]',
      '*b',
      '[a, b]',
      '{a: b}',
      '0x7fffffffffffffff',
      '.nan',
      '2026-02-30',
    ],
    ...[
      '../x',
      '~',
      'null',
      '::data{file="x"}',
      ':::',
      '$`',
      '<b>',
      '![x](y.png)',
      '[a](//b)',
      '\t',
      '---',
      '{{',
      '1e999',
    ],
  ];
  const name = /^[^:,]*[:,]/.exec(lines[at] ?? '')?.[0] ?? '';
  return Buffer.from(lines.toSpliced(at, 1, `${name} ${pick(draw, words)}`).join('\n'));
}

const flip = (bytes: Buffer, draw: Draw) => {
  const changed = Buffer.from(bytes);
  for (let count = 1 + draw(4); count > 0 && bytes.length > 0; count--)
    changed.writeUInt8(draw(256), draw(bytes.length));
  return changed;
};

/** New bytes of a file by name of the damage. */
const TEXTS: Readonly<Record<string, (bytes: Buffer, draw: Draw) => Buffer | string>> = {
  cut: (bytes, draw) => bytes.subarray(0, draw(bytes.length + 1)),
  doubled: (bytes) => Buffer.concat([bytes, bytes]),
  emptied: () => '',
  'another value': changeJson,
  'a second other value': changeJson,
  'another line': changeLine,
  'other bytes': flip,
  'of another type': (_, draw) =>
    pick(draw, ['[]', '{}', 'null', '"x"', '1e999', '<svg/>', '---\n', '\n', '# x', PNG]),
  'too deep': (_, draw) =>
    pick(draw, ['['.repeat(50_000), '{"a":'.repeat(20_000), '- '.repeat(20_000), '> '.repeat(20_000)]),
  'a long line': (bytes) => Buffer.concat([bytes, Buffer.alloc(1_000_000, 'a')]),
  'in UTF-16': (bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le'),
  'in Latin-1': (bytes) => Buffer.from(`${bytes}é`, 'latin1'),
  'with a mark and other ends of lines': (bytes) => `\ufeff${bytes.toString().replaceAll('\n', '\r\n')}`,
  'with zeros': (bytes, draw) => {
    const at = draw(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(3), bytes.subarray(at)]);
  },
};

/** What stands in place of a file or a folder. */
const PLACES: Readonly<Record<string, (path: string, draw: Draw) => void>> = {
  'a link to another file': (path, draw) =>
    symlinkSync(
      pick(draw, [join(HOME, 'secret'), '/etc/passwd', '/dev/zero', '/dev/full', '/dev/null']),
      path,
    ),
  'a link to a folder': (path, draw) => symlinkSync(pick(draw, [HOME, '.', '..', '/proc/self']), path),
  'a link to nothing': (path) => symlinkSync('nothing', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a folder': (path) => mkdirSync(path),
  'a folder with a file': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'x.md'), 'x');
  },
  'a pipe': (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0),
  nothing: () => {},
  'a file': (path) => writeFileSync(path, 'x'),
};

type Paths = Record<'files' | 'folders' | 'others', string[]>;

/** Paths of all that is below a folder; links and pipes are among the others. */
function listPaths(below: string, prefix = '', found: Paths = { files: [], folders: [], others: [] }): Paths {
  for (const entry of readdirSync(join(below, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    if (entry.isFile()) found.files.push(path);
    else if (!entry.isDirectory()) found.others.push(path);
    else {
      found.folders.push(path);
      listPaths(below, `${path}/`, found);
    }
  }
  return found;
}

/** @returns what was done, in words */
function damage(draw: Draw, { files, folders }: Paths): string {
  const groups = [/^site\/(?!dist|\.)/, /^site\/(?!dist|\.)/, /^site\/\.articles/, /^site\/dist/, /^target/];
  const group = pick(draw, groups);
  const isText = draw(3) > 0;
  const paths = (isText || draw(4) > 0 ? files : folders).filter((path) => group.test(path));
  const path = pick(draw, paths.length > 0 ? paths : files);
  const file = join(WORK, path);
  if (isText) {
    const [name, change] = pick(draw, Object.entries(TEXTS));
    writeFileSync(file, change(readFileSync(file), draw));
    return `${path} ${name}`;
  }
  const [name, put] = pick(draw, Object.entries(PLACES));
  rmSync(file, { recursive: true, force: true });
  put(file, draw);
  return `${name} in place of ${path}`;
}

/** Every path of the site but what a build keeps and makes, with its type and bytes. */
function snapshot(): Map<string, string> {
  const { files, folders, others } = listPaths(ROOT);
  const own = [...files, ...folders, ...others].filter(
    (path) => !/^(?:dist|\.articles|\.dist[^/]*)(?:\/|$)/.test(path),
  );
  return new Map(
    own.map((path) => {
      const stats = lstatSync(join(ROOT, path));
      if (stats.isSymbolicLink()) return [path, `link ${readlinkSync(join(ROOT, path))}`];
      if (stats.isDirectory()) return [path, 'folder'];
      return [path, stats.isFile() ? readFileSync(join(ROOT, path), 'base64') : 'special'];
    }),
  );
}

function changesOf(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

let child: ChildProcess | null = null;
let shared = 0;

async function startChild(): Promise<ChildProcess> {
  const {
    NODE_OPTIONS: _options,
    NODE_ENV: _environment,
    VITEST: _vitest,
    CI: _ci,
    ...inherited
  } = process.env;
  const started = fork(resolve('test/support/run-many.mjs'), {
    cwd: HOME,
    env: { ...inherited, HOME, NO_COLOR: '1', OPENAI_API_KEY: '' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  await new Promise((done) => started.once('message', done));
  shared = 0;
  return started;
}

/** @returns null where the command does not end */
async function run(args: readonly string[]): Promise<Ended | null> {
  if (shared++ >= SHARE) stopChild();
  child ??= await startChild();
  const running = child;
  return new Promise((done) => {
    let said = '';
    const hear = (text: Buffer) => {
      said += text;
    };
    const end = (ended: Ended | null) => {
      clearTimeout(timer);
      running.removeAllListeners('message').removeAllListeners('exit');
      running.stderr?.removeListener('data', hear);
      if (ended === null || ended.code === null) stopChild();
      done(ended);
    };
    const timer = setTimeout(() => end(null), PATIENCE);
    running.stderr?.on('data', hear);
    running.once('message', (ended: Ended) => end({ ...ended, stderr: ended.stderr + said }));
    running.once('exit', () => end({ code: null, stdout: '', stderr: said }));
    running.send(args);
  });
}

function stopChild(): void {
  child?.kill('SIGKILL');
  child = null;
}

beforeAll(async () => {
  mkdirSync(HOME, { recursive: true });
  writeFileSync(join(HOME, 'secret'), SECRET);
  writeFiles(ROOT, FILES);
  for (const args of [
    ['build', '--root', ROOT],
    ['deploy', '--root', ROOT, '--target', TARGET, '--yes'],
  ]) {
    const { code, stderr } = await runArticles(args);
    expect([code, stderr]).toEqual([0, expect.anything()]);
  }
  cpSync(WORK, BASE, { recursive: true, verbatimSymlinks: true });
}, 60_000);
afterAll(() => {
  stopChild();
  rmSync(folder, { recursive: true, force: true });
});

test(
  `${RUNS} commands on damaged sites end with 0, 1 or 3, and change nothing (HUNT_SEED=${SEED})`,
  async () => {
    const wrong: string[] = [];
    const log = (line: string) => process.env.HUNT_LOG && appendFileSync(process.env.HUNT_LOG, `${line}\n`);
    const codes: Record<string, number> = {};
    for (const number of NUMBERS) {
      const draw = createDraw(`${SEED} ${number}`);
      rmSync(WORK, { recursive: true, force: true });
      cpSync(BASE, WORK, { recursive: true, verbatimSymlinks: true });
      const writes = draw(5) === 0;
      const command = pick(draw, writes ? WRITES : READS);
      const done = Array.from({ length: 1 + draw(2) }, () => {
        try {
          return damage(draw, listPaths(WORK));
        } catch {
          // The first damage took the place of the second.
          return '';
        }
      });
      const before = snapshot();
      const ended = await run([
        ...command.split(' '),
        ...(command.startsWith('import') ? [] : ['--root', ROOT]),
      ]);
      const of = `run ${number}, articles ${command}, ${done.join(' and ')}`;
      const report = (what: string) => {
        wrong.push(`${of}: ${what}`);
        log(`WRONG ${of}: ${what}`);
      };
      codes[`${ended?.code}`] = (codes[`${ended?.code}`] ?? 0) + 1;
      if (ended === null) report('no end');
      else if (ended.code === null || ended.code === 2 || /^\s+at .*:\d+:\d+\)?$/m.test(ended.stderr))
        report(`${ended.code} ${ended.stderr.slice(0, 600)}`);
      else if (/KEY123|root:x:0/.test(ended.stdout + ended.stderr)) report('a secret');
      const changes = ended !== null && writes && ended.code === 0 ? [] : changesOf(before, snapshot());
      if (changes.length > 0) report(`changed ${changes.join(', ')}`);
      if (readFileSync(join(HOME, 'secret'), 'utf8') !== SECRET) report('changed a file outside of the site');
      log(`${ended?.code} ${of}`);
    }
    process.stdout.write(`exit codes ${JSON.stringify(codes)}, HUNT_SEED=${SEED}\n`);
    expect(wrong).toEqual([]);
  },
  RUNS * PATIENCE,
);
