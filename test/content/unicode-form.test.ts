/** Tests that names are the same in every Unicode form, and that slugs may be words of any script. */
import { expect, test } from 'vitest';
import { frontMatterSchema } from '../../src/content/article/article-fields.ts';
import { authorsSchema } from '../../src/content/data/edition-data.ts';
import { isWord } from '../../src/search/text-format.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';

const { author, slug, tags } = frontMatterSchema.shape;
const known = authorsSchema.element.shape;

test.each(['José Á', 'Müller', 'Ёлкин', '김철수', 'दिन'])(
  '%s is one author in every Unicode form',
  (name) => {
    const listed = known.name.parse(name.normalize('NFD'));
    expect(author.parse(name.normalize('NFC'))).toBe(listed);
    expect(author.parse(name.normalize('NFD'))).toBe(listed);
    expect(tags.parse([name.normalize('NFD')])).toEqual([listed]);
  },
);

test.each(['दिन', 'हिन्दी-समाचार', 'தமிழ்', 'ท้องฟ้า', 'မြန်မာ'])('%s is a slug', (word) => {
  expect(slug.parse(word)).toBe(word.normalize('NFC'));
  expect(known.slug.parse(word)).toBe(word);
});

test.each(['ि', '-a', 'a--b', 'A'])('%j is no slug', (word) => {
  expect(slug.safeParse(word).success).toBe(false);
  expect(known.slug.safeParse(word).success).toBe(false);
});

test.each(['हिन्दी', 'తెలుగు', 'မြန်မာ', 'résumé'])('%s is a word that readers may mistype', (word) => {
  expect(isWord(word.normalize('NFC'))).toBe(true);
});

/** A one-pixel PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.each(['NFC', 'NFD'] as const)(
  'files whose names are in %s are found by links in both forms',
  async (form) => {
    const files = smallSite({ typography: false, locales: ['en_US'], taxonomies: { mood: {} } });
    for (const path of Object.keys(files)) if (/ru_RU/.test(path)) delete files[path];
    files[`public/docs/${'café'.normalize(form)}.pdf`] = 'PDF';
    files[`content/images/${'été'.normalize(form)}.png`] = PNG;
    files[`content/data/${'café'.normalize(form)}.csv`] = `${'prénom'.normalize(form)},n\nAnn,1\n`;
    files['content/data/цены.csv'] = 'a,b\nс,2\n';
    const texts = (own: 'NFC' | 'NFD') =>
      article({
        title: `In ${own}`,
        slug: own.toLowerCase(),
        category: 'betting',
        more: `series: ${'Été au café'.normalize(own)}\nmood: [${'zélé'.normalize(own)}]`,
        body: [
          `[a](/docs/${'café'.normalize(own)}.pdf) [b](#${'détail'.normalize(own)})`,
          `![c](${'été'.normalize(own)}.png)`,
          `## Détail`,
          `::data{caption="Own" file="${'café'.normalize(own)}" columns="${'prénom'.normalize(own)}"}`,
          '::data{caption="Own" file="цены"}',
        ].join('\n\n'),
      });
    for (const own of ['NFC', 'NFD'] as const) files[`content/en_US/articles/${own}.md`] = texts(own);
    const root = makeSite(files);
    const { code, stderr } = await runArticles([
      'build',
      '--root',
      root,
      '--out',
      `${root}/dist`,
      '--jobs',
      '1',
      '--strict',
    ]);
    expect(stderr).not.toMatch(/^(?:error|warning)/m);
    expect(code).toBe(0);
    const tree = readTree(`${root}/dist`);
    expect(tree.has('docs/café.pdf'.normalize('NFC'))).toBe(true);
    expect([...tree.keys()].filter((path) => path.startsWith('docs/'))).toHaveLength(1);
    for (const page of ['nfc', 'nfd'].map((name) => String(tree.get(`articles/${name}.html`)))) {
      expect(page).toContain('href="/docs/caf%C3%A9.pdf"');
      expect(page).toContain('href="#d%C3%A9tail"');
      expect(page).toMatch(/<img src="[^"]+" alt="c"[^>]* width="1" height="1"/);
      expect(page).toContain('<th scope="row">Ann</th>');
      expect(page).toContain('<th scope="row">с</th>');
      // One series of two parts, and one term.
      expect(page).toContain('href="/articles/nfc"');
      expect(page).toContain('href="/articles/nfd"');
      expect(page).toContain('href="/mood/zele"');
    }
    const checked = await runArticles(['check', '--root', root]);
    expect(checked.stdout + checked.stderr).not.toMatch(/Unicode|café|été/);
  },
);
