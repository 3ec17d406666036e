/** Tests that names are the same in every Unicode form, and that slugs may be words of any script. */
import { expect, test } from 'vitest';
import { frontMatterSchema } from '../../src/content/article/article-fields.ts';
import { authorsSchema } from '../../src/content/data/edition-data.ts';

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
