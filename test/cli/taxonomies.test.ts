/** Follows tags through the real commands: build, check, list, edit. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles, runJson } from '../support/program.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

const tagged = (title: string, locale: string, tags: string) => ({
  [`content/${locale}/articles/${title}.md`]: article({ title, slug: title, more: tags }),
});

test('tags become pages, links, feeds and translations, and commands know them', async () => {
  const root = makeSite({
    ...smallSite({
      taxonomies: {
        season: { slug: 'seasons', title: { en_US: 'Seasons', ru_RU: 'Сезоны' } },
        tags: { terms: [{ en_US: 'Night life', ru_RU: 'Ночная жизнь' }] },
      },
    }),
    ...tagged('owls', 'en_US', 'tags: [Birds, Night life]\nseason: winter'),
    ...tagged('wrens', 'en_US', 'tags: [Birds]'),
    ...tagged('larks', 'en_US', 'tags: [Bird]'),
    ...tagged('sovy', 'ru_RU', 'tags: [Birds, Ночная жизнь]'),
  });
  const { warnings } = await runJson(['build', '--root', root]);
  expect(warnings).toMatchObject([
    {
      code: 'similar-terms',
      file: 'content/en_US/articles/larks.md',
      line: 6,
      message: 'tags: "Bird" and "Birds" look like one',
    },
  ]);
  const read = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  const birds = read('tags/birds.html');
  expect(birds).toContain('<h1>Birds</h1>');
  expect(birds).toContain('2 articles');
  expect(birds).toContain('href="/articles/owls"');
  expect(birds).toMatch(/rel="alternate" hrefLang="ru" href="https:\/\/small.example\/ru\/tags\/birds"/i);
  expect(read('tags/night-life.html')).toMatch(
    /hrefLang="ru" href="https:\/\/small.example\/ru\/tags\/%D0%BD%D0%BE%D1%87%D0%BD%D0%B0%D1%8F-[^"]+"/i,
  );
  expect(birds).toContain('href="/tags/birds/feed.xml"');
  expect(birds).toMatch(/<link[^>]+atom\+xml" href="https:\/\/small.example\/tags\/birds\/feed.xml"/);
  expect(read('tags/birds/feed.xml').match(/<entry>/g)).toHaveLength(2);
  expect(read('tags.html')).toContain('href="/tags/night-life"');
  expect(read('seasons/winter.html')).toContain('href="/seasons"');
  expect(read('articles/owls.html')).toMatch(/<a rel="tag" href="\/tags\/night-life">Night life<\/a>/);
  expect(read('sitemap.xml')).toContain('https://small.example/tags/birds');
  expect(JSON.parse(read('feed.json')).items.find(({ title = '' }) => title === 'wrens').tags).toContain(
    'Birds',
  );

  const checked = await runArticles(['check', '--root', root, '--json']);
  expect(checked.stdout).toContain('similar-terms');
  const { articles } = await runJson(['list', '--root', root, '--where', 'tags~bird', '--locale', 'en_US']);
  expect(articles.map(({ tags }: { tags: string[] }) => tags)).toEqual([
    ...[['Bird'], ['Birds', 'Night life'], ['Birds']],
  ]);

  await runJson(['edit', '--root', root, '--where', 'tags=Bird', '--set', 'tags=Birds, Song', '--yes']);
  expect(readFileSync(join(root, 'content/en_US/articles/larks.md'), 'utf8')).toContain('Song');
  expect((await runJson(['build', '--root', root])).warnings).toEqual([]);
  expect(read('tags/birds.html')).toContain('3 articles');
  expect(existsSync(join(root, 'dist/tags/bird.html'))).toBe(false);
});
