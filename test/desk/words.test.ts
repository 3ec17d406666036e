/** Words in all texts: found where readers read them, and changed nowhere else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applySplices } from '../../packages/desk/src/server/merge-text.ts';
import { createQueue } from '../../packages/desk/src/server/queue.ts';
import { createReach } from '../../packages/desk/src/server/reach.ts';
import { findWords, listWords } from '../../packages/desk/src/server/words.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { createSession } from '../../src/serve/watch-session.ts';
import { startDesk } from '../support/desk.ts';
import { createDraw } from '../support/random.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

/** YES stands where readers read words, and NO where they do not. */
const PIECES = [
  '## The YES again',
  'Once YES, and *YES* and **YES**.',
  'xNO and NOx and NO_x.',
  '[the YES](/articles/NO) and <https://example.com/NO> and `NO`',
  '![alt](/images/NO.png "a NO")',
  '> A quote of YES\n> and YES.',
  '- one YES\n- two\n  - YES',
  '| YES | Kg |\n| --- | --- |\n| x | YES |',
  '```\nNO\n```',
  ':::callout{title="NO"}\nYES in it.\n:::',
  '<div class="NO"></div>',
  '[ref]: /articles/NO "NO"',
  'A note[^1] of YES.\n\n[^1]: With YES.',
];
const WORDS = ['cloud', 'été', 'Straße7'];
const ENDS = ['\n', '\r\n', '\r'];

test('words are found where readers read them, in all grammars and with all line ends', () => {
  const draw = createDraw('words');
  for (let round = 0; round < 400; round++) {
    const words = WORDS[draw(WORDS.length)] ?? '';
    const head = draw(2) === 0 ? '---\ntitle: The NO\n---\n' : '';
    const pieces = Array.from({ length: 1 + draw(6) }, () => PIECES[draw(PIECES.length)] ?? '');
    const end = ENDS[draw(ENDS.length)] ?? '\n';
    const source = (head + pieces.join('\n\n')).replaceAll('\n', end);
    const text = source.replaceAll(/YES|NO/g, words);
    const splices = findWords(text, words).map((from) => ({ from, to: from + words.length, insert: '' }));
    expect(applySplices(text, splices), JSON.stringify(text)).toBe(
      source.replaceAll('NO', words).replaceAll('YES', ''),
    );
  }
});

test('words end where no letter follows, except in a language without spaces', () => {
  expect(findWords('In New York, New Yorkers.', 'New York')).toEqual([3]);
  expect(findWords('夜空の雲は高い。', '雲')).toEqual([3]);
  expect(findWords('C++ and C++.', 'C++')).toEqual([0, 8]);
});

test('words change in all texts at once, in titles too, and back; a change that would be an error changes none', async () => {
  const names = ['one', 'two', 'three'].map((name) => `content/en_US/articles/${name}.md`);
  const [one = '', two = '', three = ''] = names;
  const root = makeSite({
    ...smallSite(),
    [one]: article({ title: 'The Cloud', slug: 'cloud', body: 'A [Cloud](/articles/cloud).\n' }),
    [two]: article({ title: 'Two', slug: 'two', body: 'One Cloud and a Cloud.\n' }).replaceAll('\n', '\r\n'),
    [three]: article({ title: 'Cloud', slug: 'three', body: 'Clouds.\n' }),
  });
  const desk = await startDesk(root);
  onTestFinished(() => desk.close());
  const read = () => names.map((file) => readFileSync(join(root, file), 'utf8'));
  const before = read();
  const found = (await desk.read('words', { words: 'Cloud' })).body;
  expect(found).toMatchObject({ places: 5, total: 3 });
  expect(found.texts.map(({ places, line }: { places: number; line: string }) => [places, line])).toEqual([
    [2, 'A [Cloud](/articles/cloud).'],
    [1, 'Cloud'],
    [2, 'One Cloud and a Cloud.'],
  ]);
  expect((await desk.read('words', { words: ' x' })).status).toBe(400);
  expect((await desk.read('words', { words: 'Cloud', locale: 'ru_RU' })).body.places).toBe(0);

  // A title must not be empty.
  const refused = await desk.post('replace', { words: 'Cloud', by: '' });
  expect([refused.status, read()]).toEqual([400, before]);
  const { body } = await desk.post('replace', { words: 'Cloud', by: 'Sky: "blue"' });
  expect(body.versions.length).toBe(3);
  expect(read()[0]).toContain('A [Sky: "blue"](/articles/cloud).');
  expect(read()[1]).toBe(before[1]?.replaceAll('Cloud', 'Sky: "blue"'));
  expect((await desk.read('document', { file: one })).body.fields).toMatchObject({
    title: 'The Sky: "blue"',
    slug: 'cloud',
  });
  expect((await desk.read('document', { file: three })).body).toMatchObject({
    fields: { title: 'Sky: "blue"' },
  });
  await desk.post('undo', { undo: body.undo });
  expect(read()).toEqual(before);
});

test('words of more texts than a change can keep are refused', async () => {
  const root = makeSite();
  const config = await loadConfig(root);
  const session = createSession(
    { root, out: join(root, 'dist'), drafts: true, future: true },
    config,
    createSilentReporter(),
  );
  onTestFinished(() => session.close());
  const people = async () => ({ stamp: '', of: () => ({ writer: '', isMine: false }) });
  const { rows } = await createQueue(root, session, {
    reach: createReach(root),
    people,
    stored: () => null,
  })();
  const row = rows.find(({ type }) => type === 'article');
  if (!row) throw new Error('no article');
  const wanted = { words: row.title, locale: '' };
  const times = (count: number) => Array.from({ length: count }, () => row);
  expect((await listWords(root, times(3), wanted)).total).toBe(3);
  await expect(listWords(root, times(2001), wanted)).rejects.toThrow('More than 2000 texts');
});
