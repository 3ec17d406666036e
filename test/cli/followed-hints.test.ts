/** For each problem that a new site meets: somebody does what its hint says, and the problem is gone. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/foundation/error-codes.ts';
import type { Problem } from '../../src/foundation/errors.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, json, makeSite, smallSite, writeFiles } from '../support/site.ts';

const EN = 'content/en_US/articles';
const FILE = `${EN}/one.md`;
const odds = { category: 'betting', subcategory: 'odds' };
const one = (fields: Partial<Parameters<typeof article>[0]> = {}): Files => ({
  [FILE]: article({ title: 'One', slug: 'one', ...odds, ...fields }),
});
const text = (body: string): Files => one({ body });
const GENERATED = 'draft: true\norigin:\n  topic: How a pool works\n  status: draft';
/** Front matter with one part in place of another. */
const front = (find: string, replacement: string): Files => ({
  [FILE]: article({ title: 'One', slug: 'one', ...odds }).replace(find, replacement),
});

interface Followed {
  root: string;
  problem: Problem;
  /** What the hint says, by a pattern that it must match. */
  said(pattern: RegExp): string;
  /** Replaces a part of the file that the problem names, or of another one. */
  edit(find: string | RegExp, replacement: string, file?: string): void;
  run(command: string): Promise<void>;
}

interface Case {
  files?: Files;
  config?: object;
  /** Makes more of the site than files. */
  prepare?: (root: string) => unknown;
  /** Default: check. */
  command?: readonly string[];
  /** The command when the hint has been followed. Default: the same. */
  again?: (followed: Followed) => readonly string[];
  follow(followed: Followed): unknown;
}

const args = (command: string) => command.replace(/^articles /, '').split(' ');

/** Reads "write X" and "did you mean X?". */
const NAMED = /(?:write|did you mean|use) "?([^",?]+?)"?(?: if you mean|\?|$|,)/;

const folder = mkdtempSync(join(tmpdir(), 'articles-hints-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const toFolder = (name: string) => ['--target', `file://${folder}/${name}`];
const toProduction = (name: string) => ['deploy', '--env', 'production', ...toFolder(name)];

const CASES: Readonly<Partial<Record<ErrorCode, Case>>> = {
  // Settings
  'missing-site': {
    prepare: (root) => rmSync(join(root, 'site-config.json')),
    follow: ({ root, said }) =>
      runArticles(args(said(/`articles (init DIR)`/).replace('DIR', `${root}/new`))),
    again: ({ root }) => ['check', '--root', `${root}/new`],
  },
  'invalid-json': {
    prepare: (root) => writeFileSync(join(root, 'site-config.json'), '{"title": "T" "url": 1}'),
    follow: ({ root, said }) => {
      said(/(commas)/);
      writeFileSync(join(root, 'site-config.json'), String(smallSite()['site-config.json']));
    },
  },
  'unknown-field': {
    config: { titel: 'T' },
    follow: ({ edit, said }) => {
      // The site has the field that is meant.
      said(/allowed fields: .*(title)/);
      edit(/,\s*"titel": "T"/, '');
    },
  },
  'missing-field': {
    files: front('author: Ann Reed\n', ''),
    follow: ({ edit }) => edit('---\n', '---\nauthor: Ann Reed\n'),
  },
  'invalid-value': {
    config: { themeColor: '#eeeeee' },
    follow: ({ edit, said }) => edit('#eeeeee', said(/such as "(#\w+)"/)),
  },
  'missing-translation': {
    config: { navigation: { menu: [{ title: { en_US: 'A' }, url: '/terms' }] } },
    follow: ({ edit, said }) => edit('"en_US": "A"', `"en_US": "A", "${said(/add "(\w+)"/)}": "B"`),
  },
  'unknown-locale-folder': {
    files: { 'content/xx_XX/authors.json': '[]' },
    follow: ({ root, problem, said }) =>
      said(/(out of content)/) && renameSync(join(root, problem.file ?? ''), join(root, 'elsewhere')),
  },
  'untranslated-texts': {
    config: { locales: ['en_US', 'ru_RU', 'da_DK'] },
    prepare: (root) => runArticles(['locale', 'da_DK', '--root', root]),
    follow: async ({ root, said }) => {
      const file = said(/in (theme\/locales\/\w+\.json)/);
      expect((await runArticles([...args(said(/`articles (locale \w+)`/)), '--root', root])).code).toBe(0);
      // Each text gets another word, as a translation has.
      const translated: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'), (name, text: unknown) =>
        typeof text === 'string' && name !== '$schema' ? `${text} på dansk` : text,
      );
      writeFileSync(join(root, file), JSON.stringify(translated));
    },
  },
  placeholder: {
    files: { 'content/en_US/info/terms.md': '---\ntitle: Terms\n---\nTODO: write the terms.\n' },
    follow: ({ edit, said }) => edit(/TODO: .*/, said(/(write what it asks for)/) && 'The terms.'),
  },
  // Front matter
  'missing-front-matter': {
    files: { [FILE]: 'Text.\n' },
    follow: ({ root, said }) =>
      said(/line "(---)"/) &&
      writeFileSync(join(root, FILE), `---\ntitle: T\nauthor: Ann Reed\ndate: 2026-01-01\n---\nText.\n`),
  },
  'invalid-front-matter': {
    files: front('title: "One"', 'title: Odds: one'),
    follow: ({ edit, said }) => edit('title: Odds: one', said(/quotes: `(.*)`/)),
  },
  'updated-before-date': {
    files: one({ more: 'updated: 2020-01-01' }),
    follow: ({ edit }) => edit('2020-01-01', '2026-02-01'),
  },
  'updated-in-future': {
    files: one({ more: 'updated: 2999-01-01' }),
    follow: ({ edit }) => edit('2999-01-01', '2026-02-01'),
  },
  'unknown-author': {
    files: front('Ann Reed', 'Cy Young'),
    follow: ({ edit, said }) => {
      const file = said(/add the author to (\S+)/);
      edit(
        /^\[/,
        '[{"name": "Cy Young", "description": "D", "meta_title": "M", "meta_description": "N"},',
        file,
      );
    },
  },
  'unknown-category': {
    files: front('category: betting', 'category: beting'),
    follow: ({ edit, said }) => edit('beting', said(NAMED)),
  },
  'unknown-subcategory': {
    files: front('subcategory: odds', 'subcategory: ods'),
    follow: ({ edit, said }) => edit('subcategory: ods', `subcategory: ${said(NAMED)}`),
  },
  'similar-terms': {
    files: {
      ...one({ more: 'tags: [Deep sea]' }),
      [`${EN}/two.md`]: article({ title: 'T', slug: 'two', ...odds, more: 'tags: [deep sea]' }),
    },
    follow: ({ edit, said, problem }) => edit(/deep sea/i, said(/write "(.+?)"/), problem.file),
  },
  'cut-value': {
    files: front('title: "One"', 'title: We are #1'),
    follow: ({ edit, said }) => edit('We are #1', said(/quotes: (".*?")/)),
  },
  'slug-taken': {
    files: one({ slug: 'first-price' }),
    follow: ({ edit, said }) => said(/(another slug)/) && edit('slug: first-price', 'slug: other'),
  },
  'alias-taken': {
    files: one({ aliases: ['/articles/first-price'] }),
    follow: ({ edit, said }) => said(/(remove the alias)/) && edit(/aliases:.*\n/, ''),
  },
  // Texts
  'dead-reference': {
    files: text('A[^typo].'),
    follow: ({ edit, said }) => edit('A[^typo].', `A[^typo].\n\n${said(/line with "(.*?)"/)} A note.`),
  },
  'unused-footnote': {
    files: text('A.\n\n[^1]: B.'),
    follow: ({ edit, said }) => edit('A.', `A${said(/write (\S+) where/)}.`),
  },
  'unused-definition': {
    files: text('A.\n\n[b]: https://c.example'),
    follow: ({ edit, said }) => said(/(use it)/) && edit('A.', 'A [b].'),
  },
  'template-code': {
    files: text('A {{< b >}}.'),
    follow: ({ edit, said }) => said(/(between backticks)/) && edit('{{< b >}}', '`{{< b >}}`'),
  },
  'undrawn-diagram': {
    files: text('```mermaid\na\n```'),
    follow: ({ edit, said }) => edit('mermaid', said(/language `(\w+)`/)),
  },
  'directive-syntax': {
    files: text(':::note\nText.'),
    follow: ({ edit, said }) => edit('Text.', `Text.\n${said(/(:::)/)}`),
  },
  'unknown-directive': {
    files: text(':::nota\nText.\n:::'),
    follow: ({ edit, said }) => edit('nota', said(/choose from .*(callout)/)),
  },
  'raw-html': {
    files: text('A <b>c</b>.'),
    follow: ({ edit, said }) => said(/(as Markdown)/) && edit('<b>c</b>', '**c**'),
  },
  'unsafe-link': {
    files: text('[a](ftp://b.example)'),
    follow: ({ edit, said }) => edit('ftp:', `${said(/with (http)/)}:`),
  },
  'missing-alternative-text': {
    files: text('A ![](https://b.example/c.png)'),
    follow: ({ edit, said }) => said(/(between \[ and \])/) && edit('![]', '![A chart]'),
  },
  'outdated-copy': {
    files: {
      'theme/components/Section.tsx': `// Copied by \`articles eject\` from components/Section.tsx of version 0.9.0, hash 0123456789ab\n${readFileSync('lib/eject/components/Section.tsx', 'utf8')}`,
    },
    follow: ({ edit, said }) => edit('0123456789ab', said(/write hash (\w+) here/)),
  },
  'without-effect': {
    files: { 'house/theme/style.css': 'h1 { margin: 0 }\n', 'theme/styles.css': '', 'theme/tokens.css': '' },
    config: { layers: ['./house'] },
    follow: ({ root, problem, said }) =>
      renameSync(join(root, problem.file ?? ''), join(root, said(/name it (\S+),/))),
  },
  'plain-code': {
    files: text('```pyhton\na = 1\n```'),
    follow: ({ edit, said }) => edit('pyhton', said(/did you mean "(\w+)"/)),
  },
  'wrong-sum': {
    files: text('It is 2 + 2 = 5.'),
    follow: ({ edit, said }) => said(/(correct the sum)/) && edit('= 5', '= 4'),
  },
  'machine-leftover': {
    files: text('A.<|im_end|>'),
    follow: ({ edit, said }) => said(/(take it out)/) && edit('<|im_end|>', ''),
  },
  'twin-topic': {
    files: {
      ...one({ more: GENERATED }),
      [`${EN}/twin.md`]: article({ title: 'Twin', slug: 'twin', ...odds, more: GENERATED }),
    },
    follow: ({ root, said }) => said(/(delete the other)/) && rmSync(join(root, `${EN}/twin.md`)),
  },
  'image-as-text': {
    files: text('![A plate](IMG 1234.JPG)'),
    follow: ({ edit, said, root }) => {
      edit('IMG 1234.JPG', said(/write (<.*>)/));
      writeFiles(root, {
        'content/images/IMG 1234.JPG': readFileSync('examples/journal/content/images/aurora.webp'),
      });
    },
  },
  // Links
  'dead-link': {
    files: text('[a](/poker/first-price)'),
    follow: ({ edit, said }) => edit('/poker/first-price', said(/write (\S+) if/)),
  },
  'misspelt-link': {
    files: text('[a](/terms/)'),
    follow: ({ edit, said }) => edit('/terms/', said(/write (\S+)/)),
  },
  'invalid-link': {
    files: text('[a](/a%ff)'),
    follow: ({ edit, said }) => said(/(correct)/) && edit('/a%ff', '/terms'),
  },
  'dead-fragment': {
    files: text('[a](#a-part)\n\n## A Part of It'),
    follow: ({ edit, said }) => said(/(lower case, joined by hyphens)/) && edit('#a-part', '#a-part-of-it'),
  },
  'dead-redirect': {
    config: { redirects: [{ from: '/old', to: '/nowhere' }] },
    follow: ({ edit, said }) => edit(/"to": "\/nowhere"/, said(/write ("gone": true)/)),
  },
  'lost-address': {
    files: { '.articles/published.json': json({ version: 1, addresses: ['/articles/uno'] }), ...one() },
    follow: ({ edit, said }) => edit('date:', `${said(/"(aliases: \[.*?\])"/)}\ndate:`, FILE),
  },
  // Files
  'missing-file': {
    files: { 'content/en_US/info/terms.md': null },
    follow: ({ root, problem, said }) =>
      said(/(title in its front matter)/) &&
      writeFiles(root, { [problem.file ?? '']: '---\ntitle: Terms\n---\nText.\n' }),
  },
  'unused-file': {
    files: { [`${EN}/plan.xyz`]: 'x' },
    follow: ({ root, problem, said }) => {
      const folder = join(root, said(/move it to (\S+?),/));
      mkdirSync(folder, { recursive: true });
      renameSync(join(root, problem.file ?? ''), join(folder, 'plan.xyz'));
    },
  },
  'invalid-file-name': {
    files: { 'content/en_US/pages/My Page.md': '---\ntitle: P\n---\nText.\n' },
    follow: ({ root, problem, said }) =>
      said(/(lower-case letters, digits and hyphens)/) &&
      renameSync(join(root, problem.file ?? ''), join(root, 'content/en_US/pages/my-page.md')),
  },
  'not-utf8': {
    files: { [FILE]: Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]) },
    follow: ({ root, said }) => said(/(UTF-8)/) && writeFiles(root, one()),
  },
  'symbolic-link': {
    prepare: (root) => {
      writeFileSync(`${root}/elsewhere.md`, String(one()[FILE]));
      symlinkSync(`${root}/elsewhere.md`, join(root, FILE));
    },
    follow: ({ root, problem, said }) => {
      said(/(copy|replace)/);
      const path = join(root, problem.file ?? '');
      const content = readFileSync(path);
      rmSync(path);
      writeFileSync(path, content);
    },
  },
  'secret-file': {
    files: { 'public/.env': 'KEY=1' },
    follow: ({ edit, said }) => edit(/^\{/, `{${said(/site-config\.json: (.*)$/)},`, 'site-config.json'),
  },
  // Search engines and translations
  'long-title': {
    files: one({ title: 'Very '.repeat(40) }),
    follow: ({ edit, said }) => said(/(shorten)/) && edit(/title: .*/, 'title: Short'),
  },
  'missing-description': {
    files: text('```\ncode\n```'),
    follow: ({ edit, said }) => said(/(first paragraph)/) && edit('```\ncode', 'A paragraph.\n\n```\ncode'),
  },
  'long-description': {
    files: one({ more: `description: ${'long '.repeat(60)}` }),
    follow: ({ edit, said }) => said(/(shorten)/) && edit(/description: .*/, 'description: Short.'),
  },
  'misplaced-translation': {
    files: {
      ...one(),
      'content/ru_RU/articles/one.md': article({ title: 'Один', slug: 'odin', category: 'poker' }),
    },
    follow: ({ edit, said }) =>
      said(/(the same category)/) &&
      edit('category: poker', 'category: betting\n    subcategories:\n      - subcategory: odds'),
  },
  'outdated-translation': {
    files: {
      ...one({ more: 'updated: 2026-02-01' }),
      'content/ru_RU/articles/one.md': article({ title: 'Один', slug: 'odin', ...odds }),
    },
    follow: ({ edit, said }) => edit('date:', `${said(/set its "(\w+)"/)}: 2026-02-02\ndate:`),
  },
  'other-language': {
    files: one({ body: 'Летом река обмелела, и жители деревни переходили её пешком, не снимая сапог.' }),
    follow: ({ edit, said }) =>
      said(/(translate it)/) &&
      edit(
        'Летом река обмелела, и жители деревни переходили её пешком, не снимая сапог.',
        'In summer the river was low.',
      ),
  },
  'foreign-link': {
    files: {
      ...one(),
      'content/ru_RU/articles/one.md': article({
        title: 'Один',
        slug: 'odin',
        ...odds,
        body: '[a](/authors)',
      }),
    },
    follow: ({ edit, said }) => edit('/authors', said(/write (\S+);/)),
  },
  // Paid links and policies
  'vague-label': {
    files: {
      'content/paid-links.json': json({ everyPage: '<p>A</p>', paidLinks: {} }),
      'content/en_US/strings.json': json({ ads: { label: 'Friends' } }),
    },
    follow: ({ edit, said }) => edit('Friends', said(/such as "(.*?)"/)),
  },
  'possible-paid-link': {
    files: text('[a](https://b.example/?btag=1)'),
    config: { paidLinks: { links: ['a.example'] } },
    follow: ({ edit, said }) => edit('a.example', said(/add "(.*?)"/), 'site-config.json'),
  },
  'undeclared-paid-link': {
    config: { contact: { video: 'https://b.example/' }, paidLinks: { links: ['b.example'] } },
    follow: ({ edit, said }) => {
      said(/(to the Markdown of a text)/);
      edit('"video": "https://b.example/"', '', 'site-config.json');
    },
  },
  'unknown-page': {
    files: { 'content/paid-links.json': json({ everyPage: '', paidLinks: { '/nowhere': [] } }) },
    follow: ({ edit, said }) => said(/(correct the path)/) && edit('/nowhere', '/terms'),
  },
  'invalid-html': {
    files: { 'content/paid-links.json': json({ everyPage: '<p><b>A</p>', paidLinks: {} }) },
    follow: ({ edit, said }) => said(/(correct the HTML)/) && edit('<b>A', '<b>A</b>'),
  },
  'blocked-by-policy': {
    files: text('A <iframe src="https://b.example/"></iframe>'),
    config: { markdown: { rawHtml: true } },
    follow: ({ edit, said }) => edit(/^\{/, `{${said(/what you trust: (.*)$/)},`, 'site-config.json'),
  },
  // Code of the site
  'unknown-view': {
    files: { 'theme/components/SiteHeder.tsx': 'export default () => null;\n' },
    follow: ({ root, said, problem }) => rename(root, problem, `${said(NAMED)}.tsx`),
  },
  'missing-export': {
    files: { 'theme/components/Byline.tsx': 'export const a = 1;\n' },
    follow: ({ root, problem, said }) =>
      writeFiles(root, { [problem.file ?? '']: `${said(/write: (.*)$/).replace('…', 'return null;')}\n` }),
  },
  'unknown-layout': {
    files: { 'content/en_US/pages/p.md': '---\ntitle: P\nlayout: wide\n---\nText.\n' },
    follow: ({ edit, said }) => said(/(leave layout out)/) && edit('layout: wide\n', ''),
  },
  'code-crash': {
    files: {
      'theme/views/authors.tsx': "export default function Own(): string {\n  throw new Error('no');\n}\n",
    },
    follow: ({ edit, said }) =>
      said(/(correct the code there)/) && edit("throw new Error('no')", "return 'yes'"),
  },
  // The command line
  'invalid-arguments': {
    command: ['list', '--nonsense'],
    follow: ({ said }) => said(/articles (list --help)/),
    again: ({ said }) => args(said(/articles (list --help)/)),
  },
  'unknown-choice': {
    command: ['help', 'biuld'],
    follow: ({ said }) => said(NAMED),
    again: ({ said }) => ['help', said(NAMED)],
  },
  'invalid-option-value': {
    command: ['build', '--base-path', 'blog'],
    follow: ({ said }) => said(/such as (\S+)/),
    again: ({ said }) => ['build', '--base-path', said(/such as (\S+)/)],
  },
  'unknown-locale': {
    command: ['categories', '--locale', 'de_DE'],
    follow: ({ said }) => said(/use one of (\w+)/),
    again: ({ said }) => ['categories', '--locale', said(/use one of (\w+)/)],
  },
  'nothing-chosen': {
    command: ['edit', '--set', 'featured=1'],
    follow: ({ said }) => said(/(--every)/),
    again: ({ said }) => ['edit', '--set', 'featured=1', said(/(--every)/), '--dry-run'],
  },
  'existing-file': {
    command: ['move', `${EN}/first.md`, `${EN}/second.md`],
    follow: ({ said }) => said(/(another)/),
    again: () => ['move', `${EN}/first.md`, `${EN}/other.md`, '--yes'],
  },
  // Deploys
  'unready-build': {
    files: one({ more: 'draft: true' }),
    prepare: (root) => runArticles(['build', '--drafts', '--root', root]),
    command: [...toProduction('unready'), '--yes'],
    follow: ({ run, said }) => run(said(/`articles (build)`/)),
  },
  'broken-build': {
    files: text('[a](/nowhere)'),
    prepare: (root) => runArticles(['build', '--root', root]),
    command: [...toProduction('broken'), '--yes'],
    follow: async ({ edit, run, said }) => {
      edit('/nowhere', '/terms', FILE);
      await run(said(/correct them and (build) again/));
    },
  },
  'mismatched-build': {
    prepare: (root) => runArticles(['build', '--base-path', '/elsewhere', '--root', root]),
    command: [...toProduction('mismatched'), '--yes'],
    follow: ({ run, said }) => run(said(/`articles (build)`/)),
  },
  'not-confirmed': {
    prepare: (root) => runArticles(['build', '--root', root]),
    command: toProduction('asked'),
    follow: ({ said }) => said(/(--yes)/),
    again: ({ said }) => [...toProduction('asked'), said(/(--yes)/)],
  },
  'conflicting-options': {
    command: ['deploy', '--remove'],
    follow: ({ said }) => said(/(--preview NAME --remove)/),
    again: ({ said }) => [
      'deploy',
      ...args(said(/(--preview NAME --remove)/).replace('NAME', 'spring')),
      ...toFolder('previews'),
    ],
  },
  'missing-build': {
    command: ['deploy', '--target', 'file:///tmp/none'],
    follow: async ({ root, said }) =>
      expect((await runArticles([...args(said(/`articles (build)`/)), '--root', root])).code).toBe(0),
    again: () => ['deploy', '--target', 'file:///tmp/none', '--dry-run'],
  },
};

function rename(root: string, { file = '' }: Problem, name: string): void {
  renameSync(join(root, file), join(root, dirname(file), name));
}

async function report(args: readonly string[], root: string): Promise<Problem[]> {
  const own = args.includes('--root') ? args : [...args, ...(args[0] === 'help' ? [] : ['--root', root])];
  const { stdout } = await runArticles([...own, '--json']);
  const { errors = [], warnings = [], error } = JSON.parse(stdout.startsWith('{') ? stdout : '{}');
  return [...errors, ...warnings, ...(error?.problems ?? [])];
}

test.each(Object.entries(CASES))('%s is gone when somebody does what its hint says', async (code, found) => {
  const root = makeSite({ ...smallSite(found.config), ...found.files });
  await found.prepare?.(root);
  const command = found.command ?? ['check'];
  const problem = (await report(command, root)).find((one) => one.code === code);
  if (!problem) throw new Error(`no ${code}: ${JSON.stringify(await report(command, root))}`);
  const followed: Followed = {
    root,
    problem,
    said(pattern) {
      expect(problem.hint).toMatch(pattern);
      const [whole = '', part] = pattern.exec(problem.hint) ?? [];
      return part ?? whole;
    },
    edit(find, replacement, file = problem.file ?? '') {
      const before = readFileSync(join(root, file), 'utf8');
      const after = before.replace(find, () => replacement);
      expect(after).not.toBe(before);
      writeFileSync(join(root, file), after);
    },
    async run(command) {
      expect(await runArticles([...args(command), '--root', root])).toMatchObject({ code: 0 });
    },
  };
  await found.follow(followed);
  const left = await report(found.again?.(followed) ?? command, root);
  expect(left.filter((one) => one.code === code)).toEqual([]);
});
