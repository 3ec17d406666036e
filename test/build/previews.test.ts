import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { headValue, readPages } from '../support/pages.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';

test("previews of a link show the article's own picture, and the drawn one where it has none that they can show", async () => {
  const create = { width: 640, height: 320, channels: 3, background: '#808080' } as const;
  const path = (name: string) => `content/en_US/articles/${name}.md`;
  const own = (slug: string, image: string) => article({ title: slug, slug, more: `image: ${image}` });
  const root = makeSite({
    ...smallSite({ features: { socialImages: 'category' } }),
    'content/images/local.png': await sharp({ create }).png().toBuffer(),
    'content/images/drawing.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>',
    [path('local')]: own('local', 'local.png'),
    [path('remote')]: own('remote', 'https://img.example/far.jpg'),
    [path('drawing')]: own('drawing', 'drawing.svg'),
    [path('none')]: article({ title: 'None', slug: 'none' }),
  });
  await buildSite(root);
  const pages = readPages(readTree(join(root, 'dist')));
  const shown = (slug: string) => {
    const page = pages.find((page) => page.path === `/articles/${slug}`);
    if (!page) throw new Error(`no page ${slug}`);
    return ['og:image', 'og:image:width', 'og:image:height'].map((property) =>
      headValue(page, 'meta', { property }),
    );
  };
  expect(shown('local')).toEqual([
    expect.stringMatching(/^https:\/\/small\.example\/assets\/images\/.*\.(jpg|png)$/),
    '640',
    '320',
  ]);
  expect(shown('remote')).toEqual(['https://img.example/far.jpg', null, null]);
  const drawn = [expect.stringContaining('https://small.example/assets/social/'), '1200', '630'];
  expect(shown('drawing')).toEqual(drawn);
  expect(shown('none')).toEqual(drawn);
});
