/**
 * A step back and forward again: this version, an older one, this version. Nothing is lost, and both publish what they build.
 * OLDER=/folder/542bc327:/other names folders of older programs, which are called as their fixtures.
 */
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runArticles, runJson } from '../support/program.ts';
import { compareTrees, makeFolder, readTree } from '../support/site.ts';
import { openFixture } from './fixture-file.ts';

const older = (process.env.OLDER ?? '').split(delimiter).filter(Boolean);
if (older.length === 0) {
  process.stderr.write('\nNOT RUN: steps back to an older version. Name its folder in OLDER\n\n');
  test.skip('NOT RUN: a step back to an older version and forward again', () => {});
}

test.each(older)(
  'a site that was upgraded, went back to %s and was upgraded again has lost nothing',
  async (program) => {
    const folder = makeFolder();
    openFixture(basename(program), folder);
    const root = join(folder, 'site');
    const now = async (...args: string[]) => {
      const run = await runArticles([...args, '--root', root]);
      expect([args, run.code, run.stderr]).toEqual([args, 0, expect.not.stringMatching(/damaged|newer/)]);
    };
    /** Throws where it ends with another code than 0. */
    const before = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(program, 'bin/articles.js'), ...args, '--root', root]);
    const target = ['--target', pathToFileURL(join(folder, 'www')).href, '--env', 'production'];
    const deploy = ['deploy', ...target, '--yes'];
    const page = (name: string) => readFileSync(join(folder, 'www/articles', `${name}.html`), 'utf8');
    const stored = () =>
      new Map(
        ['content', 'comments', 'imports', '.articles/generate'].flatMap((name) =>
          [...readTree(join(root, name))].map(([path, bytes]): [string, Buffer] => [
            `${name}/${path}`,
            bytes,
          ]),
        ),
      );

    await now('review', 'adopt', '--reviewer', 'Ann Reed');
    await now('check');
    await now('build');
    cpSync(join(root, 'dist'), join(folder, 'built'), { recursive: true });
    await now(...deploy);
    const kept = stored();

    for (const command of ['check', 'build']) await before(command);
    await before(...deploy);
    expect(compareTrees(stored(), kept)).toEqual([]);
    const own = page('second-text');
    const text = join(root, 'content/en_US/articles/first.md');
    writeFileSync(text, `${readFileSync(text, 'utf8')}\nWritten between.\n`);
    await before('build');
    await before(...deploy);
    await before(...deploy, '--rollback', 'r3');
    expect(page('first')).not.toContain('Written between.');
    await before('generate', '--report');
    await before('import', join(folder, 'blog'));

    await now('check');
    await now('build');
    expect(readFileSync(join(root, 'dist/articles/first.html'), 'utf8')).toContain('Written between.');
    const added = [...stored().keys()].filter((path) => !kept.has(path));
    expect([added, [...kept.keys()].filter((path) => !stored().has(path))]).toEqual([[], []]);
    await now(...deploy);
    await now(...deploy, '--rollback', 'r4');
    expect(page('second-text')).toBe(own);
    await now(...deploy, '--rollback', 'r1');
    await now(...deploy);
    // What the reader gets is what this version would have built without the step back.
    writeFileSync(text, String(kept.get('content/en_US/articles/first.md')));
    await now('build');
    expect(compareTrees(readTree(join(root, 'dist')), readTree(join(folder, 'built')))).toEqual([]);
    const runs = readdirSync(join(root, '.articles/generate/runs'));
    const { total } = await runJson(['generate', '--report', '--root', root]);
    expect([runs.length, total.calls]).toEqual([1, 1]);
  },
  600_000,
);
