/** A registry of npm on loopback: the packed tarballs of this project, and the packages that are installed here. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packManifest } from '../../scripts/pack-manifests.mjs';
import { listen } from './listen.ts';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}
type Source = { manifest: Manifest; tarball: () => Buffer };

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'));

/** Folders that `npm pack` would walk through: the packages of a checkout take it nine seconds. */
const NOT_COPIED = new Set(['node_modules', '.git', '.work']);

/** Copies a package without the packages that it depends on. */
function copyPackage(source: string, copy: string): void {
  cpSync(source, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
}

/** The paths of a package's files as `npm pack` chooses them, without running scripts. */
export function listPacked(folder: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'articles-packed-'));
  try {
    copyPackage(folder, copy);
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
    const [packed]: { files: { path: string }[] }[] = JSON.parse(
      execFileSync('npm', args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26 }),
    );
    return (packed?.files ?? []).map(({ path }) => path);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Packs both packages with the manifests that `prepack` makes. @returns tarballs by name */
function packOwn(work: string): Source[] {
  return ['.', 'packages/create-articles-press'].map((source) => {
    const manifest = packManifest(readJson<Manifest>(join(source, 'package.json')));
    const copy = join(work, manifest.name);
    copyPackage(source, copy);
    writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', work, '--loglevel=error'], {
      cwd: copy,
      stdio: 'ignore',
    });
    const tarball = readFileSync(join(work, `${manifest.name}-${manifest.version}.tgz`));
    return { manifest, tarball: () => tarball };
  });
}

/** Packages of the lock file at any depth, packed once, when they are asked for. */
function listLocked(work: string): Source[] {
  const { packages } = readJson<{ packages: Record<string, Manifest> }>('package-lock.json');
  const { overrides } = readJson<{ overrides: Record<string, string | Record<string, string>> }>(
    'package.json',
  );
  const sources = Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, locked]) => {
      const isInstalled = existsSync(join(path, 'package.json'));
      // Yarn and Bun ask for packages of other platforms too. They get empty ones, which they do not install.
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const manifest = isInstalled ? readJson<Manifest>(join(path, 'package.json')) : { ...locked, name };
      // Installed packages obey the overrides of this project, so the registry gives the same versions.
      const own = overrides[manifest.name];
      if (typeof own === 'object') manifest.dependencies = { ...manifest.dependencies, ...own };
      let packed: Buffer | null = null;
      return {
        manifest,
        tarball: () => {
          packed ??= packFolder(isInstalled ? resolve(path) : writeEmpty(manifest, work), work);
          return packed;
        },
      };
    });
  // A version that is installed at two places has one tarball: two could differ by the times of their files.
  return [
    ...new Map(
      sources.map((source) => [`${source.manifest.name} ${source.manifest.version}`, source]),
    ).values(),
  ];
}

function writeEmpty(manifest: Manifest, work: string): string {
  const folder = mkdtempSync(join(work, 'empty-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

function packFolder(folder: string, work: string): Buffer {
  const place = mkdtempSync(join(work, 'pack-'));
  symlinkSync(folder, join(place, 'package'));
  const args = ['-chf', '-', '--exclude', 'package/node_modules', 'package'];
  return gzipSync(execFileSync('tar', args, { cwd: place, maxBuffer: 2 ** 28 }), { level: 1 });
}

export interface Registry {
  url: string;
  close(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const work = mkdtempSync(join(tmpdir(), 'articles-registry-'));
  const sources = [...packOwn(work), ...listLocked(work)];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, '')).slice(1);
    const [, name = path, version] = /^(.+)\/-\/(.+)\.tgz$/.exec(path) ?? [];
    const found = sources.filter(({ manifest }) => manifest.name === name);
    const wanted = found.find(({ manifest }) => manifest.version === version);
    if (version !== undefined && wanted) return void response.end(wanted.tarball());
    if (version !== undefined || found.length === 0) return void response.writeHead(404).end('{}');
    const { port } = server.address() as AddressInfo;
    const versions = found.map(({ manifest, tarball }) => [
      manifest.version,
      {
        ...manifest,
        dist: {
          // Yarn 1 asks for it.
          shasum: createHash('sha1').update(tarball()).digest('hex'),
          tarball: `http://127.0.0.1:${port}/${encodeURIComponent(name)}/-/${manifest.version}.tgz`,
        },
      },
    ]);
    const latest = found[0]?.manifest.version;
    const body = { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/`,
    close: async () => {
      await close();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
