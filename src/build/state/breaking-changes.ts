/**
 * Breaking changes of the program whose concern a site shows. CHANGELOG.md has all of them, under "Breaking, and what to do";
 * what `check` and `build` name by its file anyway is not repeated here.
 */
import { join } from 'node:path';
import { CONFIG_FILE } from '../../config/config-file.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { attempt } from '../../foundation/attempt.ts';
import { readRegularFile } from '../../foundation/site-files.ts';

interface BreakingChange {
  /** The first version that has it. */
  since: string;
  /** The file that is concerned; null for none. */
  find(config: SiteConfig): string | null;
  message: string;
  hint: string;
}

const CHANGES: readonly BreakingChange[] = [
  {
    since: '1.0.0',
    find: ({ root }) =>
      ['theme/components/SiteHeader.tsx', 'theme/components/SiteFooter.tsx'].find((file) => {
        const text = attempt(() => readRegularFile(join(root, file)).toString()) ?? '';
        return /\bdata\.logo\.url\b/.test(text) && !/\bdata\.logo\s*(?:\?|&&)/.test(text);
      }) ?? null,
    message: 'reads `data.logo.url`, and `data.logo` is null where the site has no logo',
    hint: 'test it first (`data.logo ? … : …`), or eject the component again',
  },
  {
    since: '1.0.0',
    find: ({ permalinks, timeZone }) =>
      timeZone !== 'UTC' && /\{(?:year|month|day)\}/.test(permalinks.article) ? CONFIG_FILE : null,
    message: 'the dates in addresses follow `timeZone`, so a time near midnight may get another day',
    hint: 'this build names the addresses that go; a `permalink` in the article keeps one',
  },
  {
    since: '1.0.0',
    find: ({ typography }) => (typography ? CONFIG_FILE : null),
    message:
      '`typography` sets titles and descriptions too, and leaves options, names and single quotes alone',
    hint: 'look at a few titles; `"typography": false` leaves all texts as they are written',
  },
];

/** The breaking changes that concern a site. @param before the version that made its last build; null if it is not recorded */
export function listBreakingChanges(config: SiteConfig, before: string | null) {
  const isNew = ({ since }: BreakingChange) =>
    before === null || before.localeCompare(since, 'en', { numeric: true }) < 0;
  return CHANGES.filter(isNew).flatMap((change) => {
    const file = change.find(config);
    return file === null ? [] : [{ message: `${file}: ${change.message}`, hint: change.hint }];
  });
}
