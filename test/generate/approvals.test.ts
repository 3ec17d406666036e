/** An approval is bound to the bytes of a text: builds and checks refuse a generated text that nobody approved as it is. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { APPROVALS_FILE, readApprovals } from '../../src/content/article/approvals.ts';
import { BY, checkSite, createReviewed, expectFlipsNamed, run, type SiteOptions } from './reviewed-site.ts';
import { createSite } from './site.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const ends: (() => void | Promise<void>)[] = [];
const setUp = (count: number, options: SiteOptions = {}) =>
  createReviewed(count, options, (end) => void ends.push(end));

let site: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  site = await setUp(2, { sources: ['pool.txt'] });
  return async () => {
    for (const end of ends) await end();
  };
});

test('a text is published as it was approved, and with no other byte', async () => {
  const { root, files } = await setUp(1);
  const [file = ''] = files;
  expect(await run(root, 'review', 'approve', file, ...BY)).toMatchObject({ code: 0 });
  expect(await checkSite(root)).toEqual([]);
  expect((await run(root, 'build')).code).toBe(0);
  const path = join(root, file);
  const approved = readFileSync(path, 'utf8');
  const page = join(root, 'dist', 'index.html');
  const before = readFileSync(page, 'utf8');
  // A change of the text alone takes the shortest way through a build.
  for (const changed of [
    approved.replace(/\.\n$/, '!\n'),
    approved.replace(/^title: /m, 'title: Not '),
    approved.replace(
      /^description: .*$/m,
      'description: Another one that nobody has read so far, not even once.',
    ),
    approved.replace(/^origin:\n(?: {2}.*\n)+/m, ''),
  ]) {
    writeFileSync(path, changed);
    expect(await checkSite(root)).toEqual([`unapproved-text ${file}`]);
    const built = await run(root, 'build');
    expect([built.code, built.stderr]).toEqual([1, expect.stringContaining(file)]);
    expect(readFileSync(page, 'utf8')).toBe(before);
  }
  const drafts = await run(root, 'build', '--drafts', '--out', join(root, 'preview'));
  expect([drafts.code, drafts.stderr]).toEqual([0, expect.stringContaining('its origin is gone')]);
  // Line ends, and fields that are no text, may change.
  writeFileSync(path, approved.replaceAll('\n', '\r\n').replace(/^date: .*$/m, 'date: 2026-01-02\r'));
  expect(await checkSite(root)).toEqual([]);
  writeFileSync(path, approved);
  rmSync(join(root, APPROVALS_FILE));
  expect((await run(root, 'build')).code).toBe(1);
  expect((await run(root, 'review', 'adopt', ...BY)).code).toBe(0);
  expect(readApprovals(root).decisions).toMatchObject([{ file, decision: 'adopted', reviewer: 'Ann Reed' }]);
  expect((await run(root, 'build')).code).toBe(0);
});

test('an approval holds for no other text and no other file; later lines replace earlier ones', async () => {
  const { root, files } = site;
  const [first = '', second = ''] = files;
  expect((await run(root, 'review', 'approve', first, second, ...BY)).code).toBe(0);
  const approvals = readFileSync(join(root, APPROVALS_FILE), 'utf8');
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  writeFileSync(join(root, second), (texts[0] ?? '').replace(/^slug: .*$/m, 'slug: another-address'));
  expect(await checkSite(root)).toContain(`unapproved-text ${second}`);
  writeFileSync(join(root, second), texts[1] ?? '');
  const [line = ''] = approvals.split('\n');
  writeFileSync(join(root, APPROVALS_FILE), `${line.replace(first, second)}\n`);
  expect((await checkSite(root)).sort()).toEqual(
    [`damaged-approval ${APPROVALS_FILE}:1`, `unapproved-text ${first}`, `unapproved-text ${second}`].sort(),
  );
  writeFileSync(join(root, APPROVALS_FILE), approvals);
  expect(await checkSite(root)).toEqual([]);
  expect((await run(root, 'review', 'reject', second, ...BY)).code).toBe(0);
  const rejected = readFileSync(join(root, second), 'utf8');
  writeFileSync(join(root, second), texts[1] ?? '');
  expect(await checkSite(root)).toEqual([`unapproved-text ${second}`]);
  writeFileSync(join(root, second), rejected);
  expect((await run(root, 'review', 'approve', second, ...BY)).code).toBe(0);
  expect(await checkSite(root)).toEqual([]);
});

// test/hostile/approval-bytes.test.ts changes many more.
test('a flipped byte of an approved text, of its record or of its source is named', () =>
  expectFlipsNamed(site, 500));

test('--force needs a reason, and both stay in the record with the name of the reviewer', async () => {
  const { root, files } = await setUp(1);
  const [file = ''] = files;
  const path = join(root, file);
  writeFileSync(path, `${readFileSync(path, 'utf8').trimEnd()}\n\nIt is 2 + 2 = 5 here.\n`);
  expect((await run(root, 'review', 'approve', file, ...BY)).stderr).toContain('calculation: ');
  const bare = await run(root, 'review', 'approve', file, '--force', ...BY);
  expect([bare.code, bare.stderr]).toEqual([1, expect.stringContaining('--force needs a reason')]);
  expect(readApprovals(root).decisions).toEqual([]);
  const args = ['--force', '--reason', 'It quotes a mistake.', ...BY];
  expect((await run(root, 'review', 'approve', file, ...args)).code).toBe(0);
  expect(readApprovals(root)).toMatchObject({
    problems: [],
    decisions: [
      {
        file,
        decision: 'approved',
        reviewer: 'Ann Reed',
        overruled: [{ code: 'calculation', reason: 'It quotes a mistake.' }],
      },
    ],
  });
  const slug = file.replace(/^.*\//, '').replace('.md', '');
  const shown = await run(root, 'evidence', '--article', slug);
  expect(shown.stdout).toMatch(
    /approved .* by Ann Reed; shown: .*calculation.*; overruled calculation: It quotes.*\n {2}now: approved, amended by an editor/,
  );
  writeFileSync(path, readFileSync(path, 'utf8').replace('2 + 2 = 5', '2 + 2 = 4'));
  const [evidence] = JSON.parse((await run(root, 'evidence', '--json')).stdout).articles;
  expect(evidence).toMatchObject({ file, state: 'changed since the decision', amended: true });
  expect((await run(root, 'evidence', '--article', slug)).stdout).toMatch(
    /now: changed since the decision, which was on a text that an editor had amended$/m,
  );
});

test('a text that skips the review is bound too, and is refused without a disclosure', async () => {
  const { root, files } = await setUp(1, { settings: { disclosure: true }, publish: true });
  const [file = ''] = files;
  expect(readApprovals(root).decisions).toMatchObject([{ file, decision: 'published', reviewer: null }]);
  expect(await checkSite(root)).toEqual([]);
  expect((await run(root, 'build')).code).toBe(0);
  const page = readFileSync(
    join(root, 'dist/articles', file.replace(/^.*\//, '').replace('.md', '.html')),
    'utf8',
  );
  expect(page).toContain('This article was written with artificial intelligence.');
  expect(page).toMatch(/"author":\{"@type":"Organization"/);
  expect(page).toContain('"digitalSourceType":"https://schema.org/TrainedAlgorithmicMediaDigitalSource"');
  const term = 'newscodes/digitalsourcetype/';
  expect(readFileSync(join(root, 'dist/feed.xml'), 'utf8')).toContain(
    `${term}" term="trainedAlgorithmicMedia"`,
  );
  expect(readFileSync(join(root, 'dist/rss.xml'), 'utf8')).toContain(`${term}">trainedAlgorithmicMedia<`);
  expect(readFileSync(join(root, 'dist/feed.json'), 'utf8')).toContain(
    '"digital_source_type": "http://cv.iptc',
  );
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/\.\n$/, '!\n'));
  expect(await checkSite(root)).toEqual([`unapproved-text ${file}`]);
  const plain = createSite({}, undefined, ['en_US']);
  const refused = await run(plain, 'generate', '--publish', '--count', '1');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('generate.disclosure')]);
});

test('a decision needs the name of a person', async () => {
  const { root, files } = await setUp(1);
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
  const refused = await run(root, 'review', 'approve', files[0] ?? '');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--reviewer')]);
  vi.stubEnv('GIT_CONFIG_COUNT', '2');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'user.name');
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'Ann Reed');
  vi.stubEnv('GIT_CONFIG_KEY_1', 'user.email');
  vi.stubEnv('GIT_CONFIG_VALUE_1', 'ann@gazette.example');
  expect((await run(root, 'review', 'approve', files[0] ?? '')).code).toBe(0);
  expect(readApprovals(root).decisions[0]?.reviewer).toBe('Ann Reed <ann@gazette.example>');
  vi.unstubAllEnvs();
});
