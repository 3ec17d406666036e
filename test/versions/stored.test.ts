/**
 * Every file that the program leaves with an owner, damaged, foreign and of a newer version: a record says which of these it is
 * and what to do, a cache is made again, and no command ends with an internal error. docs/upgrade.md lists the same files.
 * `STORED_CUTS=9 npx vitest run test/versions/stored` cuts each of them at more places.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Run } from '../support/cli.ts';
import { startDesk } from '../support/desk.ts';
import { listen } from '../support/listen.ts';
import { startModelServer } from '../support/model-server.ts';
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
  /** Lets this version store what the fixture has not. */
  make?(site: Site): Promise<unknown>;
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
/** A list of objects of a target, below its head, as a newer version could write it. */
const withNewerList = (text: string) => {
  const head = text.slice(0, text.indexOf('\n') + 1);
  const list = gunzipSync(Buffer.from(text.slice(head.length), 'latin1')).toString();
  return head + gzipSync(withVersion(list.replaceAll('\n', ''))).toString('latin1');
};
const configure = ({ root }: Site, settings: object) => {
  const file = join(root, 'site-config.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...settings }));
};
const addArticle = ({ root }: Site, line: string) => {
  const head = '---\ntitle: New\nauthor: Editorial Team\ndate: 2026-01-06\ndescription: About it.\n---\n';
  writeFileSync(join(root, 'content/en_US/articles/new.md'), `${head}${line}\n`);
};
const expectSuccess = async (answer: Promise<Answer>) => {
  const { code, stderr } = await answer;
  expect(code, stderr).toBe(0);
};
const report = ({ run }: Site) => run('generate', '--report');
const build = ({ run }: Site) => run('build');
const target = ({ folder }: Site) => [
  ...['--target', pathToFileURL(join(folder, 'www')).href],
  ...['--env', 'production', '--yes'],
];
const runFile = (name: string) => (site: Site) =>
  join(only(join(site.root, '.articles/generate/runs')), name);

const GENERATE = {
  ...{ words: { minimum: 120, maximum: 900 }, sources: ['example.org'], settleSeconds: 0.3 },
  prices: { m: { input: 1, cachedInput: 0.5, output: 10 }, judge: { input: 1, output: 1 } },
  judge: { model: 'judge' },
};

const TOPIC = 'How Paper Is Made by Hand';

/** Writes an article through a model, whose judge is asked where it has not judged the same text. */
async function write(site: Site, ...args: string[]): Promise<Answer & { judged: number }> {
  const model = await startModelServer();
  onTestFinished(() => model.close());
  vi.stubEnv('OPENAI_API_KEY', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  const topics = join(site.root, 'topics.csv');
  writeFileSync(topics, `title\n${TOPIC}\n`);
  configure(site, { generate: GENERATE });
  const answer = await site.run('generate', ...args, '--topics', topics, '--base-url', model.url);
  return { ...answer, judged: model.calls.filter(({ step }) => step === 'judge').length };
}

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
    name: '`.articles/generate/`: plans, journals and verdicts',
    make: (site) => expectSuccess(write(site, '--model', 'm')),
    find: ({ root }) => join(root, '.articles/generate/verdicts.jsonl'),
    async read(site) {
      // The model gives the article its title, and so its file.
      const articles = join(site.root, 'content/en_US/articles');
      for (const name of readdirSync(articles, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.md') && readFileSync(join(articles, name), 'utf8').includes(`topic: ${TOPIC}`))
          rmSync(join(articles, name));
      const { code, stderr, judged } = await write(site, '--model', 'm', '--new');
      return { code, stderr: `${stderr}\nthe judge was asked ${judged} times\n` };
    },
    newer: (text) => text.replace('"objections"', '"praise":[],"objections"'),
    isRead: true,
    damaged: /the judge was asked 1 times/,
  },
  {
    name: '`evals.json`: kept scores',
    make: (site) => expectSuccess(write(site, 'eval', '--compare', 'm', '--keep')),
    find: ({ root }) => join(root, 'evals.json'),
    read: (site) => write(site, 'eval', '--compare', 'm'),
    newer: (text) => text.replace('"articles"', '"seconds": 1, "articles"'),
    isRead: true,
    damaged: /scores are damaged\n {2}→ restore/,
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
    name: '.articles/cache/',
    make: async ({ root, run }) => {
      mkdirSync(join(root, 'theme/fonts'), { recursive: true });
      cpSync('src/templates/fonts/serif-latin-ext.woff2', join(root, 'theme/fonts/serif.woff2'));
      await expectSuccess(run('build'));
      rmSync(join(root, 'dist'), { recursive: true });
    },
    find: ({ root }) => only(join(root, '.articles/cache/fonts'), '.json'),
    read: async ({ run }) => {
      const answer = await run('build', '--clean');
      expect(answer.code, answer.stderr).toBe(0);
      return answer;
    },
    newer: null,
    damaged: MADE_AGAIN,
  },
  {
    name: '.articles/cache/',
    make: async (site) => {
      const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: '#900' } });
      await picture.png().toFile(join(site.root, 'content/en_US/articles/red.png'));
      addArticle(site, '![Red](red.png)');
      await expectSuccess(build(site));
    },
    find: ({ root }) => only(join(root, '.articles/cache/images'), '.json'),
    read: async ({ root, run }) => {
      const answer = await run('build', '--clean');
      expect(readFileSync(join(root, 'dist/articles/new.html'), 'utf8')).toMatch(/<img[^>]* alt="Red"/);
      return answer;
    },
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
    newer: withNewerList,
    damaged: DAMAGED,
  },
  {
    name: 'the records of releases at a target, of a preview too',
    make: async (site) => {
      await expectSuccess(site.run('build', '--base-path', '/_preview/next'));
      await expectSuccess(site.run('deploy', '--preview', 'next', ...target(site)));
    },
    find: ({ folder }) => only(join(folder, 'www/_preview/next/.articles/releases')),
    read: async (site) => {
      await expectSuccess(site.run('deploy', '--previews', ...target(site)));
      return site.run('deploy', '--preview', 'next', '--rollback', 'r1', ...target(site));
    },
    newer: withNewerList,
    damaged: DAMAGED,
  },
  {
    name: 'parts of a release that machines build together',
    make: async (site) => {
      await expectSuccess(site.run('build', '--shard', '1/2'));
      await expectSuccess(site.run('deploy', '--release', 'both', ...target(site)));
    },
    find: ({ folder }) => join(folder, 'www/.articles/parts/both/1-of-2.json@1'),
    read: async (site) => {
      await expectSuccess(site.run('build', '--shard', '2/2'));
      return site.run('deploy', '--release', 'both', ...target(site));
    },
    newer: withNewerList,
    damaged: /is damaged\n {2}→ deploy every part again/,
  },
  {
    name: 'what `deploy.after` still has to tell',
    // Nobody listens at this address.
    make: async (site) => {
      configure(site, { deploy: { after: { webhook: { url: 'http://127.0.0.1:9/' } } } });
      addArticle(site, 'Text.');
      await build(site);
      await site.run('deploy', ...target(site));
    },
    find: ({ folder }) => join(folder, 'www/.articles/after/pending@2'),
    read: async (site) => {
      const told: string[] = [];
      const server = createServer(async (request, response) => {
        told.push(await textOf(request));
        response.end();
      });
      const { url, close } = await listen(server);
      onTestFinished(close);
      configure(site, { deploy: { after: { webhook: { url } } } });
      const answer = await site.run('deploy', ...target(site));
      expect(answer.code).toBe(0);
      // What an earlier deploy had to announce, or that nobody knows it.
      expect(told.join().includes('/articles/new')).toBe(MADE_AGAIN.test(answer.stderr));
      return answer;
    },
    newer: withNewerList,
    damaged: /is damaged\n {2}→ purge the caches of your CDN by hand/,
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
async function readChanged({ make, find, read }: Stored, change: (path: string) => void) {
  const folder = makeFolder();
  openFixture(VERSION, folder);
  const root = join(folder, 'site');
  const site: Site = { folder, root, run: (...args) => runArticles([...args, '--root', root]) };
  await make?.(site);
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
      { numRuns: Number(process.env.STORED_CUTS ?? 1) },
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
