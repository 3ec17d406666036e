/** Hints that somebody follows: doing what one says solves the problem. */
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { makeFolder, makeSite } from '../support/site.ts';

test.each([
  ['dev', 'serve --watch'],
  ['start', 'serve --watch'],
  ['publish', 'deploy'],
  ['biuld', 'build'],
])('the command %s of other tools is called %s here', async (name, command) => {
  const { code, stderr } = await runArticles([name]);
  expect(code).toBe(1);
  const [, suggested = ''] = /Did you mean (.*)\?/.exec(stderr) ?? [];
  expect(suggested).toBe(command);
  // The command has these options.
  expect(await runArticles([...suggested.split(' '), '--help'])).toMatchObject({ code: 0 });
});

test('options of every command may stand before its name', async () => {
  const root = makeSite();
  const { code, stdout } = await runArticles(['--root', root, '--json', 'list']);
  expect([code, JSON.parse(stdout).articles.length > 0]).toEqual([0, true]);
  expect(await runArticles([`--root=${root}`, '--quiet', 'list'])).toMatchObject({ code: 0 });
  expect((await runArticles(['--root', root])).code).toBe(1);
  expect((await runArticles(['--nonsense', 'list'])).stderr).toContain("unknown option '--nonsense'");
});

test('init in a site says what adds to it', async () => {
  const root = makeSite();
  const { code, stderr } = await runArticles(['init', root]);
  expect(code).toBe(1);
  expect(/`articles (new "Title")`/.exec(stderr)?.[1]).toBe('new "Title"');
  expect(await runArticles(['new', 'Title', '--root', root])).toMatchObject({ code: 0 });
  expect(await runArticles(['init', `${makeFolder()}/other`])).toMatchObject({ code: 0 });
});

test('new writes no file that a later build refuses', async () => {
  const root = makeSite();
  expect(await runArticles(['new', 'Con', '--root', root])).toMatchObject({ code: 0 });
  expect(await runArticles(['build', '--drafts', '--root', root])).toMatchObject({ code: 0 });
});
