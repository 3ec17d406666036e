/** Tests docs/limits.md: each number is the constant's, and what the user sees beyond it is what the table says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sitemap } from '../../src/build/outputs/sitemap-xml.ts';
import { createModel } from '../site/model.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, json, makeSite, readTree, smallSite } from '../support/site.ts';

const FILE = 'content/en_US/articles/beyond.md';
const PAGE = 'articles/beyond.html';

interface Limit {
  name: string;
  value: number;
  constant: string;
  file: string;
}

/** Rows of the tables that name a constant: `| name | value | beyond | `CONSTANT` in [file](../src/…) |`. */
const limits: Limit[] = readFileSync('docs/limits.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, value, constant, file] =
      /^\| ([^|]+?) +\| ([\d,]+) +\|.*\| `(\w+)` in \[[^\]]+\]\(\.\.\/(src\/[^)]+)\) +\|$/.exec(line) ?? [];
    if (!name || !value || !constant || !file) return [];
    return [{ name, value: Number(value.replaceAll(',', '')), constant, file }];
  });
const readConstant = (constant: string, file: string) => {
  const [, value] = new RegExp(`const ${constant} = ([\\d_]+);`).exec(readFileSync(file, 'utf8')) ?? [];
  return Number(value?.replaceAll('_', ''));
};

const written = (body: string, fields: object = {}): Files => ({
  [FILE]: article({ title: 'Beyond', slug: 'beyond', category: 'betting', body, ...fields }),
});

/** Checks a site with these files. @returns the lines of errors */
async function check(files: Files): Promise<string> {
  const { code, stderr } = await runArticles(['check', '--root', makeSite({ ...smallSite(), ...files })]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('→ ')]);
  return stderr;
}

/** Builds a site with these files. @returns its files as text */
async function build(files: Files): Promise<Map<string, string>> {
  const root = makeSite({ ...smallSite(), ...files });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return new Map([...readTree(join(root, 'dist'))].map(([path, bytes]) => [path, bytes.toString()]));
}

const proves = (file: string, title: string) => () =>
  expect(readFileSync(`test/${file}`, 'utf8')).toContain(title);

/** A gray picture of one bit a pixel, without the end of its data. */
function createPicture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000)))]);
}

/** Shows what happens at a limit and beyond it; the limit's value is given. */
const BEYOND: Readonly<Record<string, (limit: number) => unknown>> = {
  'Characters of a text': async (limit) => {
    const text = 'A plain line of words. \n\n'.repeat(limit / 20);
    expect(await check(written(text))).toContain(
      `error ${FILE}:9:1: the text has more than ${limit.toLocaleString('en')} characters`,
    );
  },
  'Bytes of the HTML of a text': async (limit) => {
    const references = (count: number) => `[a]: /${'b'.repeat(1_000)}\n\n${'[a] '.repeat(count)}`;
    await build(written(references(limit / 1_100)));
    expect(await check(written(references(limit / 1_000)))).toContain(
      `error ${FILE}:9:1: the text makes a page of more than ${limit.toLocaleString('en')} bytes`,
    );
  },
  'Levels of quotes and lists': async (limit) => {
    const texts = {
      blockquote: (levels: number) => `${'> '.repeat(levels)}deep`,
      ul: (levels: number) =>
        Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- deep`).join('\n'),
    };
    for (const [tag, textOf] of Object.entries(texts)) {
      const levels = async (count: number) => {
        const page = (await build(written(textOf(count)))).get(PAGE) ?? '';
        expect(page).toContain('deep');
        const [, body = ''] = /<article[^>]*>(.*)<\/article>/s.exec(page) ?? [];
        return body.split(`<${tag}>`).length - 1;
      };
      expect(await levels(limit)).toBe(limit);
      expect(await levels(limit * 4)).toBe(limit + 1);
    }
  },
  'Levels of emphasis, links and pictures': async (limit) => {
    const count = async (levels: number) => {
      const page = (await build(written(`${'*a '.repeat(levels)}deep${'*'.repeat(levels)}`))).get(PAGE) ?? '';
      expect(page).toContain('deep');
      return page.split('<em>').length - 1;
    };
    expect(await count(limit)).toBe(limit);
    expect(await count(limit * 4)).toBe(limit);
  },
  'Characters of quotes and lists within others, counted on each level': proves(
    'hostile/battery.test.ts',
    'a text with too many nested quotes keeps all of its words',
  ),
  'Elements within each other in a drawing (SVG)': proves(
    'pictures/clean-svg.test.ts',
    'a drawing has at most 200 levels, however long it is',
  ),
  'Elements within each other in HTML of an import, or that a Markdown twin is made of': proves(
    'hostile/depth.test.ts',
    'a twin leaves out the tags that are deeper than 400 levels',
  ),
  'Groups of lines without ">" in a quote': async (limit) => {
    const page = (await build(written('> a\nb\n'.repeat(limit * 2.5)))).get(PAGE) ?? '';
    expect(page.split('<blockquote>')).toHaveLength(4);
  },
  'Characters of front matter': async (limit) => {
    const stderr = await check(written('Text.', { more: `x: [${'a, '.repeat(limit / 3)}]` }));
    expect(stderr).toContain(
      `error ${FILE}:1:1: the front matter has more than ${limit.toLocaleString('en')} characters`,
    );
  },
  'Characters of a code block with colours': proves(
    'content/highlight.test.ts',
    "['block', 20_000, 'a = 1;\\n', START.length]",
  ),
  'Characters of code with colours in a text': async (limit) => {
    const block = `\`\`\`js\n${'a = 1;\n'.repeat(2_000)}\`\`\`\n\n`;
    const page = (await build(written(block.repeat((limit / 14_000) * 2)))).get(PAGE) ?? '';
    expect(page.match(/class="language-js">a = <span/g)).toHaveLength(Math.floor(limit / 14_000));
  },
  'Characters of a formula': proves('content/costs.test.ts', 'it has more than 20000 characters'),
  'Groups within each other in a formula': proves('content/costs.test.ts', 'more than 100 levels deep'),
  'Missing cells of a table': async (limit) => {
    const columns = 200;
    const table = (rows: number) =>
      `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|x|\n'.repeat(rows)}`;
    const rows = Math.floor(limit / (columns - 1));
    expect((await build(written(table(rows - 2)))).get(PAGE)).toContain('<table');
    expect((await build(written(table(rows + 5)))).get(PAGE)).not.toContain('<table');
  },
  'Levels of brackets in a JSON file, or of lists and maps in front matter': async (limit) => {
    const nested = (levels: number) => `{"sapeLinks": ${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(await check({ 'content/ads.json': nested(limit - 1) })).toMatch(
      /content\/ads\.json:1:15: .*sapeLinks/,
    );
    expect(await check({ 'content/ads.json': nested(limit) })).toMatch(
      new RegExp(`content/ads\\.json:1:\\d+: .*nested.*${limit}`),
    );
  },
  'Characters that aliases of YAML add to a file': proves(
    'content/costs.test.ts',
    'aliases are counted before a value is used',
  ),
  'Tags of a block of paid links': async (limit) => {
    const ads = (tags: number) => ({ 'content/ads.json': json({ sapeNewUrl: '<br>'.repeat(tags) }) });
    await build(ads(limit - 1));
    expect(await check(ads(limit + 1))).toMatch(
      new RegExp(`error content/ads\\.json:2:17: .*has more than ${limit} tags`),
    );
  },
  'Bytes of a slug, or of one part of an alias': async (limit) => {
    const alias = (bytes: number) => written('Text.', { aliases: [`/old/${'a'.repeat(bytes)}`] });
    expect([...(await build(alias(limit))).keys()]).toContain(`old/${'a'.repeat(limit)}.html`);
    expect(await check(alias(limit + 1))).toMatch(/an address must be a path of the site/);
    expect(await check(written('Text.', { slug: 'a'.repeat(limit + 1) }))).toContain(
      `slug is longer than ${limit} bytes`,
    );
  },
  "Characters of a generated article's slug": proves('foundation/slug.test.ts', '80'),
  'Levels of blocks in a style sheet of a theme': proves(
    'hostile/theme.test.ts',
    'blocks are nested more than 100 levels deep',
  ),
  'Layers (`@layer`) in a style sheet of a theme': proves(
    'hostile/theme.test.ts',
    'more than 1000 @layer rules',
  ),
  'Bytes of the name of a deployed file': proves(
    'deploy/deploy.test.ts',
    'refused(work, /1096 bytes; the maximum is 1024/)',
  ),
  'Pixels of a picture': async (limit) => {
    const side = Math.ceil(Math.sqrt(limit)) + 1;
    const files = {
      ...written('![Large](large.png)'),
      'content/images/large.png': createPicture(side, side),
    };
    expect(await check(files)).toMatch(
      /error content\/images\/large\.png: the image cannot be read: .*pixel limit/,
    );
  },
  'Pixels of the width of a published picture': proves('pictures/responsive.test.ts', '1600'),
  'Pages in one sitemap file': async (limit) => {
    const model = (articles: number) =>
      createModel(Array.from({ length: articles }, (_, index) => ({ slug: `a-${index}` }))).site;
    const filesOf = (articles: number) =>
      Promise.all(
        sitemap
          .groups({ site: model(articles), baseKey: '' } as Parameters<typeof sitemap.groups>[0])
          .map(async ({ files }) => {
            const paths: string[] = [];
            for await (const { path } of files()) paths.push(path);
            return paths;
          }),
      );
    expect(await filesOf(10)).toEqual([['sitemap.xml']]);
    expect(await filesOf(limit)).toEqual([['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml']]);
  },
  'Old addresses that scripts know': async (limit) => {
    const aliases = Array.from({ length: limit + 1 }, (_, index) => `/old/${index}`);
    const built = await build(written('Text.', { aliases }));
    const { redirects } = JSON.parse(built.get('page-data/app-data.json') ?? '');
    expect(Object.keys(redirects)).toHaveLength(limit);
    expect(built.get(`old/${limit}.html`)).toContain('/articles/beyond');
  },
  'Articles of a subcategory on the sitemap for readers': async (limit) => {
    const files: Files = {};
    for (let index = 0; index <= limit; index++)
      files[`content/en_US/articles/many/${index}.md`] = article({
        title: `Many ${index}`,
        slug: `many-${index}`,
        category: 'poker',
        subcategory: 'hands',
      });
    const page = (await build(files)).get('sitemap.html') ?? '';
    // One more article is in the subcategory of the small site.
    expect(page.match(/articles\/(many-\d+|third-street)"/g)).toHaveLength(limit);
    expect(page).toContain(String(limit + 2));
  },
  'Characters of an inline edit': proves('serve/edit.test.ts', "['far too much'"),
};

describe('docs/limits.md', () => {
  test.each(limits)('$name: $value is the constant $constant', ({ value, constant, file }) => {
    expect(value).toBe(readConstant(constant, file));
  });

  test('has a test of what happens beyond each limit', () => {
    expect(limits.map(({ name }) => name).sort()).toEqual(Object.keys(BEYOND).sort());
  });
});

describe('beyond the limit', () => {
  test.each(limits)('$name', async ({ name, value }) => {
    await BEYOND[name]?.(value);
  });
});
