/** What led nowhere in the source: the report names it, readers see what they saw, and a strict build passes or each reason is named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runArticles } from '../../../test/support/program.ts';
import { type Files, makeFolder } from '../../../test/support/site.ts';
import {
  buildStrictly,
  importFiles,
  importInto,
  makeSource,
  notesOf,
  PNG,
  readPosts,
} from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;
const CONFIG = { '_config.yml': 'title: Old\nurl: https://old.example\n' };

async function importNew(files: Files) {
  const root = join(makeFolder(), 'site');
  const source = makeSource({ ...CONFIG, ...files });
  const { result } = await importInto(root, source);
  return { root, source, result, posts: readPosts(root) };
}

/** The places that a strict build names; none where it passes. */
async function strictPlaces(root: string): Promise<string[]> {
  const { code, stdout } = await runArticles(['build', '--root', root, '--strict', '--json']);
  const { error } = JSON.parse(stdout);
  expect(code).toBe(error ? 1 : 0);
  return placesOf(error?.problems ?? []);
}

const placesOf = (problems: { file?: string; line?: number; column?: number; code: string }[]) =>
  problems.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`).sort();

const placesOfNotes = (result: {
  notes: { message: string; notes: { file: string; line?: number; detail?: string }[] }[];
}) =>
  Object.fromEntries(
    result.notes.map(({ message, notes }) => [
      message,
      notes.map(({ file, line, detail }) => `${file}:${line} ${detail}`),
    ]),
  );

describe('what led nowhere in the source', () => {
  test('a link keeps its words, a picture its description, and the report has both with file and line', async () => {
    const { root, result, posts } = await importNew({
      '_posts/2024-01-02-a.md': post(
        'title: A\nimage: /img/cover.png',
        'See [the *old* page](/gone/page/ "Gone") and [one more][m].\n\n![A chart](chart.png)\n\n[![Small](/img/small.png)](/2024/01/03/b.html)\n\n> [in a\n> quote](gone.html)\n\n[m]: /gone/too\n',
      ),
      '_posts/2024-01-03-b.md': post('title: B', `${'![p](/img/p.png)\n\n'.repeat(30)}`),
      'img/p.png': PNG,
    });
    expect(posts.get('a')?.body).toBe(
      'See the *old* page and one more.\n\nA chart\n\n[Small](/2024/01/03/b)\n\n> in a\n> quote',
    );
    expect(posts.get('a')?.fields.image).toBeUndefined();
    expect(placesOfNotes(result)).toMatchObject({
      'link that leads to nothing in the source: its words are kept': [
        '_posts/2024-01-02-a.md:5 /gone/page',
        '_posts/2024-01-02-a.md:12 gone.html',
        '_posts/2024-01-02-a.md:14 /gone/too',
      ],
      'picture that is not in the source: its description is kept': expect.arrayContaining([
        '_posts/2024-01-02-a.md:7 chart.png',
        '_posts/2024-01-02-a.md:9 /img/small.png',
      ]),
    });
    expect(result.stops).toEqual([]);
    await buildStrictly(root);
  });

  test('a picture that the build would refuse is its description', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><p>x</p></foreignObject></svg>';
    const { root, result, posts } = await importNew({
      '_posts/2024-01-02-a.md': post(
        'title: A\nimage: /img/b.png',
        '![A drawing](/img/a.svg)\n\n![Whole](/img/p.png)',
      ),
      'img/a.svg': drawing,
      'img/b.png': Buffer.from('no picture'),
      'img/p.png': PNG,
    });
    expect(posts.get('a')?.body).toBe('A drawing\n\n![Whole](blog/img/p.png)');
    expect(posts.get('a')?.fields.image).toBeUndefined();
    expect(placesOfNotes(result)).toMatchObject({
      'picture that cannot be copied: its description is kept': [
        '_posts/2024-01-02-a.md:5 blog/img/a.svg',
        '_posts/2024-01-02-a.md:1 blog/img/b.png',
      ],
    });
    expect(result.stops).toEqual([]);
    expect(await strictPlaces(root)).toEqual([]);
  });

  test('a figure without its picture is its words', async () => {
    const { root, posts } = await importNew({
      '_posts/2024-01-02-a.md': post(
        'title: A',
        '<figure><img src="/img/no.png" alt="A map"><figcaption>The way there</figcaption></figure>',
      ),
      '_posts/2024-01-03-b.md': post('title: B', `${'![p](/img/p.png)\n\n'.repeat(30)}`),
      'img/p.png': PNG,
    });
    expect(posts.get('a')?.body).toBe('A map\n\nThe way there');
    await buildStrictly(root);
  });

  test('a link to a part that a page lacks leads to the page, and one to anchors and titles leads there', async () => {
    const { root, result, posts } = await importNew({
      '_posts/2024-01-02-a.md': post(
        'title: A text',
        '[own](#nothing) [top](#a-text) [other](/2024/01/03/b.html#nothing) [title](/2024/01/03/b.html#b-text) [named](/2024/01/03/b.html#named) [lined](/2024/01/03/b.html#lined)',
      ),
      '_posts/2024-01-03-b.md': post(
        'title: B text',
        '<a name="named"></a>\n\n## Part one\n\nText.\n\nLined\n-----\n\nText.',
      ),
    });
    expect(posts.get('a-text')?.body ?? posts.get('a')?.body).toBe(
      'own [top](#top) [other](/2024/01/03/b) [title](/2024/01/03/b) [named](/2024/01/03/b#part-one) [lined](/2024/01/03/b#lined)',
    );
    expect(Object.values(notesOf(result))).toEqual([1, 1]);
    await buildStrictly(root);
  });

  test('brackets without a definition stay brackets, and a footnote that nothing mentions stays as a comment', async () => {
    const { root, posts } = await importNew({
      '_posts/2024-01-02-a.md': post(
        'title: A',
        'One[^1], [two][nowhere] and [`run`][package.run].\n\n[^2]: Nobody\n    saw this.\n\nEnd.',
      ),
    });
    expect(posts.get('a')?.body).toBe(
      'One\\[^1], \\[two]\\[nowhere] and `run`.\n\n<!-- [^2]: Nobody\n    saw this. -->\n\nEnd.',
    );
    await buildStrictly(root);
  });

  test('an address of a mailbox or a host gets its scheme', async () => {
    const { root, posts } = await importNew({
      '_posts/2024-01-02-a.md': post('title: A', '[mail](ann@one.example) [web](www.one.example/a)'),
    });
    expect(posts.get('a')?.body).toBe('[mail](mailto:ann@one.example) [web](https://www.one.example/a)');
    await buildStrictly(root);
  });
});

describe('what stays is named', () => {
  test('pictures of which the source lacks many, scripts of the source, and addresses in full', async () => {
    const { root, result } = await importNew({
      '_posts/2024-01-02-a.md': post(
        'title: A',
        '![One](/img/one.png)\n\n![Two](/img/two.png)\n\n[script](/js/a.js) [full](https://old.example/demo/)',
      ),
      'js/a.js': '',
    });
    expect(placesOf(result.stops)).toEqual(await strictPlaces(root));
    expect(result.stops.map(({ message }: { message: string }) => message.split('"')[1]).sort()).toEqual([
      '/img/one.png',
      '/img/two.png',
      '/js/a.js',
      'https://old.example/demo/',
    ]);
    expect(readFileSync(join(root, result.report), 'utf8')).toContain(
      '## What stops `articles build --strict` (4)',
    );
  });

  test('a link leads to the old site where the new one has another address', async () => {
    const { posts, root } = await importFiles({
      ...CONFIG,
      '_posts/2024-01-02-a.md': post('title: A', '[demo](/demo/?x=1) [near](near.html)'),
    });
    expect(posts.get('a')?.body).toBe(
      '[demo](https://old.example/demo/?x=1) [near](https://old.example/2024/01/02/near.html)',
    );
    await buildStrictly(root);
  });
});

test('the terminal ends with whether a strict build passes', async () => {
  const run = async (body: string) => {
    const source = makeSource({ ...CONFIG, '_posts/2024-01-02-a.md': post('title: A', body) });
    const { stderr } = await runArticles(['import', source, '--root', join(makeFolder(), 'site')]);
    return stderr.trim().split('\n').slice(-2);
  };
  expect((await run('Text.')).at(-1)).toBe('  articles build --strict passes');
  const [first, last] = await run('[x](https://old.example/x)');
  expect(first).toBe('  articles build --strict stops at 1 place:');
  expect(last).toMatch(
    /^ +1 {2}dead-link {2}\(content\/en_US\/articles\/a\.md:\d+:1 "https:\/\/old\.example\/x" is neither/,
  );
});

test('a strict build passes after an import, or the import names each place; a second import changes nothing', async () => {
  const part = fc.constantFrom(
    '[a](/2024/01/02/t0.html)',
    '[a **b**](/gone)',
    '[a](gone.md#x)',
    '[a](#gone)',
    '[a](/2024/01/02/t1.html#gone)',
    '![a](gone.png)',
    '![a](/img/p.png)',
    '[![a](gone.png)](/gone)',
    '<a href="/gone">a</a>',
    '<img src="gone.png" alt="a">',
    '- item [a](/gone)\n  ![b](gone.png)',
    '> quote [a\n> b](/gone)',
    '| a | b |\n|---|---|\n| [a](/gone) | ![b](gone.png) |',
    'a[^1] b',
    '[^2]: note',
    '[^3]: note\n    more',
    '[a][b] c',
    '[r]: /gone',
    '[a][r]',
    '`[a](/gone)`',
    '[a](https://old.example/full)',
    '{% raw %}{{< x >}}{% endraw %}',
    '## Head [a](/gone)',
    '[a](/gone "title \\" x")',
    '[[a]](/gone)',
    '<https://old.example/gone>',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      async (texts) => {
        const files = Object.fromEntries(
          texts.map((parts, at) => [
            `_posts/2024-01-02-t${at}.md`,
            post(`title: T${at}`, parts.join('\n\n')),
          ]),
        );
        const { root, source, result } = await importNew({ ...files, 'img/p.png': PNG });
        expect(placesOf(result.stops)).toEqual(await strictPlaces(root));
        const codes = new Set(result.stops.map(({ code }: { code: string }) => code));
        expect(
          ['dead-fragment', 'dead-reference', 'unused-footnote'].filter((code) => codes.has(code)),
        ).toEqual([]);
        const again = await importInto(root, source);
        expect([again.result.created, again.result.updated, again.result.kept]).toEqual([[], [], []]);
      },
    ),
    { numRuns: 25 },
  );
});
