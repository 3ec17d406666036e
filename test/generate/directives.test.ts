/** Directives in generated texts: translations keep them, new texts have none, and no check reads them as prose. */
import { expect, test } from 'vitest';
import { toPlainView } from '../../src/content/markdown/plain-view.ts';
import { compareDirectives, findDirectives } from '../../src/generate/checks/compare-directives.ts';
import { splitSections } from '../../src/generate/files/split-sections.ts';
import { loadPromptFiles } from '../../src/generate/prompts/prompt-files.ts';
import { createTranslatePrompt } from '../../src/generate/prompts/prompts.ts';

const ORIGINAL = `Text.

:::callout{type="tip" title="Before you bet"}
Keep cool.
:::

::odds{values="1.5 2"}

> [!NOTE]
> A note.
`;
const TRANSLATION = ORIGINAL.replace('Before you bet', 'До ставки')
  .replace('Keep cool.', 'Спокойно.')
  .replace('A note.', 'Заметка.')
  .replace('type="tip" title="До ставки"', 'title="До ставки" type=tip');

test('a translation keeps its directives, and translates their texts', () => {
  expect(compareDirectives(ORIGINAL, TRANSLATION)).toEqual([]);
});

test.each([
  [
    'a changed value',
    ['values="1.5 2"', 'values="1,5 2"'],
    'has "::odds{values="1,5 2"}" instead of "::odds{values="1.5 2"}"',
  ],
  [
    'a translated name',
    [':::callout', ':::выноска'],
    'has "::odds{values="1.5 2"}" instead of "::callout{title="…" type="tip"}"',
  ],
  [
    'another name',
    [':::callout', ':::note'],
    'has "::note{title="…" type="tip"}" instead of "::callout{title="…" type="tip"}"',
  ],
  ['a lost directive', ['::odds{values="1.5 2"}', ''], 'has "[!NOTE]" instead of "::odds{values="1.5 2"}"'],
  ['a translated kind', ['[!NOTE]', '[!ЗАМЕТКА]'], 'lost "[!NOTE]"'],
  ['another kind', ['[!NOTE]', '[!TIP]'], 'has "[!TIP]" instead of "[!NOTE]"'],
  [
    'a lost title',
    [' title="До ставки"', ''],
    'has "::callout{type="tip"}" instead of "::callout{title="…" type="tip"}"',
  ],
  [
    'a directive more',
    ['Text.', '::video{title=x}'],
    'has "::video{title="…"}" instead of "::callout{title="…" type="tip"}"',
  ],
  [
    'one at the end',
    ['Заметка.\n', 'Заметка.\n\n::odds{values=3}\n'],
    'has "::odds{values="3"}", which the original does not have',
  ],
  [
    'a lost end',
    ['Спокойно.\n:::', 'Спокойно.'],
    'has a directive with a mistake: the directive "callout" is not closed',
  ],
] as const)('%s in a translation is found', (_what, [before, after], message) => {
  const text = TRANSLATION.replace('title="До ставки" type=tip', 'type="tip" title="До ставки"').replace(
    before,
    after,
  );
  expect(compareDirectives(ORIGINAL, text).map((finding) => finding.message)).toContain(message);
});

test('a model invents no directives; alerts are plain Markdown', () => {
  expect(findDirectives(ORIGINAL).map(({ message }) => message)).toEqual([
    'a directive: "::callout{title="…" type="tip"}"',
    'a directive: "::odds{values="1.5 2"}"',
  ]);
  expect(findDirectives('> [!NOTE]\n> Yes.\n\nstd::vector')).toEqual([]);
});

test('checks of prose read the texts of directives at their places, and nothing else of them', () => {
  const view = toPlainView(ORIGINAL);
  expect(view).toHaveLength(ORIGINAL.length);
  expect(view.indexOf('Before you bet')).toBe(ORIGINAL.indexOf('Before you bet'));
  expect(view.replace(/\s+/g, ' ').trim()).toBe(
    'Text. Before you bet Keep cool. A note.'.replace(' A', ' > A'),
  );
});

test('a heading in a directive begins no section, with either kind of line ends', () => {
  const body = 'One\n\n:::callout\n## In\n:::\n\n## Two\n\nText\n';
  for (const text of [body, body.replaceAll('\n', '\r\n')])
    expect(splitSections(text).map(({ heading }) => heading)).toEqual(['', 'Two']);
  for (const code of ['````\n```\n## Code\n````', '- ```\n  ## Code\n  ```', '> ~~~\n> ## Code\n> ~~~'])
    expect(splitSections(`${code}\n\n## Two\n\nText.`).map(({ heading }) => heading)).toEqual(['', 'Two']);
});

const SETTINGS = {
  files: loadPromptFiles(null),
  siteTitle: 'Gazette',
  siteDescription: '',
  locale: 'en_US' as const,
  sources: [],
  sections: { minimum: 3, maximum: 6 },
  words: { minimum: 500, maximum: 900 },
  tree: {},
  audience: '',
  jurisdiction: '',
  notes: {},
};

test('the prompt speaks of directives only where the text has some', () => {
  const promptOf = (text: string) =>
    createTranslatePrompt(SETTINGS, 'English', 'T', [{ number: 1, heading: '', text }]);
  expect(promptOf(ORIGINAL)).toContain('Keep lines that begin with ::');
  expect(promptOf('Text')).not.toContain('::');
});
