/** Categories by hand are short: what follows from a key is left out, in JSON or in YAML. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { buildSite } from '../support/build.ts';
import { runArticles, runJson } from '../support/program.ts';
import { article, json, makeSite, readTree, smallSite, TREE, writeFiles } from '../support/site.ts';

const JSON_FILE = 'content/en_US/categories.json';
const YAML_FILE = 'content/en_US/categories.yaml';
const withYaml = (text: string) => ({ ...smallSite(), [JSON_FILE]: null, [YAML_FILE]: text });

test('a category whose articles are in no part shows them as one list, on its page and in the menu', async () => {
  const listed = async (subcategory: string) => {
    const root = makeSite({
      ...smallSite(),
      'content/en_US/articles/one.md': article({ title: 'One', slug: 'one', category: 'poker', subcategory }),
    });
    for (const name of ['first', 'second', 'loose', 'poker/third'])
      rmSync(join(root, `content/en_US/articles/${name}.md`));
    await buildSite(root);
    const tree = readTree(join(root, 'dist'));
    // The row of parts, and the menu.
    const lists = /<nav class="(?:topics|menu)".*?<\/nav>/gs;
    const shown = ['poker.html', 'index.html'].flatMap(
      (path) => tree.get(path)?.toString().match(lists) ?? [],
    );
    return new Set(shown.join('').match(/(?<=href=")\/poker\/[^"]+/g));
  };
  expect(await listed('other')).toEqual(new Set());
  expect(await listed('hands')).toEqual(new Set(['/poker/hands']));
});

test('a menu without entries is not there', async () => {
  const root = makeSite(smallSite({ navigation: { menu: [] } }));
  await buildSite(root);
  const home = readTree(join(root, 'dist')).get('index.html')?.toString();
  expect(home).not.toContain('menu-button');
  expect(home).toContain('id="site-search"');
});

test('a category has its key as its address in any script', async () => {
  const native = { 水辺: { title: '水辺' }, 山: { slug: 'やま', children: { コーヒー: {} } } };
  const placed = (category: string, subcategory: string) =>
    article({ title: subcategory, slug: subcategory, category, subcategory });
  const root = makeSite({
    ...smallSite(),
    [JSON_FILE]: json(native),
    'content/en_US/articles/water.md': placed('水辺', 'other'),
    'content/en_US/articles/coffee.md': placed('山', 'コーヒー'),
  });
  for (const name of ['first', 'second', 'loose', 'poker/third'])
    rmSync(join(root, `content/en_US/articles/${name}.md`));
  const built = await runArticles(['build', '--strict', '--root', root]);
  expect([built.code, built.stderr]).toEqual([0, expect.anything()]);
  const tree = readTree(join(root, 'dist'));
  for (const path of ['水辺', 'やま', 'やま/コーヒー']) {
    expect([...tree.keys()]).toContain(`${path}.html`);
    expect(tree.get('index.html')?.toString()).toContain(`href="/${encodeURI(path)}"`);
  }
});

describe('categories.yaml', () => {
  test('makes the same bytes as the same tree in JSON, long or short', async () => {
    const short = {
      betting: { title: 'Betting', children: { odds: {} } },
      poker: { children: { hands: null } },
    };
    for (const tree of [TREE, short]) {
      const isLong = tree === TREE;
      const given = isLong ? tree : { ...short, poker: { children: { hands: {} } } };
      const [one, other] = [
        makeSite({ ...smallSite(), [JSON_FILE]: json(given) }),
        makeSite(withYaml(stringify(given))),
      ];
      await buildSite(one);
      await buildSite(other);
      expect(readTree(join(other, 'dist'))).toEqual(readTree(join(one, 'dist')));
      const whole = await runJson(['categories', '--root', other]);
      expect(whole).toEqual(await runJson(['categories', '--root', one]));
      // The whole form is readable again, and says the same.
      writeFiles(one, { [JSON_FILE]: json(whole) });
      expect(await runJson(['categories', '--root', one])).toEqual(whole);
    }
  });

  test('has its problems at their lines', async () => {
    const stderrOf = async (text: string) =>
      (await runArticles(['build', '--root', makeSite(withYaml(text))])).stderr;
    expect(await stderrOf('betting:\n  title: Betting\n  slug: Not One\n')).toContain(`${YAML_FILE}:3:9: `);
    expect(await stderrOf('betting:\n  titel: Betting\n')).toMatch(
      /categories\.yaml:2:\d+: unknown field "betting\.titel"/,
    );
    expect(await stderrOf('betting: [')).toContain(`${YAML_FILE}:1:11: the file is not valid YAML`);
    expect(await stderrOf('poker:\n  title: Poker\n  slug: authors\n')).toContain(
      `${YAML_FILE}:3:9: slug "authors"`,
    );
    // Articles name the file that the site has.
    expect(await stderrOf('poker: { title: Poker }\n')).toContain('use a key of categories.yaml: poker');
  });

  test('is the only file of the categories', async () => {
    const root = makeSite({ ...smallSite(), [YAML_FILE]: stringify(TREE) });
    const { stderr } = await runArticles(['build', '--root', root]);
    expect(stderr).toContain(`error ${JSON_FILE}: is not read beside categories.yaml`);
  });

  test('is changed by `categories --rename` and `locale`', async () => {
    const root = makeSite(
      withYaml(
        stringify({ betting: { title: 'Bets', children: { odds: {} } }, poker: { children: { hands: {} } } }),
      ),
    );
    writeFiles(root, {
      'content/ru_RU/categories.json': null,
      'content/ru_RU/categories.yaml': readFileSync(join(root, YAML_FILE)),
    });
    await runJson(['categories', '--rename', 'poker', '--to', 'cards', '--yes', '--root', root]);
    const { cards } = await runJson(['categories', '--root', root]);
    expect(cards).toMatchObject({ key: 'cards', children: { hands: { key: 'hands' } } });
    await runJson(['locale', 'fr', '--root', root]);
    expect(readFileSync(join(root, 'content/fr/categories.yaml'), 'utf8')).toContain('title: "TODO: Bets"');
  });
});

test('a category without parts is one list: no page, menu, breadcrumb or search result names `other`', async () => {
  const root = makeSite({
    ...smallSite(),
    [JSON_FILE]: json({ betting: { title: 'Betting', children: { odds: {} } }, poker: { title: 'Poker' } }),
  });
  writeFiles(root, {
    'content/en_US/articles/poker/third.md': readFileSync(
      join(root, 'content/en_US/articles/poker/third.md'),
      'utf8',
    ).replace(/ {4}sub[\s\S]*hands\n/, ''),
  });
  await buildSite(root);
  const shown = [...readTree(join(root, 'dist'))].filter(([path]) =>
    /^(?:index|poker|articles\/third-street)\.html$/.test(path),
  );
  expect(shown).toHaveLength(3);
  for (const [path, bytes] of shown) expect([path, bytes.includes('/poker/other')]).toEqual([path, false]);
  expect(readFileSync(join(root, 'dist/poker/other.html'), 'utf8')).toContain('noindex');
  const { groups } = await runJson(['search', 'third', '--root', root]);
  expect(groups.map(({ label }: { label: string }) => label)).toEqual(['Poker']);
});
