import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeDocument } from '../../src/client/kept-document.ts';
import { buildSite } from '../support/build.ts';
import { json, makeSite, readTree, smallSite } from '../support/site.ts';

test('the data of any page and the offline page of its edition make the document that the build has written', async () => {
  const text = 'A [link](/articles/first-price), `</main>`, <b>raw</b></main> and $& in the text.';
  const head = readFileSync(join(makeSite(), 'content/en_US/articles/first.md'), 'utf8').split('\n---\n')[0];
  const root = makeSite({
    ...smallSite({ markdown: { rawHtml: true }, security: { ads: { 'style-src': ["'unsafe-inline'"] } } }),
    'content/ads.json': json({ sapeLinks: { '/authors': ['<p style="color:red">own policy</p>'] } }),
    'content/en_US/articles/first.md': `${head}\n---\n${text}\n`,
  });
  await buildSite(root, { basePath: '/blog' });
  const files = readTree(join(root, 'dist'));
  const read = (path: string) => String(files.get(path));
  const build = JSON.parse(read('page-data/app-data.json')).webpackCompilationHash;
  const pages = [...files.keys()].filter((path) => path.endsWith('/page-data.json'));
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((file) => read(file).includes('"policy"'))).toEqual([
    'page-data/authors/page-data.json',
  ]);
  for (const file of pages) {
    const data = JSON.parse(read(file));
    const { language } = data.result.data;
    const around = read(language === 'en' ? 'offline.html' : `${language}/offline.html`);
    const written = read(data.path === '/' ? 'index.html' : `${data.path.slice(1)}.html`);
    expect(composeDocument(around, data, build), data.path).toBe(written);
    expect(composeDocument(around, data, 'another')).toBeNull();
  }
});
