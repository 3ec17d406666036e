import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewriteFrontMatter } from '../../src/content/front-matter/edit-field.ts';
import { isError, parseFrontMatter } from '../../src/content/front-matter/front-matter.ts';

async function rewrite(text: string, field: string, value: string): Promise<string> {
  return Buffer.from(await rewriteFrontMatter(Buffer.from(text), field, value)).toString();
}

describe('the value of a field is replaced and nothing else', () => {
  test.each([
    ['---\ntitle: Old\nslug: a\n---\nText\n', '---\ntitle: New one\nslug: a\n---\nText\n'],
    [
      '---\r\ntitle: Old\r\nslug: a\r\n---\r\nText\r\n',
      '---\r\ntitle: New one\r\nslug: a\r\n---\r\nText\r\n',
    ],
    ['\uFEFF---\ntitle: Old\n---\n', '\uFEFF---\ntitle: New one\n---\n'],
    ['---\nslug: a\ntitle: "Old"  # keep\n---\n', '---\nslug: a\ntitle: "New one"  # keep\n---\n'],
    ["---\ntitle: 'It''s old'\n---\n", "---\ntitle: 'New one'\n---\n"],
    ['---\ntitle: >-\n  Old\n  and long\nslug: a\n---\n', '---\ntitle: New one\nslug: a\n---\n'],
    ['---\ntitle: |\r\n  Old\r\nslug: a\r\n---\r\n', '---\ntitle: New one\r\nslug: a\r\n---\r\n'],
    ['---\ntitle: Old\n  and long\nslug: a\n---\n', '---\ntitle: New one\nslug: a\n---\n'],
    ['---\ntitle:   Old   \nslug: a\n---\n', '---\ntitle:   New one   \nslug: a\n---\n'],
    ['---\ntitle:\nslug: a\n---\n', '---\ntitle: New one\nslug: a\n---\n'],
    ['---\nslug: a\ntitle: # todo\n---\n', '---\nslug: a\ntitle: New one # todo\n---\n'],
    ['---\n{title: Old, slug: a}\n---\n', '---\n{title: New one, slug: a}\n---\n'],
    ['---\n{slug: a}\n---\n', '---\n{slug: a, title: New one}\n---\n'],
    ['---\n"title": Old\n---\n', '---\n"title": New one\n---\n'],
  ])('%j', async (before, after) => {
    expect(await rewrite(before, 'title', 'New one')).toBe(after);
  });

  test('a missing field is added behind the title, with the line ends of the file', async () => {
    expect(await rewrite('---\r\ntitle: A\r\nslug: a\r\n---\r\n', 'description', 'D')).toBe(
      '---\r\ntitle: A\r\ndescription: D\r\nslug: a\r\n---\r\n',
    );
    expect(await rewrite('---\ntitle: >\n  A\n  b\nslug: a\n---\n', 'description', 'D')).toBe(
      '---\ntitle: >\n  A\n  b\ndescription: D\nslug: a\n---\n',
    );
  });

  test.each([
    ['Odds: a guide', '"Odds: a guide"'],
    ['yes', '"yes"'],
    ['2026-03-01', '"2026-03-01"'],
    ['- list', '"- list"'],
    ['"quoted"', '"\\"quoted\\""'],
    ['C # sharp', '"C # sharp"'],
    ['Ставки и ёлки', 'Ставки и ёлки'],
    ['한국어 제목', '한국어 제목'],
  ])('%s is written as %s', async (value, written) => {
    expect(await rewrite('---\ntitle: Old\n---\n', 'title', value)).toBe(`---\ntitle: ${written}\n---\n`);
  });

  test('bytes below the front matter may be anything', async () => {
    const body = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0d]);
    const changed = await rewriteFrontMatter(
      Buffer.concat([Buffer.from('---\ntitle: Ä\n---\n'), body]),
      'title',
      'Ö',
    );
    expect(Buffer.from(changed)).toEqual(Buffer.concat([Buffer.from('---\ntitle: Ö\n---\n'), body]));
  });

  test.each([
    ['no front matter', 'title'],
    ['---\ntitle: [a, b]\n---\n', 'title'],
    ['---\ntitle: A\ntitle: B\n---\n', 'title'],
  ])('%j is refused', async (text, field) => {
    await expect(rewrite(text, field, 'New')).rejects.toThrow(/→/);
  });

  test('a line break is refused', async () => {
    await expect(rewrite('---\ntitle: A\n---\n', 'title', 'a\nb')).rejects.toThrow('line break');
  });
});

test('for any front matter, value, line end and body', async () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((text) => !/[\p{Cc}\u2028\u2029\ufeff]/u.test(text));
  const word = fc.stringMatching(/^[A-Za-z]{1,8}$/);
  const written = fc.oneof(
    word,
    line.map((text) => JSON.stringify(text)),
    line.map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.tuple(word, word).map(([a, b]) => `>-\n  ${a}\n  ${b}`),
    fc.tuple(word, word).map(([a, b]) => `|\n  ${a}\n\n  ${b}`),
    fc.tuple(word, word).map(([a, b]) => `${a}\n  ${b}`),
    fc.tuple(word, word).map(([a, b]) => `${a} # ${b}`),
  );
  const others = fc.uniqueArray(fc.tuple(word, written), { selector: ([key]) => key, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        others: others.map((list) => list.filter(([key]) => key !== 'title')),
        title: written,
        at: fc.nat(4),
        value: line.filter((text) => text.trim() !== ''),
        crlf: fc.boolean(),
        mark: fc.boolean(),
        body: fc.uint8Array({ maxLength: 40 }),
      }),
      async ({ others, title, at, value, crlf, mark, body }) => {
        const fields = [...others.map(([key, text]) => `${key}: ${text}`)];
        const before = fields.slice(0, at);
        const behind = fields.slice(at);
        const join = (parts: string[]) =>
          parts
            .map((part) => `${part}\n`)
            .join('')
            .replaceAll('\n', crlf ? '\r\n' : '\n');
        const start = `${mark ? '\uFEFF' : ''}${join(['---', ...before])}title: `;
        const end = join(['', ...behind, '---']);
        const whole = Buffer.concat([
          Buffer.from(start + title.replaceAll('\n', crlf ? '\r\n' : '\n') + end),
          body,
        ]);
        const changed = Buffer.from(await rewriteFrontMatter(whole, 'title', value));
        expect(changed.subarray(0, Buffer.byteLength(start)).toString()).toBe(start);
        const tail = Buffer.concat([Buffer.from(end), body]);
        expect(changed.subarray(changed.length - tail.length)).toEqual(tail);
        const parsed = parseFrontMatter(changed.toString('utf8').replace(/^\uFEFF/, ''));
        expect(isError(parsed) ? parsed : parsed.data.title).toBe(value);
      },
    ),
    { numRuns: 300 },
  );
});
