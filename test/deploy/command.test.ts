import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateFile } from '../../src/build/state/build-state.ts';
import { writeState } from '../../src/build/state/state-file.ts';
import { deployCommand } from '../../src/commands/deploy.ts';
import { releasesCommand } from '../../src/commands/releases.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { createReporter } from '../../src/foundation/report.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, writeSite } from '../support/site-folder.ts';
import { bodyOf, bucketOf, never } from './support.ts';

let server: GcsServer;
let root: string;

beforeEach(async () => {
  root = makeFolder();
  server = await startGcsServer({ buckets: ['example', 'example-dev', 'other'] });
  process.env.STORAGE_EMULATOR_HOST = server.url;
  const config = { title: 'Example', shortName: 'example', url: 'https://example.org', locales: ['en_US'] };
  await writeFile(join(root, 'site-config.json'), JSON.stringify(config));
});
afterEach(async () => {
  delete process.env.STORAGE_EMULATOR_HOST;
  await server.stop();
});

const READING = { host: 'example.com', rawHtml: false, timeZone: 'UTC', typography: false };

/** Leaves what `articles build` leaves: the files and the record. */
async function build(edition: string, { basePath = '', name = 'example', out = 'dist' } = {}) {
  const { outputs } = await writeSite(join(root, out), createSiteFiles(edition));
  const stats = { key: '', mtime: 0, ctime: 0 };
  writeState(stateFile(root, join(root, out)), {
    code: '',
    keys: { editions: {}, setup: '' },
    scanned: 0,
    site: {
      name,
      basePath,
      layout: 'file',
      permalink: '/articles/{slug}',
      reading: READING,
      shard: { index: 1, total: 1 },
    },
    inputs: '',
    parts: {},
    include: { drafts: false, future: false },
    lost: [],
    characters: '',
    filled: {},
    due: { from: 0, until: Number.MAX_SAFE_INTEGER },
    summary: { articles: 0, pages: 0, outputs: 0, emitted: 0 },
    warnings: [],
    times: { changes: [], ended: [] },
    offers: [],
    sources: [],
    groups: [],
    outputs: outputs.map((output) => ({ ...output, ...stats })),
  });
}

async function run(create: typeof deployCommand, ...args: string[]) {
  let stdout = '';
  let stderr = '';
  const reporter = createReporter({
    json: args.includes('--json'),
    quiet: false,
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    environment: {},
  });
  const command = create(async (program, work) =>
    work({ root, reporter, program, fail: () => undefined }),
  ).exitOverride();
  await command.parseAsync(['node', 'articles', ...args]);
  return { stdout, stderr };
}
const deploy = (...args: string[]) => run(deployCommand, ...args);

describe('articles deploy', () => {
  it('goes to the development bucket, named after the site, without asking', async () => {
    await build('one');
    const { stdout } = await deploy('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      uploaded: 14,
      unchanged: 0,
      deleted: 0,
      release: 'r1',
      bytes: expect.any(Number),
      calls: 18,
      url: 'https://storage.googleapis.com/example-dev/index.html',
    });
    expect(bucketOf(server, 'example').live.size).toBe(0);
    expect((await deploy()).stderr).toMatch(/no changes, 14 files up to date\nrelease r1, 1 call in/);
  });

  it('asks before it changes production, which needs --yes where nobody can answer', async () => {
    await build('one');
    await expect(deploy('--env', 'production')).rejects.toThrow(/needs a confirmation[\s\S]*--yes/);
    expect(bucketOf(server, 'example').live.size).toBe(0);
    const { stderr } = await deploy('--env', 'production', '--yes');
    expect(stderr).toContain('https://example.org/');
    expect(bucketOf(server, 'example').live.size).toBe(16);
    // Nothing to do, nothing to ask.
    await deploy('--env', 'production');
  });

  it('takes another target, a folder too', async () => {
    await build('one');
    await deploy('--target', `file://${root}/www`);
    expect(await readFile(join(root, 'www/articles/article-1.html'), 'utf8')).toContain('Article 1');
    await deploy('--target', 'gs://other/blog/');
    expect(bucketOf(server, 'other').live.has('blog/articles/article-1')).toBe(true);
    await expect(deploy('--target', 'ftp://host')).rejects.toThrow(
      /not a deploy target[\s\S]*gs:\/\/.*file:/,
    );
    for (const place of ['gs://other/100%', 'gs://ot%her']) {
      const work = deploy('--target', place);
      await expect(work).rejects.toThrow(UserError);
      await expect(work).rejects.toThrow(/"%" without two hexadecimal digits[\s\S]*%25/);
    }
    const work = deploy('--target', 'file:///srv/100%');
    await expect(work).rejects.toThrow(UserError);
    await expect(work).rejects.toThrow(/100%" is not a folder/);
  });

  it('shows a plan, rolls back and lists releases', async () => {
    await build('one');
    await deploy();
    await build('two');
    const plan = await deploy('--dry-run');
    expect(plan.stderr).toMatch(
      /Plan for gs:\/\/example-dev\n {2}new: 2 files[\s\S]*~ articles\/article-1\n/,
    );
    expect(JSON.parse((await deploy('--dry-run', '--json')).stdout).changes).toHaveLength(14);
    await deploy();
    await deploy('--rollback');
    expect(bodyOf(bucketOf(server, 'example-dev').live.get('index.html') ?? never())).toContain('one');
    expect((await run(releasesCommand)).stdout).toMatch(/^\* {2}r3 .*rollback to r1\n {3}r2 .*\n {3}r1 /);
    const { releases } = JSON.parse((await run(releasesCommand, '--json')).stdout);
    expect(releases[0]).toMatchObject({ id: 'r3', restores: 'r1', files: 14, current: true });
    await deploy('--rollback', 'r2');
    expect(bodyOf(bucketOf(server, 'example-dev').live.get('index.html') ?? never())).toContain('two');
  });

  it('deploys a preview that was built for its place', async () => {
    await build('one');
    await expect(deploy('--preview', 'next')).rejects.toThrow(
      /--out dist-preview --base-path \/_preview\/next/,
    );
    await build('one', { basePath: '/_preview/next', out: 'dist-preview' });
    await deploy('--preview', 'next', '--out', join(root, 'dist-preview'));
    const page = bucketOf(server, 'example-dev').live.get('_preview/next/articles/article-1');
    expect(bodyOf(page ?? never())).toContain('noindex');
    await expect(deploy('--preview', 'Not/Good')).rejects.toThrow(/not a valid preview name/);
    await build('one', { basePath: '/_preview/next' });
    await expect(deploy()).rejects.toThrow(/links would not work/);
  });

  it('refuses the build of another site, and where there is none', async () => {
    await expect(deploy()).rejects.toThrow(/no finished build[\s\S]*articles build/);
    await build('one', { name: 'other' });
    await expect(deploy()).rejects.toThrow(/site "other"/);
  });

  it('names its target first, with where it came from', async () => {
    await build('one');
    const lines = async (...args: string[]) => (await deploy('--dry-run', ...args)).stderr.split('\n');
    const first = async (...args: string[]) => (await lines(...args))[0];
    expect((await lines()).slice(0, 2)).toEqual([
      'Would deploy to gs://example-dev (default, from shortName)',
      '  → for another bucket or a folder, set deploy.development in site-config.json, such as "file:///srv/www"',
    ]);
    expect(await first('--target', 'gs://other/x')).toBe('Would deploy to gs://other/x (--target)');
    const file = join(root, 'site-config.json');
    const config = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...config, deploy: { development: 'gs://other' } }));
    expect(await first()).toBe('Would deploy to gs://other (deploy.development in site-config.json)');
  });

  it('does not take an option for a value', async () => {
    await expect(deploy('--target', '--help')).rejects.toThrow(
      /'--target <url>' argument missing before --help/,
    );
    await expect(deploy('--out', '--yes')).rejects.toThrow(/'--out <dir>' argument missing before --yes/);
  });

  it('says that there is no build after dist was deleted', async () => {
    await build('one');
    await rm(join(root, 'dist'), { recursive: true });
    await expect(deploy()).rejects.toThrow(/there is no finished build in dist\n.*run `articles build`$/);
    await mkdir(join(root, 'dist'));
    await expect(deploy()).rejects.toThrow(/there is no finished build in dist\n/);
    await build('one');
    await rm(join(root, 'dist/articles/article-1.html'));
    await expect(deploy()).rejects.toThrow(
      /"articles\/article-1.html" of the build is missing[\s\S]*build again/,
    );
  });

  it('writes nothing with --init --dry-run', async () => {
    server.buckets.delete('example-dev');
    process.env.GOOGLE_CLOUD_PROJECT = 'my-project';
    try {
      const { stderr } = await deploy('--init', '--dry-run');
      expect(stderr).toMatch(/^Would set up gs:\/\/example-dev[\s\S]*Dry run: nothing was written/);
    } finally {
      delete process.env.GOOGLE_CLOUD_PROJECT;
    }
    expect(server.buckets.has('example-dev')).toBe(false);
    expect(server.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('makes a bucket', async () => {
    server.buckets.delete('example-dev');
    await build('one');
    await expect(deploy()).rejects.toThrow(/the bucket "example-dev" does not exist[\s\S]*--init/);
    process.env.GOOGLE_CLOUD_PROJECT = 'my-project';
    try {
      expect((await deploy('--init')).stderr).toMatch(/bucket: example-dev, created in EU/);
    } finally {
      delete process.env.GOOGLE_CLOUD_PROJECT;
    }
    await deploy();
    expect(bucketOf(server, 'example-dev').live.size).toBe(16);
  });

  it('reads percentages and checks names', async () => {
    await build('one');
    await deploy();
    const dev = bucketOf(server, 'example-dev');
    const { 'authors.html': _, ...files } = createSiteFiles('one');
    await build('one');
    const { outputs } = await writeSite(join(root, 'dist'), files);
    writeState(stateFile(root, join(root, 'dist')), {
      code: '',
      keys: { editions: {}, setup: '' },
      scanned: 0,
      site: {
        name: 'example',
        basePath: '',
        layout: 'file',
        permalink: '/articles/{slug}',
        reading: READING,
        shard: { index: 1, total: 1 },
      },
      inputs: '',
      parts: {},
      include: { drafts: false, future: false },
      lost: [],
      characters: '',
      filled: {},
      due: { from: 0, until: Number.MAX_SAFE_INTEGER },
      summary: { articles: 0, pages: 0, outputs: 0, emitted: 0 },
      warnings: [],
      times: { changes: [], ended: [] },
      offers: [],
      sources: [],
      groups: [],
      outputs: outputs.map((output) => ({ ...output, key: '', mtime: 0, ctime: 0 })),
    });
    await expect(deploy('--max-delete', '5%')).rejects.toThrow(/would delete 1 of 14 files \(7\.1%/);
    await deploy('--max-delete', '8%');
    expect(dev.live.has('authors')).toBe(false);
    await expect(deploy('--max-delete', 'many')).rejects.toThrow(/percentage/);
    await expect(deploy('--release', '../x')).rejects.toThrow(/A-Z/);
  });
});
