import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { attribute, readPages } from '../support/pages.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';

test('a translation is found by its file, in whichever form a system writes the name', async () => {
  const root = makeSite({
    ...smallSite(),
    [`content/en_US/articles/${'ставки'.normalize('NFC')}/${'이길-수-ü'.normalize('NFC')}.md`]: article({
      title: 'To win',
      slug: 'to-win',
    }),
    [`content/ru_RU/articles/${'ставки'.normalize('NFD')}/${'이길-수-ü'.normalize('NFD')}.md`]: article({
      title: 'Победить',
      slug: 'pobedit',
    }),
  });
  await buildSite(root);
  const page = readPages(readTree(join(root, 'dist'))).find(({ path }) => path === '/articles/to-win');
  const links = page?.elements.filter((element) => attribute(element, 'hreflang') === 'ru');
  expect(links?.map((link) => attribute(link, 'href'))).toContain(
    'https://small.example/ru/articles/pobedit',
  );
});
