import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, makeSite, smallSite, writeFiles } from '../support/site.ts';
import { drawings, fileNames, frontMatters, jsonTexts } from './data-documents.ts';

interface Problem {
  message: string;
  hint?: string;
  file?: string;
  line?: number;
}

/** Runs a command to its end. @returns its problems; none where it succeeded */
async function problemsOf(args: readonly string[]): Promise<Problem[]> {
  const { code, stdout, stderr } = await runArticles([...args, '--json']);
  expect({ args, code, stderr: code === 2 ? stderr : '' }).toEqual({
    args,
    code: code === 0 ? 0 : 1,
    stderr: '',
  });
  const result = JSON.parse(stdout);
  // `check` lists its findings itself; a command that fails puts them into an error.
  return result.errors ?? result.error?.problems ?? [];
}

/** Each problem says what, in which file and line, and what to do. */
function expectPlaces(problems: readonly Problem[], file: RegExp): void {
  for (const problem of problems) {
    expect(problem.message.length, JSON.stringify(problem).slice(0, 400)).toBeGreaterThan(5);
    expect(problem.message.length, JSON.stringify(problem).slice(0, 400)).toBeLessThan(2_000);
    expect(problem.file ?? '', JSON.stringify(problem).slice(0, 400)).toMatch(file);
    expect(problem.line ?? 0, JSON.stringify(problem).slice(0, 400)).toBeGreaterThan(0);
    expect(problem.hint ?? '', JSON.stringify(problem).slice(0, 400)).not.toBe('');
  }
}

test('front matter of any kind is read or refused with its place', async () => {
  const files = smallSite();
  const texts = frontMatters();
  for (const [index, text] of texts.entries())
    files[`content/en_US/articles/hostile/h${index}.md`] = `---\n${text}\n---\nText.\n`;
  const root = makeSite(files);
  const problems = await problemsOf(['check', '--root', root]);
  // The link check names the page where no text holds the link.
  const inFiles = problems.filter(({ file }) => !file?.startsWith('page '));
  expect(inFiles.length).toBeGreaterThan(100);
  expectPlaces(inFiles, /^content\/en_US\//);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
}, 120_000);

test.each([1_000, 2_000, 3_000, 30_000, 50_000])(
  'a title of %i brackets is an error with its place',
  async (brackets) => {
    const file = 'content/en_US/articles/deep.md';
    const fields = 'author: Ann Reed\ndate: 2026-01-10';
    for (const bracket of ['[', '{', '[{a: ']) {
      const text = `---\ntitle: ${bracket.repeat(brackets / bracket.length)}\n${fields}\n---\nText.\n`;
      const problems = await problemsOf(['check', '--root', makeSite({ ...smallSite(), [file]: text })]);
      expect(problems[0]).toMatchObject({
        file,
        line: 2,
        message: expect.stringContaining('nested too deeply'),
      });
    }
  },
);

describe.each([
  'site-config.json',
  'content/ads.json',
  ...['authors', 'categories', 'seo'].map((name) => `content/en_US/${name}.json`),
])('%s', (file) => {
  test('of any kind is read or refused with its place', async () => {
    const root = makeSite();
    let refused = 0;
    for (const text of jsonTexts()) {
      writeFiles(root, { [file]: text });
      const problems = await problemsOf(['check', '--root', root]);
      // Articles lose authors and categories with the file; its own problem comes with them.
      expectPlaces(problems, file === 'site-config.json' ? /^site-config\.json$/ : /^content\//);
      if (problems.length > 0) refused++;
    }
    expect(refused).toBeGreaterThan(30);
  }, 300_000);
});

test('drawings that could act are refused, and no drawing stops the program', async () => {
  const files = smallSite();
  for (const [index, text] of drawings().entries()) {
    files[`content/images/d${index}.svg`] = text;
    files[`content/en_US/articles/d${index}.md`] = article({
      title: `Drawing ${index}`,
      slug: `drawing-${index}`,
      category: 'betting',
      body: `![A drawing](d${index}.svg)`,
    });
  }
  const root = makeSite(files);
  const problems = await problemsOf(['build', '--root', root]);
  expect(problems.length).toBeGreaterThan(10);
  for (const { message, file } of problems) {
    expect(message.length).toBeGreaterThan(5);
    expect(file ?? '').toMatch(/^content\//);
  }
}, 120_000);

test('file names of any kind are read or refused, and nothing is written outside the output folder', async () => {
  const root = makeSite();
  const folder = join(root, 'content/en_US/articles/names');
  mkdirSync(folder, { recursive: true });
  for (const [index, name] of fileNames().entries())
    writeFileSync(
      join(folder, name),
      article({ title: `Name ${index}`, slug: `name-${index}`, category: 'betting' }),
    );
  const problems = await problemsOf(['build', '--root', root]);
  for (const { message } of problems) expect(message).not.toContain('\u001b');
  expect(existsSync(join(root, '..', 'name-0.html'))).toBe(false);
}, 120_000);

test.each(['content/en_US/articles', 'public'])(
  'a name in %s that is not UTF-8 is refused with its folder',
  async (folder) => {
    const root = makeSite({
      ...smallSite(),
      [`${folder}/fine.md`]: article({ title: 'Fine', category: 'betting' }),
    });
    // Node writes names as UTF-8, so the shell makes this one.
    spawnSync('bash', ['-c', `printf 'x' > "$1/$(printf 'bad\\377name').md"`, 'bash', join(root, folder)]);
    const problems = await problemsOf(['build', '--root', root]);
    expect(problems.map(({ message }) => message).join('\n')).toMatch(/UTF-8/);
  },
);

test.each(['content/en_US/articles', 'public'])(
  'names in %s that differ in Unicode form alone are refused',
  async (folder) => {
    const root = makeSite();
    writeFiles(root, {
      [`${folder}/caf\u00e9.md`]: article({ title: 'Composed', slug: 'composed', category: 'betting' }),
      [`${folder}/cafe\u0301.md`]: article({ title: 'Decomposed', slug: 'decomposed', category: 'betting' }),
    });
    const problems = await problemsOf(['build', '--root', root]);
    expect(problems.map(({ message }) => message).join('\n')).toMatch(/Unicode/);
  },
);
