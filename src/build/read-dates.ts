/** Reads the dates of all articles and offers: from the record of the last build where it knows them, else from the front matter. */
import { join, resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { chooseText, isReviewCurrent, loadApprovedTexts } from '../content/article/approved-texts.ts';
import { readDated } from '../content/article/article-fields.ts';
import type { Dated } from '../content/article/presence.ts';
import { type Source, scanSources } from '../content/article/scan-sources.ts';
import { listOfferFiles } from '../content/data/content-files.ts';
import { isError, parseFrontMatter } from '../content/front-matter/front-matter.ts';
import { attempt } from '../foundation/attempt.ts';
import { createProblems } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { type StoredState, stateFile } from './state/build-state.ts';
import { isUnchanged } from './state/file-age.ts';
import { openState } from './state/state-file.ts';

export interface DatedFile extends Dated {
  /** Relative to the root. */
  file: string;
  title: string;
}

/** @returns the articles without errors in their dates, and the number of files that were read */
export async function readDates(config: SiteConfig): Promise<{ articles: DatedFile[]; read: number }> {
  const { root, locales, timeZone } = config;
  const approved = loadApprovedTexts(root, true);
  const stored = openState(stateFile(root, resolve(root, 'dist')));
  const isUsable = stored?.head.site.reading.timeZone === timeZone;
  const known = (isUsable && attempt(() => openKnown(stored))) || null;
  const articles: DatedFile[] = [];
  let read = 0;
  for (const source of scanSources(root, locales)) {
    const before = known?.(source, approved);
    if (before) {
      articles.push(before);
      continue;
    }
    read++;
    const text = attempt(() => readRegularFile(join(root, source.file)).toString());
    if (text === undefined) continue;
    const shown = chooseText(root, approved, source.file, text);
    const front = shown.front ?? parseFrontMatter(shown.text.replace(/^\uFEFF/, ''));
    const dated = isError(front) ? null : readDated(front.data, timeZone);
    if (dated) articles.push({ file: source.file, ...dated });
  }
  return { articles: [...articles, ...(await readOffers(config))], read };
}

/** Offers begin and end as articles do. Files with errors are left to the build. */
async function readOffers(config: SiteConfig): Promise<DatedFile[]> {
  if (listOfferFiles(config.root).offers.length === 0) return [];
  const { loadLedger } = await import('../content/data/offers.ts');
  const { datedOffers } = await import('../site/offers.ts');
  return datedOffers(await loadLedger(config, createProblems()), config.timeZone);
}

/** @returns what the last build knows of a file that has not changed since */
function openKnown({ sources, head }: StoredState) {
  const files = sources.column('file');
  const rows = new Map(Array.from({ length: files.length }, (_, row) => [files.at(row), row]));
  const [size, mtime, ctime] = [sources.column('size'), sources.column('mtime'), sources.column('ctime')];
  const [review, generated] = [sources.column('review'), sources.column('generated')];
  const [status, date] = [sources.column('status'), sources.column('date')];
  const [editorial, title] = [sources.column('editorial'), sources.column('title')];
  return (source: Source, approved: ReturnType<typeof loadApprovedTexts>): DatedFile | null => {
    const row = rows.get(source.file);
    if (row === undefined) return null;
    const before = { size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
    if (!isUnchanged(source, before, head.scanned)) return null;
    if (!isReviewCurrent(approved, source.file, review.at(row), generated.at(row))) return null;
    return {
      ...{ file: source.file, title: title.at(row), status: status.at(row) },
      ...{ date: date.at(row), editorial: editorial.at(row) },
    };
  };
}
