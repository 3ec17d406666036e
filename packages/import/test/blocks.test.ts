/** Blocks that a tool fills in before it reads Markdown: code and named texts of Liquid, and the blocks of Python-Markdown. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/site.ts';
import { importInto, makeSource, notesOf, readPosts } from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

const LOSSLESS = { wordsLost: 0, codeChanged: 0, deadLinks: 0, templateCode: 0, build: 0, isGood: true };

async function verify(files: Parameters<typeof makeSource>[0]) {
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(root, makeSource(files), '--verify');
  return { code, result, posts: readPosts(root) };
}

test('Liquid and Nunjucks: code in blocks stays code, and a named text stands where it is shown', async () => {
  const { code, result, posts } = await verify({
    'eleventy.config.js': '',
    'blog/a.md': post(
      'title: A\ndate: 2024-01-02',
      [
        '{% highlight "diff-md" %}',
        '{% raw %}',
        '---',
        '+title: {{ kept }}',
        '{% endraw %}',
        '{% endhighlight %}',
        '',
        '{%- set codeBlock %}{% raw %}',
        '<html>',
        '',
        '',
        '\t<h1>{{ title }}</h1>',
        '{% endraw %}{%- endset %}',
        '<div>{{ codeBlock | highlight("html") | safe }}</div>',
        '',
        '{% set codeContent %}',
        'use(1); // in {{ "2.0" | version }} or newer',
        '{% endset %}',
        '{% include "snippet.njk" %}',
        '',
        '{% capture notice %}',
        'Mind the **gap**.',
        '{% endcapture %}',
        '',
        'Before.',
        '',
        '{{ notice | markdownify }}',
        '',
        '```liquid',
        '{% set x %}untouched{% endset %} {{ x }}',
        '```',
        '',
      ].join('\n'),
    ),
  });
  expect(result.examples.codeChanged).toEqual([]);
  expect(result).toMatchObject({ ...LOSSLESS, code: 4 });
  expect(code).toBe(0);
  const body = posts.get('a')?.body ?? '';
  expect(body).toContain('```diff-md\n---\n+title: {{ kept }}\n```');
  expect(body).toContain('```html\n<html>\n\n\n\t<h1>{{ title }}</h1>\n```');
  expect(body).toContain('```\nuse(1); // in 2.0 or newer\n```');
  expect(body).toContain('Before.\n\nMind the **gap**.');
  expect(body).toContain('{% set x %}untouched{% endset %} {{ x }}');
  expect(notesOf(result)['tag {% include snippet.njk %} has no equivalent: left out']).toBe(1);
});

test('an open fence in a list item ends with the item', async () => {
  const { result, posts } = await verify({
    'a.md': post(
      'title: A\ndate: 2024-01-02',
      '1. One\n\n   ```toml\n   a = 1\n\n## Next\n\n[b](b.md)\n\n```js\nx\n```',
    ),
    'b.md': post('title: B\ndate: 2024-01-02'),
  });
  expect(result).toMatchObject({ ...LOSSLESS, code: 2 });
  expect(posts.get('a')?.body).toContain('[b](/b)');
});

test('MkDocs: indented blocks become callouts, details and tabs, and their code stays code', async () => {
  const { code, result, posts } = await verify({
    'mkdocs.yml': 'site_name: M\nsite_url: https://old.example/\n',
    'docs/a.md': [
      '# A',
      '',
      '!!! example "Mind the *gap*"',
      '',
      '    Text of it.',
      '',
      '    ```py',
      '    x = 1',
      '',
      '',
      '    ```',
      '',
      '    ??? tip',
      '        Deeper.',
      '',
      '=== "One"',
      '',
      '    ```sh',
      '    one',
      '    ```',
      '',
      "=== 'Two'",
      '',
      '    Second.',
      '',
      '::: package.module.Name',
      '    options:',
      '      heading_level: 5',
      '',
      '[b](about/license.md){ .button } and :material-check: done.[^1]',
      '',
      '[^1]:',
      '    A note below.',
      '',
      '```md',
      '!!! note',
      '    kept',
      '```',
      '',
    ].join('\n'),
    'docs/about/license.md': '# Licence\n\nFree.\n',
    'README.md': '# Not content',
  });
  expect(result.examples).toMatchObject({ codeChanged: [], wordsLost: [], templateCode: [] });
  expect(result).toMatchObject({ ...LOSSLESS, texts: 2, code: 3 });
  expect(code).toBe(0);
  const body = posts.get('a')?.body ?? '';
  expect(body).toContain('::::callout{type="note" title="Mind the gap"}');
  expect(body).toContain('```py\nx = 1\n\n\n```');
  expect(body).toContain(':::details{summary="Tip"}\nDeeper.\n:::');
  expect(body).toContain('::::tabs\n:::tab{title="One"}');
  expect(body).toContain('[b](/about/license) and done.');
  expect(body).toContain('!!! note\n    kept');
  expect(notesOf(result)).toMatchObject({
    'documentation that a tool makes from code: left out': 1,
    'icon of a theme: left out': 1,
  });
});

test('a heading of HTML stays a heading where its words are Markdown', async () => {
  const { posts, result } = await verify({
    '_config.yml': 'title: Odds\n',
    '_posts/2024-01-02-a.md': post(
      'title: A',
      '<div class="note">\n<!--\n  <h3>Old</h3>\n-->\n  <h3 markdown="1">A *new*\n  part</h3>\n  <p markdown="1">Its `text`.</p>\n</div>',
    ),
  });
  expect(posts.get('a')?.body).toMatch(/^### A \*new\* part$/m);
  expect(result).toMatchObject(LOSSLESS);
});
