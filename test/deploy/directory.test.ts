import { createHash } from 'node:crypto';
import { access, appendFile, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import { digestOf } from '../../src/deploy/targets/directory/directory-files.ts';
import { loadLog } from '../../src/deploy/targets/directory/directory-log.ts';
import { openDirectory } from '../../src/deploy/targets/directory/directory-target.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { makeFolder } from '../support/site.ts';
import { createSiteFiles, type SiteFiles, writeSite } from '../support/site-folder.ts';
import { deployTo } from './support.ts';

let work: string;
let www: string;
beforeEach(async () => {
  work = makeFolder();
  www = join(work, 'www');
});

const guards = { maxDelete: 100, allowMissing: false, allowShrink: true, adopt: false };
const deploy = async (files: SiteFiles, change: Partial<BuildDeploy> = {}) => {
  const folder = join(work, 'dist');
  return deployTo(`file://${www}`, '', folder, await writeSite(folder, files), { guards, ...change });
};
const filesOf = async () => {
  const entries = await readdir(www, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(www.length + 1))
    .filter((name) => !name.startsWith('.articles/'))
    .sort();
};

describe('a folder', () => {
  it('becomes the build, file by file, and is left alone the second time', async () => {
    const files: SiteFiles = { ...createSiteFiles('one'), 'a b#?.txt': 'odd', 'empty.txt': '' };
    await deploy(files);
    expect(await filesOf()).toEqual(Object.keys(files).sort());
    expect(await readFile(join(www, 'articles/article-1.html'), 'utf8')).toBe(
      files['articles/article-1.html'],
    );
    expect(await deploy(files)).toMatchObject({ uploaded: 0, deleted: 0, calls: 1, release: 'r1' });
  });

  it('is rid of the temporary files of a deploy that was killed, and keeps those of one at work', async () => {
    await deploy(createSiteFiles('one'));
    const temporaries = async () =>
      (await readdir(join(www, '.articles'))).filter((name) => name.startsWith('.new-'));
    for (const name of ['.new-1-killed', '.new-2-at-work'])
      await writeFile(join(www, '.articles', name), 'x');
    const hoursAgo = Date.now() / 1000 - 2 * 3600;
    await utimes(join(www, '.articles/.new-1-killed'), hoursAgo, hoursAgo);
    await deploy(createSiteFiles('two'));
    expect(await temporaries()).toEqual(['.new-2-at-work']);
  });

  it('loses what is gone, with the folders that it leaves empty', async () => {
    await deploy({ ...createSiteFiles('one'), 'deep/down/gone.html': 'x' });
    await deploy(createSiteFiles('one'));
    await expect(access(join(www, 'deep'))).rejects.toThrow();
  });

  it('keeps files of others, and does not replace one that was changed by hand unasked', async () => {
    await mkdir(www);
    await writeFile(join(www, 'theirs.txt'), 'theirs');
    await deploy(createSiteFiles('one'));
    await appendFile(join(www, 'index.html'), 'by hand');
    await expect(deploy(createSiteFiles('one'))).rejects.toThrow(
      /another program wrote "index.html"[\s\S]*--adopt/,
    );
    expect(await deploy(createSiteFiles('one'), { guards: { ...guards, adopt: true } })).toMatchObject({
      uploaded: 1,
    });
    expect(await readFile(join(www, 'theirs.txt'), 'utf8')).toBe('theirs');
  });

  it('survives a crash between the log and the file, and a torn line', async () => {
    await deploy(createSiteFiles('one'));
    const log = join(www, '.articles/log.jsonl');
    const entry = { name: 'index.html', digest: 'never came', generation: 99 };
    const headers = {
      contentType: 'x',
      cacheControl: '',
      contentEncoding: '',
      marks: { hash: 'x', scope: 'example/' },
    };
    await appendFile(log, `${JSON.stringify({ ...entry, ...headers })}\n{"name": "ind`);
    await writeFile(join(www, '.articles/.new-1-left'), 'left behind');
    expect(await deploy(createSiteFiles('one'))).toMatchObject({ uploaded: 0, calls: 1 });
    expect(await deploy(createSiteFiles('two'))).toMatchObject({ release: 'r2' });
    expect(await deploy(createSiteFiles('two'))).toMatchObject({ uploaded: 0 });
  });

  it('keeps every entry that is written at once behind a torn line', async () => {
    for (let round = 0; round < 40; round++) {
      const path = join(work, `torn-${round}.jsonl`);
      await writeFile(path, '{"name": "ind');
      const log = await loadLog(path);
      const names = Array.from({ length: 8 }, (_, index) => `page-${index}`);
      const rest = { contentType: '', cacheControl: '', contentEncoding: '', marks: {} } as const;
      await Promise.all(
        names.map((name, generation) => log.append({ name, digest: 'd'.repeat(43), generation, ...rest })),
      );
      const read = [...(await loadLog(path)).entries()];
      expect(read.map(({ name }) => name).sort()).toEqual(names);
    }
  });

  it('takes no file from elsewhere that a foreign log names', async () => {
    await deploy(createSiteFiles('one'));
    const path = join(www, '.articles/log.jsonl');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const entries = [...(await loadLog(path)).entries()];
    expect(entries.length).toBe(lines.length);
    await writeFile(
      path,
      lines.map((line) => line.replace(/"digest":"[^"]*"/, '"digest":"../../../etc/passwd"')).join('\n'),
    );
    expect([...(await loadLog(path)).entries()]).toEqual([]);
  });

  it('does not write through a link that leads out of it', async () => {
    await mkdir(www);
    await mkdir(join(work, 'outside'));
    await symlink(join(work, 'outside'), join(www, 'articles'));
    await expect(deploy(createSiteFiles('one'))).rejects.toThrow(/outside of .+ a symbolic link leads there/);
    expect(await readdir(join(work, 'outside'))).toEqual([]);
  });

  it('says why it cannot be written to', async () => {
    await mkdir(www);
    await symlink('articles', join(www, 'articles'));
    const deployed = deploy(createSiteFiles('one'));
    await expect(deployed).rejects.toThrow(UserError);
    await expect(deployed).rejects.toThrow(`cannot write to ${www}: `);
    const target = await openDirectory(new URL(`file://${www}`));
    const readOnly = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: www });
    const explained = target.explainError(readOnly);
    expect(explained).toBeInstanceOf(UserError);
    expect(String(explained)).toContain(`cannot write to ${www}: `);
  });

  it('says when a file and a folder want the same name', async () => {
    await mkdir(join(www, 'icon.svg/sub'), { recursive: true });
    await expect(deploy(createSiteFiles('one'))).rejects.toThrow(/"icon.svg"/);
  });

  it('does not grow for ever: what no kept release needs is forgotten', async () => {
    const start = Date.now();
    for (let day = 0; day < 12; day++) {
      const change = { keepReleases: 1, keepDays: 0, now: () => start + day * 86_400_000 };
      await deploy(createSiteFiles(`edition ${day}`), change);
    }
    expect((await filesOf()).filter((name) => name.startsWith('assets/')).length).toBeLessThanOrEqual(4);
    expect((await readdir(join(www, '.articles/kept'))).length).toBeLessThanOrEqual(30);
    const lines = (await readFile(join(www, '.articles/log.jsonl'), 'utf8')).split('\n').length;
    expect(lines).toBeLessThanOrEqual(60);
  });
});

it.each([0, 999_999, 1_000_000, 1_000_001, 3_000_000])(
  'a file of %i bytes has the hash of its bytes',
  async (size) => {
    const path = join(makeFolder(), 'file');
    const bytes = Buffer.alloc(size, 'article');
    await writeFile(path, bytes);
    expect(await digestOf(path, size)).toBe(createHash('sha256').update(bytes).digest('base64url'));
  },
);
