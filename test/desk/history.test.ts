/** The history of a paragraph is that of its own lines, whatever else is not committed. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHistory } from '../../packages/desk/src/server/history.ts';
import { makeFolder } from '../support/site.ts';

test('the history of a paragraph follows it through text that is not committed', async () => {
  const root = makeFolder();
  const file = 'a.md';
  const git = (author: string, ...args: string[]) =>
    execFileSync('git', ['-c', `user.name=${author}`, '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
    });
  const write = (paragraphs: readonly string[]) => {
    writeFileSync(join(root, file), `${paragraphs.join('\n\n')}\n`);
    return paragraphs;
  };
  const numbered = Array.from({ length: 12 }, (_, index) => `Paragraph ${index + 1}.`);
  write(numbered);
  git('Ann', 'init', '-q');
  git('Ann', 'add', '-A');
  git('Ann', 'commit', '-qm', 'Start');
  const changed = write(numbered.with(3, 'Paragraph 4, by the lawyer.'));
  git('Lawyer', 'commit', '-qam', 'Lawyer changed paragraph 4');

  const subjects = async (paragraphs: readonly string[], wanted: string) => {
    const text = `${paragraphs.join('\n\n')}\n`;
    const line = text.split('\n').indexOf(wanted) + 1;
    expect(line).toBeGreaterThan(0);
    const found = await readHistory(root, file, { text, first: line, last: line });
    return found.map(({ subject }) => subject);
  };
  const lawyer = ['Lawyer changed paragraph 4', 'Start'];
  const onTop = write(['New.', 'Newer.', ...changed]);
  expect(await subjects(onTop, 'Paragraph 2.')).toEqual(['Start']);
  expect(await subjects(onTop, 'Paragraph 4, by the lawyer.')).toEqual(lawyer);
  expect(await subjects(onTop, 'Paragraph 12.')).toEqual(['Start']);
  expect(await subjects(onTop, 'New.')).toEqual([]);
  // A paragraph that is edited now has the history of the one that it replaces.
  const edited = write(onTop.with(5, 'Paragraph 4, edited.').toSpliced(2, 1));
  expect(await subjects(edited, 'Paragraph 4, edited.')).toEqual(lawyer);
});
