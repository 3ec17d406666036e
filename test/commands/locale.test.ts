/** `articles locale`: what a further language of a site begins with. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runArticles } from '../support/program.ts';
import { json, makeSite, smallSite, writeFiles } from '../support/site.ts';

vi.setConfig({ testTimeout: 60_000 });

test('a site gets a language of the program: the command, one line of settings, and check names what to translate', async () => {
  const root = makeSite({
    ...smallSite(),
    'content/en_US/info/terms.md':
      '---\ntitle: "Our \\"Terms\\""\ndescription: How to use it.\n---\nThe text.\n',
  });
  const made = await runArticles(['locale', 'pt-BR', '--root', root]);
  expect(made.stderr).toContain('wrote 6 files to content/pt_BR, in the words of en_US');
  expect(made.stderr).toContain('add "pt_BR" to locales in site-config.json');
  const read = (path: string) => readFileSync(join(root, 'content/pt_BR', path), 'utf8');
  const tree = JSON.parse(read('categories.json'));
  expect(tree.betting).toMatchObject({ key: 'betting', slug: 'betting', title: 'TODO: 🎲 Betting' });
  expect(JSON.parse(read('authors.json'))[0]).toMatchObject({ name: 'Ann Reed' });
  expect(read('info/terms.md')).toContain(
    'title: "TODO: Our \\"Terms\\""\ndescription: "TODO: How to use it."\n---\nTODO: translate this text.\n\nThe text.',
  );
  const settings = smallSite({ locales: ['en_US', 'ru_RU', 'pt_BR'] })['site-config.json'] ?? '';
  writeFiles(root, { 'site-config.json': settings });
  const checked = await runArticles(['check', '--root', root, '--all']);
  expect(checked.code, checked.stderr).toBe(0);
  expect(checked.stderr).toContain('content/pt_BR/info/terms.md:2:9');
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  expect(readFileSync(join(root, 'dist/pt/terms.html'), 'utf8')).toContain('Mapa do site');
  // Nothing that exists is changed.
  writeFiles(root, { 'content/pt_BR/seo.json': null, 'content/pt_BR/authors.json': json([]) });
  expect((await runArticles(['locale', 'pt-BR', '--root', root])).stderr).toContain(
    'wrote 1 file to content/pt_BR',
  );
  expect(read('authors.json')).toBe('[]');
  const again = await runArticles(['locale', 'pt-BR', '--root', root]);
  expect(again.stderr).toContain('the program has the interface in the language of "pt_BR" already');
});

test('a language that the program lacks gets its interface too', async () => {
  const root = makeSite();
  const { stdout } = await runArticles(['locale', 'da', '--root', root, '--json']);
  const made = JSON.parse(stdout);
  expect(made).toMatchObject({ locale: 'da', file: 'theme/locales/da.json' });
  expect(made.english.length).toBeGreaterThan(100);
  expect(made.written).toContain('content/da/categories.json');
  expect(made.written).toContain('content/da/info/about-us.md');
  const { stderr } = await runArticles(['check', '--root', root, '--all']);
  expect(stderr).toContain('add "da" to "locales" of site-config.json');
});

test('data that cannot be read is named with its place, and nothing is written', async () => {
  const root = makeSite({ ...smallSite(), 'content/en_US/seo.json': '{ "home": ' });
  const { code, stderr } = await runArticles(['locale', 'pt-BR', '--root', root]);
  expect([code, existsSync(join(root, 'content/pt_BR'))]).toEqual([1, false]);
  expect(stderr).toContain('content/en_US/seo.json:1:');
});

test('several languages in one word are told to be named one at a time', async () => {
  const { code, stderr } = await runArticles(['locale', 'fr,pt-BR', '--root', makeSite()]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('→ name one language at a time: articles locale fr, then articles locale pt-BR'),
  ]);
});
