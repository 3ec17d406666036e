/** The record at production of what readers were shown of the ledger of paid links. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import type { Manifest } from '../../src/build/write/manifest.ts';
import { deployBuild } from '../../src/deploy/deploy-build.ts';
import type { BuildDeploy } from '../../src/deploy/deploy-options.ts';
import { shownOffers } from '../../src/deploy/releases/offer-records.ts';
import { rollBack } from '../../src/deploy/rollback.ts';
import type { ObjectSpec } from '../../src/deploy/targets/target.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import type { OfferOnPages } from '../../src/site/offers.ts';
import { runArticles, runJson } from '../support/program.ts';
import {
  article,
  type Files,
  leanSite,
  makeFolder,
  makeSite,
  readTree,
  writeFiles,
} from '../support/site.ts';
import { type SiteFiles, writeSite } from '../support/site-folder.ts';
import { type AnyServer, STORES, schemeOf } from './stores.ts';
import { createOptions, deployTo, OPEN, withWrites } from './support.ts';

const DAY = 86_400_000;
const START = Date.parse('2027-01-01T00:00:00Z');
const guards = { maxDelete: 100, allowMissing: true, allowShrink: false, adopt: false };

const offer = (name: string, more: Partial<OfferOnPages> = {}): OfferOnPages => ({
  ...{ locale: 'en_US', name, advertiser: 'Acme Books', url: `https://${name}.example/`, text: 'Take it' },
  ...{ beside: ['New customers.'], label: 'ad', pages: ['articles/first'], ...more },
});

/** A site of few files: each write of a deploy is a kill of its own here. */
const createPages = (words: string): SiteFiles => ({
  'index.html': `<!doctype html><title>Home</title><p>${words}`,
  'articles/first.html': `<!doctype html><title>First</title><p>${words}`,
});

describe.each(['gs://site', 's3://site', 'file://'])('the record of offers at %s', (scheme) => {
  let server: AnyServer;
  let work: string;
  beforeEach(async () => {
    server = await STORES[schemeOf(scheme)].start({ buckets: ['site'] });
    work = makeFolder();
  });
  afterEach(() => server.stop());
  const url = () => (scheme === 'file://' ? `file://${work}/www` : scheme);
  const open = async () => {
    const target = await openTarget(url(), { ...OPEN, apiEndpoint: server.url });
    await target.connect();
    return target;
  };
  const folder = () => join(work, 'dist');
  /** Of the files of the last build. */
  let hashes = new Map<string, string>();
  /** Deploys on a day of January 2027. */
  const deploy = async (
    day: number,
    offers: OfferOnPages[],
    change: Partial<BuildDeploy> = {},
    files: SiteFiles = createPages(JSON.stringify(offers)),
  ) => {
    const manifest: Manifest = { ...(await writeSite(folder(), files)), offers };
    hashes = new Map(manifest.outputs.map(({ path, hash }) => [path, hash]));
    return deployTo(url(), server.url, folder(), manifest, {
      ...{ guards, now: () => START + (day - 1) * DAY },
      ...change,
    });
  };
  const goBack = async (day: number, id: string) => {
    const target = await open();
    const manifest = await writeSite(folder(), createPages('none'));
    const options = createOptions(target, work, manifest);
    return rollBack(id, { ...options, guards, now: () => START + (day - 1) * DAY });
  };
  const records = async () => (await (await open()).list('.articles/offers/')).map(({ name }) => name);
  /** Each record as its lines and times, read without the code that answers `--shown`. */
  const times = async () =>
    (await (await open()).list('.articles/offers/')).map(({ metadata: { since = '', complete = '' } }) =>
      [since, complete].map((time) => time.slice(8, 10)).join('-'),
    );

  test('gets an object when what is shown changes, and none when it stays', async () => {
    expect((await deploy(1, [])).calls).toBeGreaterThan(0);
    expect(await records()).toEqual([]);
    await deploy(2, [offer('acme')]);
    await deploy(3, [offer('acme')], {}, createPages('other words'));
    await deploy(4, [offer('acme', { beside: ['18+. New customers.'] })]);
    await deploy(5, []);
    await deploy(6, [], {}, createPages('more words'));
    await goBack(7, 'r2');
    await goBack(8, 'r4');
    expect(await times()).toEqual(['02-02', '04-04', '05-05', '07-07', '08-08']);
  });

  test('costs a site without offers no call, nor one whose offers stay', async () => {
    const { callsOfNothing } = scheme === 'file://' ? { callsOfNothing: 1 } : STORES[schemeOf(scheme)];
    for (const offers of [[], [offer('acme')]]) {
      await deploy(1, offers);
      expect((await deploy(1, offers)).calls).toBe(callsOfNothing);
    }
  });

  test('is of production only', async () => {
    await deploy(1, [offer('acme')], { noindex: true });
    expect(await records()).toEqual([]);
  });

  test('leaves nothing out where a deploy is killed at any of its writes', async () => {
    const describe = (text: string) => [offer('acme', { text })];
    await deploy(1, describe('First'));
    let kills = 0;
    let isKilled = true;
    for (let at = 0; isKilled; at++) {
      const target = await open();
      let writes = 0;
      const refuse = (name: string) => {
        if (name !== '.articles/lock' && writes++ === at) throw new Error('killed');
      };
      const killed = withWrites(target, ({ write, remove }) => ({
        async write(spec, ...rest) {
          refuse(spec.name);
          return write(spec, ...rest);
        },
        async remove(stored) {
          refuse(stored.name);
          return remove(stored);
        },
      }));
      const next = describe(`Offer ${at}`);
      isKilled = await deploy(2, next, { target: killed }).then(
        () => false,
        () => true,
      );
      if (isKilled) kills++;
      const newest = async () => (await (await open()).list('.articles/offers/')).at(-1);
      // Readers have the new page only where the record has it too.
      const page = (await (await open()).list('')).find(({ name }) => name === 'index.html');
      const before = await newest();
      const isShown = page?.metadata.hash === hashes.get('index.html');
      if (isShown) expect(before?.metadata.state).toBe(shownOffers(next).state);
      // The next deploy makes the record complete, also where it has nothing else to do.
      await deploy(3, next);
      expect((await newest())?.metadata).toMatchObject({
        state: shownOffers(next).state,
        complete: expect.any(String),
      });
    }
    expect(kills).toBeGreaterThan(3);
  });

  test('forgets what ended longer ago than the setting says, but not what a release may bring back', async () => {
    await deploy(1, [offer('old')]);
    await deploy(2, [offer('second')]);
    for (const day of [3, 4, 5, 6, 7]) await deploy(day, [offer('third')], {}, createPages(`of day ${day}`));
    await deploy(8 + 365 * 3, [offer('third')], {}, createPages('late'));
    expect(await records()).toHaveLength(1);
    await deploy(9 + 365 * 3, [offer('fourth')], { keepOffers: 0 });
    await deploy(11 + 365 * 3, [offer('fifth')], { keepOffers: 0 });
    expect(await records()).toHaveLength(3);
    await goBack(12 + 365 * 3, 'r8');
  });
});

const LEDGER = (terms: string, more = '') => `advertisers:
  acme: { name: "Acme, Books", legal: Acme Books Ltd }
offers:
  three-books:
    advertiser: acme
    class: books
    contract: C-SECRET-17
    model: share${more}
    texts:
      en_US: { url: "https://acme.example/?btag=42", text: "=Three books, \\"new\\"", terms: "${terms}" }
  never-shown:
    advertiser: acme
    class: films
    texts:
      en_US: { url: "https://films.example/", text: Films }
`;

test('a site answers from its target alone, by day and as CSV, and never with a contract', async () => {
  const odds = { category: 'betting', subcategory: 'odds' };
  const files = (terms: string, more?: string): Files => ({
    'content/offers.yaml': LEDGER(terms, more),
    'content/en_US/articles/first.md': article({
      ...{ title: 'First', slug: 'first', ...odds, body: 'Take [three books](offer:three-books) today.' },
    }),
  });
  const root = makeSite({
    ...leanSite({ timeZone: 'UTC' }),
    ...files('New customers.'),
  });
  const www = join(makeFolder(), 'www');
  const target = ['--target', `file://${www}`, '--env', 'production'];
  const deploy = async (...args: string[]) =>
    expect(await runArticles(['deploy', '--root', root, ...target, '--yes', ...args])).toMatchObject({
      code: 0,
    });
  const publish = async (changed: Files) => {
    writeFiles(root, changed);
    expect(await runArticles(['build', '--root', root])).toMatchObject({ code: 0 });
    await deploy();
  };
  await publish({});
  await publish(files('18+. New customers.'));
  await publish(files('18+. New customers.', '\n    until: 2020-01-31'));
  await deploy('--rollback', 'r1');

  const bare = makeSite(leanSite({ timeZone: 'UTC' }));
  const ask = (...args: string[]) =>
    runJson(['offers', '--root', bare, '--shown', 'three-books', ...target, ...args]);
  const { shown } = await ask();
  const short = shown.map(({ page, beside, until }: Record<string, unknown>) => [
    page,
    beside,
    until === null,
  ]);
  expect(short).toEqual([
    ['/articles/first', ['New customers.'], false],
    ['/articles/first', ['18+. New customers.'], false],
    ['/articles/first', ['New customers.'], true],
  ]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await ask('--from', '2999-01-01')).shown).toHaveLength(1);
  expect((await ask('--to', '2020-01-01')).shown).toEqual([]);
  expect((await ask('--from', '2020-01-01', '--to', today)).shown.length).toBeGreaterThan(0);

  const csv = await runArticles(['offers', '--root', bare, '--shown', 'three-books', ...target, '--csv']);
  const rows = parse<Record<string, string>>(csv.stdout, { columns: true });
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    ...{
      offer: 'three-books',
      advertiser: 'Acme, Books',
      edition: 'en_US',
      page: '/articles/first',
      label: 'ad',
    },
    ...{ text: `'=Three books, "new"`, url: 'https://acme.example/?btag=42', beside: 'New customers.' },
  });
  for (const name of ['three-boks', 'never-shown']) {
    const { code, stderr } = await runArticles(['offers', '--root', bare, '--shown', name, ...target]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`no offer "${name}"`)]);
  }
  const bytes = [...readTree(www).keys()].map((name) => readFileSync(join(www, name)));
  // The folder keeps its records with a line of headers above the compressed bytes.
  const texts = bytes.map((file) => {
    const at = file.indexOf(Buffer.from([0x1f, 0x8b]));
    return at < 0 ? file.toString() : file.subarray(0, at) + gunzipSync(file.subarray(at)).toString();
  });
  expect(texts.some((text) => text.includes('three-books'))).toBe(true);
  expect(texts.filter((text) => /C-SECRET-17|"share"/.test(text))).toEqual([]);
});

test('a list counts for the offers that it shows, not for all of its class', async () => {
  const names = ['delta', 'alpha', 'charlie', 'bravo'];
  const ledger = {
    advertisers: Object.fromEntries(names.map((name) => [name, { name: `The ${name}` }])),
    offers: Object.fromEntries(
      names.map((name) => [
        name,
        {
          ...{ advertiser: name, class: name === 'bravo' ? 'films' : 'books' },
          texts: { en_US: { url: `https://${name}.example/`, text: 'Look' } },
        },
      ]),
    ),
  };
  const root = makeSite({
    ...leanSite(),
    'content/offers.json': JSON.stringify(ledger),
    'content/en_US/articles/first.md': article({
      ...{ title: 'First', slug: 'first', category: 'betting', subcategory: 'odds' },
      body: '::offers{class="books" limit="2"}',
    }),
  });
  expect(await runArticles(['build', '--root', root])).toMatchObject({ code: 0 });
  const page = readFileSync(join(root, 'dist/articles/first.html'), 'utf8');
  const shown = names.filter((name) => page.includes(`https://${name}.example/`)).sort();
  const recorded = loadManifest(root, join(root, 'dist'))?.offers.map(({ name }) => name);
  expect([shown, recorded]).toEqual([
    ['alpha', 'charlie'],
    ['alpha', 'charlie'],
  ]);
});

/** A deploy or a rollback; `kill` is the write at which it dies. */
const step = fc.record({
  version: fc.integer({ min: 0, max: 3 }),
  rollback: fc.boolean(),
  kill: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 3 }),
});

test('whatever is deployed, killed and rolled back, the record has what readers have', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const work = makeFolder();
      const folder = join(work, 'dist');
      const url = `file://${work}/www`;
      let clock = START;
      const now = () => clock++;
      const linesOf = (version: number) =>
        version === 0 ? [] : [offer('acme', { text: `Offer ${version}` })];
      const versions = new Map<string, number>();
      /** When the home page got which version. */
      const truth: { time: number; version: number }[] = [];
      const quiet: number[] = [];
      const releases: string[] = [];
      for (const { version, rollback, kill } of steps) {
        const target = await openTarget(url, OPEN);
        await target.connect();
        let left = kill ?? Number.POSITIVE_INFINITY;
        const wrap = async <T>(
          { name, metadata }: Pick<ObjectSpec, 'name' | 'metadata'>,
          work: () => Promise<T>,
        ) => {
          if (name !== '.articles/lock' && left-- <= 0) throw new Error('killed');
          const done = await work();
          if (name === 'index.html')
            truth.push({ time: now(), version: versions.get(metadata.hash ?? '') ?? -1 });
          return done;
        };
        const watched = withWrites(target, ({ write, copy, patch }) => ({
          write: (spec, ...rest) => wrap(spec, () => write(spec, ...rest)),
          copy: (from, to, generation) => wrap(to, () => copy(from, to, generation)),
          patch: (spec, stored) => wrap(spec, () => patch(spec, stored)),
        }));
        const manifest = {
          ...(await writeSite(folder, createPages(`v${version}`))),
          offers: linesOf(version),
        };
        const page = manifest.outputs.find(({ path }) => path === 'index.html');
        versions.set(page?.hash ?? '', version);
        const options = { ...createOptions(watched, folder, manifest), guards, now, keepReleases: 100 };
        const back = rollback ? releases[version % Math.max(releases.length, 1)] : undefined;
        const running = back === undefined ? deployBuild(options) : rollBack(back, options);
        const result = await running.catch((error: unknown) => {
          if (kill === null || !(error instanceof Error && error.message === 'killed')) throw error;
          return null;
        });
        if (result?.release) releases.push(result.release);
        if (result) quiet.push(now());
      }
      const target = await openTarget(url, OPEN);
      const records = (await target.list('.articles/offers/')).map(({ metadata }) => metadata);
      const claimedAt = (time: number) =>
        records
          .filter(({ since = '' }, index) => {
            const isOver = records.slice(index + 1).some(({ complete = '' }) => Date.parse(complete) <= time);
            return Date.parse(since) <= time && !isOver;
          })
          .map(({ state }) => state);
      const stateOf = (version: number) => shownOffers(linesOf(version)).state;
      const shownAt = (time: number) => stateOf(truth.findLast((one) => one.time <= time)?.version ?? 0);
      for (let time = START; time < clock; time++) {
        const state = shownAt(time);
        if (state !== '') expect(claimedAt(time)).toContain(state);
      }
      for (const time of quiet)
        expect(claimedAt(time).filter((state) => state !== '')).toEqual(
          [shownAt(time)].filter((state) => state !== ''),
        );
    }),
    { numRuns: 10 },
  ));
