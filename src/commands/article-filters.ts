/** The options that choose articles, for all commands that work on many of them. */
import { InvalidArgumentError } from 'commander';
import { flag, list, parsed, text } from './command.ts';

/** Spread into the options of a command. `selectRows` reads their values. */
export const FILTERS = {
  drafts: flag('--drafts', 'drafts'),
  scheduled: flag('--scheduled', 'articles with a date in the future'),
  published: flag('--published', 'articles that a build publishes today'),
  withheld: flag('--withheld', 'generated articles that failed a check or were rejected'),
  expired: flag('--expired', 'articles whose date in "expires" has passed'),
  missing: parsed<readonly string[]>(
    '--missing <fields>',
    'without one of these fields, such as description,image',
    (value, before = []) => [...before, ...splitNames(value)],
  ),
  category: text('--category <key>', 'of this category, by key or slug; KEY/SUBCATEGORY for a subcategory'),
  author: text('--author <author>', 'by this author, by name or slug'),
  older: text(
    '--older <age>',
    'last changed this long ago or earlier: 18m, 90d, 2y, or a day such as 2025-01-31',
  ),
  unlinked: flag('--unlinked', 'that no other published article links to'),
  locale: text('--locale <locale>', 'of this edition'),
  where: list(
    '--where <condition>',
    'field=value, field!=value or field~part of any front matter field; may be repeated',
  ),
};

function splitNames(value: string): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (names.every((name) => /^[\w-]+$/.test(name))) return names;
  throw new InvalidArgumentError('Give names of fields with commas, such as description,image.');
}
