/** Documents of the grammars through the real readers: nothing hangs, runs or ends without a place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { json, makeSite, smallSite } from '../support/site.ts';
import { frontMatter, jsonDocument, markdown, paidLinks } from './fuzz-targets.ts';
import { frontMatterFiles, htmlBlocks, jsonTexts, markdownTexts } from './grammars.ts';

/** Milliseconds of one grammar; `FUZZ_SECONDS` gives more, `FUZZ_SEED` the same ones again. */
const interruptAfterTimeLimit = Number(process.env.FUZZ_SECONDS ?? 8) * 1000;
const seed = Number(process.env.FUZZ_SEED ?? Date.now());
const numRuns = process.env.FUZZ_SECONDS ? 1_000_000 : 1_000;

test.each([
  ['Markdown', markdownTexts, markdown],
  ['front matter', frontMatterFiles, frontMatter],
  ['JSON documents', jsonTexts, jsonDocument],
  ['paid links', htmlBlocks, paidLinks],
] as const)(
  '%s',
  async (name, grammar, check) => {
    const started = performance.now();
    let count = 0;
    const law = fc.asyncProperty(grammar, async (text) => {
      count++;
      await check(text);
    });
    await fc.assert(law, { seed, numRuns, interruptAfterTimeLimit, markInterruptAsFailure: false });
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`${name}: ${count} documents in ${seconds} s, FUZZ_SEED=${seed}\n`);
  },
  interruptAfterTimeLimit + 60_000,
);

const SEEDS = join(import.meta.dirname, 'seeds');
const targets = { markdown, frontMatter, jsonDocument, paidLinks };
test.each(Object.entries(targets))('every seed of %s keeps the laws', async (name, check) => {
  const seeds = readdirSync(join(SEEDS, name));
  expect(seeds.length).toBeGreaterThan(0);
  for (const seed of seeds) await check(readFileSync(join(SEEDS, name, seed), 'utf8'));
});

test('a build of such documents succeeds, or names the file and line of each problem', async () => {
  const files = smallSite();
  const [texts, whole, ads] = [markdownTexts, frontMatterFiles, htmlBlocks].map((grammar) =>
    fc.sample(grammar, 40),
  );
  for (const [index, text] of (texts ?? []).entries())
    files[`content/en_US/articles/m${index}.md`] =
      `---\ntitle: Title ${index}\nauthor: Ann Reed\ndate: 2026-01-10\n---\n${text}\n`;
  for (const [index, text] of (whole ?? []).entries()) files[`content/en_US/articles/f${index}.md`] = text;
  files['content/ads.json'] = json({ sapeNewUrl: '', sapeLinks: { '/authors': ads } });
  const root = makeSite(files);
  const { code, stdout, stderr } = await runArticles(['build', '--root', root, '--json']);
  expect([code, code === 2 ? stderr : '']).toEqual([code === 0 ? 0 : 1, '']);
  const { error } = JSON.parse(stdout);
  for (const { file, line, hint } of error?.problems ?? [])
    expect([file, line > 0, hint]).toEqual([
      expect.stringMatching(/^content\//),
      true,
      expect.stringMatching(/.+/),
    ]);
});
