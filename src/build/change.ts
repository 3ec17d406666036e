/** Finds what has changed since the previous build. */
import { existsSync, lstatSync } from 'node:fs';
import type { SiteConfig } from '../config/config-schema.ts';
import { readingOf } from '../content/article/reading.ts';
import type { Source, SourceList } from '../content/article/scan-sources.ts';
import type { Problem } from '../foundation/errors.ts';
import { hasFonts } from '../theme/theme-files.ts';
import type { BuildContext } from './build-context.ts';
import type { ParsedFile } from './parse/parse-sources.ts';
import { markFile, type SourceRecord, type StateHead, type StoredState } from './state/build-state.ts';
import { isUnchanged } from './state/file-age.ts';
import { nameChangedInput } from './state/input-key.ts';
import { MAX_CHANGES } from './state/state-file.ts';

/**
 * A change, from the least to the greatest. Each step of a build may find that it is a greater one:
 *
 *   findChange    nothing | articles | site   by the sizes and times of the files, or by a list of saved files
 *   weighChange   articles → texts | cards | site   by what the files hold
 *   planTexts     texts, cards → site   where a page or an output is not as the previous build left it
 *
 * A build of `texts` makes the pages of these articles and the outputs that show their texts. `cards` are shown by other
 * pages too, so a build plans the whole site; a program that shows a saved page at once makes that page first.
 */
type Change = Nothing | ArticlesChange | TextsChange | SiteChange;

export interface Nothing {
  kind: 'nothing';
  before: StoredState;
  /** The warnings of the previous build. */
  warnings: Problem[];
}

/** The files of these articles have changed, and nothing else that a build reads. */
export interface ArticlesChange extends Omit<Nothing, 'kind'> {
  kind: 'articles';
  /** Rows of the articles in the state. */
  rows: readonly number[];
  /** Their files, in the same order. */
  files: SourceList;
}

export interface TextsChange extends Omit<ArticlesChange, 'kind'> {
  kind: 'texts' | 'cards';
  records: SourceRecord[];
}

export interface SiteChange {
  kind: 'site';
  /** Why the whole site is compared, for people. */
  reason: string;
}

/** With more changed articles a build reads all of them, and threads help. */
const MAX_CHANGED = 20;

const site = (reason: string): SiteChange => ({ kind: 'site', reason });

export async function findChange(context: BuildContext): Promise<Exclude<Change, TextsChange>> {
  const { outputCheck } = context;
  try {
    const change = compare(context);
    const isIntact = (await outputCheck?.result()) ?? true;
    return isIntact || change.kind === 'site' ? change : site('a file of the output was changed');
  } catch {
    outputCheck?.cancel();
    return site('the record of the previous build is damaged');
  }
}

function compare(context: BuildContext): Nothing | ArticlesChange | SiteChange {
  const { stored, options, saved } = context;
  if (!stored) return site('there is no earlier build to start from');
  const changed = compareFiles(context, stored);
  if ('kind' in changed) return changed;
  const before = { before: stored, warnings: stored.warnings() };
  if (changed.length === 0)
    return options.memory === null ? site('the site is loaded into memory') : { kind: 'nothing', ...before };
  if (changed.length > MAX_CHANGED) return site(`more than ${MAX_CHANGED} articles changed`);
  if (context.config.updated === 'git') return site('days of last changes come from Git');
  // A program that keeps the site in memory changes that one.
  if (options.memory !== undefined && !saved) return site('articles changed');
  if (stored.changes >= MAX_CHANGES) return site('the record of the builds is written anew');
  const [rows, files] = [changed.map(({ row }) => row), changed.map(({ file }) => file)];
  return { kind: 'articles', ...before, rows, files };
}

/** A changed file, with its row in the state. */
interface Changed {
  row: number;
  file: Source;
}

function compareFiles(context: BuildContext, stored: StoredState): Changed[] | SiteChange {
  const { clock, file, inputs, saved, sources } = context;
  const { due, inputs: key } = stored.head;
  if (clock.now < due.from || clock.now >= due.until) return site('a date of the site has come');
  if (saved) return findSaved(context, stored, saved);
  if (key !== inputs.key)
    return site(
      key === '' ? 'a file was too young to trust its times' : nameChangedInput(stored.parts(), inputs),
    );
  if (existsSync(markFile(file))) return site('the previous build did not end');
  if (sources.problems.length > 0) return site('an article cannot be read');
  return scanChanged(sources, stored);
}

function findSaved(
  { options }: BuildContext,
  { sources }: StoredState,
  saved: readonly string[],
): Changed[] | SiteChange {
  const [paths, locales, keys] = [sources.column('file'), sources.column('locale'), sources.column('key')];
  const changed: Changed[] = [];
  for (const file of saved) {
    let row = 0;
    while (row < sources.length && paths.at(row) !== file) row++;
    const stat = lstatSync(`${options.root}/${file}`, { throwIfNoEntry: false });
    if (row === sources.length || !stat?.isFile()) return site(`${file} was added or removed`);
    const { size, mtimeMs: mtime, ctimeMs: ctime } = stat;
    changed.push({ row, file: { file, locale: locales.at(row), key: keys.at(row), size, mtime, ctime } });
  }
  return changed;
}

function scanChanged(
  sources: BuildContext['sources'],
  { sources: before, head }: StoredState,
): Changed[] | SiteChange {
  if (before.length !== sources.length) return site('an article was added or removed');
  const [path, size] = [before.column('file'), before.column('size')];
  const [mtime, ctime] = [before.column('mtime'), before.column('ctime')];
  const changed: Changed[] = [];
  for (let row = 0; row < sources.length && changed.length <= MAX_CHANGED; row++) {
    const file = sources.at(row);
    if (path.at(row) !== file.file) return site(`${file.file} was added or renamed`);
    const known = { size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
    if (!isUnchanged(file, known, head.scanned)) changed.push({ row, file });
  }
  return changed;
}

/** True if parsing would give the records of the state again. */
export function canReuse(
  state: Pick<StateHead, 'code' | 'characters' | 'site'> | null,
  code: string,
  config: SiteConfig,
): boolean {
  return (
    state?.code === code &&
    (state.characters !== '') === hasFonts(config.root) &&
    JSON.stringify(state.site.reading) === JSON.stringify(readingOf(config))
  );
}

const FIELDS_SHOWN_ON_PAGE: readonly (keyof SourceRecord)[] = [
  'hash',
  'words',
  'characters',
  'own',
  'size',
  'mtime',
  'ctime',
];
const FIELDS_SHOWN_ON_CARDS: readonly (keyof SourceRecord)[] = [
  ...FIELDS_SHOWN_ON_PAGE,
  'cardHash',
  'title',
  'description',
  'updated',
  'links',
  'html',
];

/** Compares the articles with their previous versions. One with errors or warnings is a change of the site. */
export function weighChange(change: ArticlesChange, parsed: readonly ParsedFile[]): TextsChange | SiteChange {
  const { before, rows } = change;
  const hasCharacters = before.head.characters !== '';
  const records: SourceRecord[] = [];
  let kind: TextsChange['kind'] = 'texts';
  for (const [index, record] of before.sources.rows(rows).entries()) {
    const now = parsed[index]?.record;
    if (!now || record.problems.length + now.problems.length > 0)
      return site(`${record.file} has errors or warnings`);
    records.push(now);
    if (record.hash === now.hash) continue;
    const fields = Object.keys(now) as (keyof SourceRecord)[];
    const differ = fields.filter((field) => JSON.stringify(record[field]) !== JSON.stringify(now[field]));
    const others = differ.filter((field) => !FIELDS_SHOWN_ON_CARDS.includes(field));
    // A field that is new to the site is a warning of the whole build.
    if (namesOf(record) !== namesOf(now)) others.push('own');
    if (others.length > 0) return site(`${record.file} has another value of ${others.join(', ')}`);
    const isShown = differ.some((field) => !FIELDS_SHOWN_ON_PAGE.includes(field));
    // The fonts of a site hold the characters of its texts.
    if (isShown || (hasCharacters && record.characters !== now.characters)) kind = 'cards';
  }
  return { ...change, kind, records };
}

function namesOf({ own }: SourceRecord): string {
  return own === null ? '' : Object.keys(own).sort().join('\n');
}
