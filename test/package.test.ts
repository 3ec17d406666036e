import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeWordPressExport } from '../packages/import/test/wordpress-export.ts';
import { packManifest } from '../scripts/pack-manifests.mjs';
import { runArticles } from './support/cli.ts';
import { listPacked } from './support/registry.ts';
import { makeFolder, readTree, smallSite, writeFiles } from './support/site.ts';

const ROOT = resolve('.');
const CREATE = join(ROOT, 'packages/create-articles-press');

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
  [field: string]: unknown;
}
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'));

/** Packages that an installation has, found as npm finds them. */
function listInstalled(): string[] {
  const { packages }: { packages: Record<string, Locked> } = readJson('package-lock.json');
  const find = (from: string, name: string): string | null => {
    for (
      let folder = from;
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
    ) {
      const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
      if (packages[path]) return path;
      if (!folder) return null;
    }
  };
  const found = new Set<string>();
  const visit = (path: string) => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
    const { peerDependenciesMeta = {} } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
    for (const name of names) {
      const target = find(path, name);
      // Packages of other platforms are in the lock file only.
      if (target === null || found.has(target) || !existsSync(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit('');
  return [...found];
}

/** Bytes on a disk with blocks of 4 kB, without packages within the package. @param seen files that are counted: esbuild links one twice */
function sizeOf(folder: string, seen: Set<number>): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const { ino, size } = statSync(path);
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : 4096 + sizeOf(path, seen);
    else if (!seen.has(ino)) bytes += Math.ceil(size / 4096) * 4096;
    seen.add(ino);
  }
  return bytes;
}

const packed = listPacked(ROOT);

test('an installation has at most 300 packages and 150 MB', () => {
  const packages = listInstalled();
  expect(packages.length).toBeGreaterThan(80);
  expect(packages.length).toBeLessThanOrEqual(300);
  const own = packed.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 4096) * 4096, 0);
  const seen = new Set<number>();
  const megabytes = (own + packages.reduce((sum, path) => sum + sizeOf(path, seen), 0)) / 2 ** 20;
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThanOrEqual(150);
});

test('the packed manifest has only what an installation needs: nothing to compile, to download, or to warn of', () => {
  const manifest = readJson<Manifest>('package.json');
  const { prepare, ...scripts } = manifest.scripts;
  expect([prepare, manifest.workspaces, manifest.devDependencies]).not.toContain(undefined);
  const { workspaces: _workspaces, devDependencies: _tools, overrides: _overrides, ...rest } = manifest;
  const published = packManifest(manifest);
  expect(published).toEqual({ ...rest, scripts });
  // These would run, or replace what a package manager has resolved, where the package is installed.
  for (const name of ['install', 'preinstall', 'postinstall', 'prepare'])
    expect(scripts).not.toHaveProperty(name);
  for (const name of ['bundleDependencies', 'bundledDependencies'])
    expect(published).not.toHaveProperty(name);
});

test('what is compiled into the program is not installed beside it', () => {
  const { dependencies } = readJson<Manifest>('package.json');
  const licences = readFileSync('lib/licences.txt', 'utf8').matchAll(/^(\S+) \d+\.\d+\.\d+/gm);
  const compiledIn = new Set(Array.from(licences, ([, name = '']) => name));
  expect([...compiledIn]).toEqual(expect.arrayContaining(['react', 'marked', 'workbox-build']));
  // The code of a site imports it, with its types.
  expect(Object.keys(dependencies).filter((name) => compiledIn.has(name))).toEqual(['zod']);
});

test('the tarball has every file that README and the documents in it link to', () => {
  const files = new Set(packed);
  const isThere = (path: string) => files.has(path) || [...files].some((file) => file.startsWith(`${path}/`));
  const pages = [...files].filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file));
  // A link in code is an example.
  const read = (page: string) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)/g)]
      .map(([, link = '']) => join(dirname(page), link).replace(/\/$/, ''))
      // The code is in the repository only.
      .filter((target) => !isThere(target) && !/^(src|packages|test)\//.test(target))
      .map((target) => `${page} → ${target}`),
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});

describe('from the tarballs', () => {
  /** A folder with both packages as npm would install them, beside the packages of this one. */
  function install(): string {
    const folder = makeFolder();
    for (const source of [ROOT, CREATE]) {
      const { name } = readJson<Manifest>(join(source, 'package.json'));
      const target = join(folder, 'node_modules', name);
      for (const path of source === ROOT ? packed : listPacked(source)) {
        mkdirSync(dirname(join(target, path)), { recursive: true });
        copyFileSync(join(source, path), join(target, path));
      }
    }
    for (const path of listInstalled().filter((name) => name.lastIndexOf('node_modules/') === 0)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(resolve(path), join(folder, path));
    }
    // npm obeys the overrides of this project here only, so elsewhere gray-matter has a js-yaml of its own.
    const matter = join(folder, 'node_modules/gray-matter');
    rmSync(matter);
    cpSync('node_modules/gray-matter', matter, { recursive: true });
    writeFiles(matter, {
      'node_modules/js-yaml/index.js': 'module.exports = { safeLoad() {}, safeDump() {} };\n',
    });
    return folder;
  }

  test('the licences of what is compiled into the program come with it', () => {
    const licences = readFileSync(join(install(), 'node_modules/articles-press/lib/licences.txt'), 'utf8');
    for (const name of [
      'react',
      '@codemirror/view',
      'workbox-build',
      'workbox-precaching',
      'https-proxy-agent',
      'htmlparser2',
    ])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
    expect(licences).toContain('Permission is hereby granted');
  });

  test('npm create makes a site that builds', async () => {
    const folder = install();
    const create = join(folder, 'node_modules/create-articles-press/create.js');
    const made = await runArticles(['my-site', '--title', 'My Site', '--look', 'quiet'], {
      cwd: folder,
      binary: create,
    });
    expect([made.code, made.stderr.includes('error')]).toEqual([0, false]);
    const binary = join(folder, 'node_modules/articles-press/bin/articles.js');
    writeFiles(folder, {
      'my-site/content/en_US/articles/formula.md':
        '---\ntitle: A Formula\nauthor: editorial-team\ndate: 2026-01-05\n---\nThe area is $`a = b^2`$.\n\n```js\nlet a;\n```\n',
    });
    const built = await runArticles(['build', '--root', 'my-site', '--strict'], { cwd: folder, binary });
    expect([built.code, built.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(readFileSync(join(folder, 'my-site/dist/sw.js'), 'utf8')).toContain('offline');
    expect(readFileSync(join(folder, 'my-site/dist/articles/formula.html'), 'utf8')).toContain('<math');
    expect(readFileSync(join(folder, 'my-site/site-config.json'), 'utf8')).toContain('articles-look-quiet');
    const { dependencies } = readJson<Manifest>(join(folder, 'my-site/package.json'));
    // The look comes with the program, so nothing else is to be installed.
    expect(dependencies).toEqual({ articles: expect.stringMatching(/^npm:articles-press@\^\d/) });
  });

  test('a program reads, checks and builds a site by the entry of the package, with its types', async () => {
    const folder = install();
    const [, example = ''] =
      /```js [^\n]*\n([\s\S]*?)```/.exec(readFileSync('docs/program.md', 'utf8')) ?? [];
    writeFiles(folder, {
      'publish.mjs': example,
      ...Object.fromEntries(Object.entries(smallSite()).map(([path, content]) => [`site/${path}`, content])),
      'typed.mts': `import { build, type CommandResults, loadSite, type Problem } from 'articles-press';
        import { findLookFaults, type LookTest } from 'articles-press/look-test';
        const problems: readonly Problem[] = (await build('site', { clean: true })).warnings;
        const result: CommandResults['list']['articles'] = (await loadSite('site')).articles;
        declare const browser: LookTest['browser'];
        const [fault] = await findLookFaults({ look: 'theme', browser, axe: '', widths: [320] });
        if (fault?.check === 'axe') throw new Error(fault.message);
        // @ts-expect-error: there is no such option
        await build('site', { no: problems.length, result });
      `,
    });
    const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const published = run('publish.mjs', 'site');
    expect([published.status, published.stderr]).toEqual([0, '']);
    expect(published.stdout).toMatch(/^\d+ articles of https:\/\/small\.example, 0 of them later\n/);
    expect(published.stdout).toMatch(/\n\d+ pages, \d+ files written in \d+ ms\n$/);
    expect(existsSync(join(folder, 'site/dist/index.html'))).toBe(true);
    writeFiles(folder, { 'site/content/en_US/articles/first.md': '---\ntitel: x\n---\n' });
    expect(run('publish.mjs', 'site').status).toBe(1);
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const types = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    expect(run(compiler, ...types, 'typed.mts').stdout).toBe('');
  });

  test('sites of other tools are imported, with nothing else installed', async () => {
    const folder = install();
    const binary = join(folder, 'node_modules/articles-press/bin/articles.js');
    writeFiles(folder, {
      'hugo/hugo.toml': 'title = "Odds"\nbaseURL = "https://odds.example/"\n',
      'hugo/content/posts/one.md': '+++\ntitle = "One"\ndate = 2024-01-02\n+++\n<p>HTML <b>here</b></p>\n',
      'wp.xml': makeWordPressExport({ posts: 3 }),
    });
    for (const [source, root, count] of [
      ['hugo', 'from-hugo', 1],
      ['wp.xml', 'from-wordpress', 3],
    ] as const) {
      const { code, stderr } = await runArticles(['import', source, '--root', root], { cwd: folder, binary });
      expect([code, stderr.includes('error')], stderr).toEqual([0, false]);
      const paths = [...readTree(join(folder, root)).keys()];
      expect(paths.filter((path) => /^content\/en_US\/articles\/.*\.md$/.test(path)).length).toBe(count);
    }
    expect(existsSync(join(folder, 'node_modules/turndown'))).toBe(false);
  });

  test('the package that creates sites asks for the version beside it', () => {
    const { name, version } = readJson<Manifest>('package.json');
    const create = readJson<Manifest>(join(CREATE, 'package.json'));
    expect(create).toMatchObject({ name: `create-${name}`, version, dependencies: { [name]: version } });
  });
});
