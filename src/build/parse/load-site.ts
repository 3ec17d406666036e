import { CONFIG_FILE } from '../../config/config-file.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { readApprovals } from '../../content/article/approvals.ts';
import { checkApprovals } from '../../content/article/check-approvals.ts';
import { dateByGit, readGitDates } from '../../content/article/git-dates.ts';
import { checkOwnFields, type OwnFields } from '../../content/article/own-fields.ts';
import { loadDataFiles } from '../../content/data/data-files.ts';
import { loadEditionParts, loadPaidLinks } from '../../content/data/edition-data.ts';
import { loadStrings } from '../../content/data/interface-strings.ts';
import { loadLedger } from '../../content/data/offers.ts';
import type { OwnPageMeta } from '../../content/data/own-pages.ts';
import { siteValues } from '../../content/data/site-values.ts';
import type { Directives } from '../../content/markdown/directive.ts';
import { finding, type Problems } from '../../foundation/errors.ts';
import { findNear } from '../../foundation/near-names.ts';
import { loadHost } from '../../hosts/host-table.ts';
import { languageOf } from '../../locales/codes.ts';
import { checkFieldNames, checkSettings } from '../../site/check-settings.ts';
import { createSite, type EditionInput, type SiteInput } from '../../site/create-site.ts';
import type { Site } from '../../site/site.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { findPathConflicts, findPublicConflicts } from '../outputs/path-conflicts.ts';
import type { SourceRecord } from '../state/build-state.ts';
import { loadInfo, loadPages } from './load-pages.ts';
import { collectProblems } from './locate-problems.ts';
import type { ParsedSources } from './parse-sources.ts';

/** Reads all data except the articles. Problems are collected, and the data of a file with problems is left out. */
async function loadSiteData(
  config: SiteConfig,
  { directives, code }: Pick<LoadInput, 'directives' | 'code'>,
  problems: Problems,
): Promise<Pick<SiteInput, 'editions' | 'ads' | 'ledger' | 'data'>> {
  const own = code
    ? (await import('../../theme/page-modules.ts')).readThemePages(code, config.locales, problems)
    : null;
  const ads = await loadPaidLinks(config.root, problems);
  const ledger = await loadLedger(config, problems);
  const [schema] = code?.modules('schema') ?? [];
  const data = await loadDataFiles(config.root, schema?.exports.data, problems);
  const editions: EditionInput[] = [];
  for (const locale of config.locales) {
    const parts = await loadEditionParts(config, locale, problems);
    const strings = await loadStrings(config, locale, problems);
    const typography = config.typography ? languageOf(locale) : null;
    const options = { directives, typography, rawHtml: config.markdown.rawHtml, values: siteValues(config) };
    const info = await loadInfo(config.root, locale, options, problems);
    const pages = await loadPages(config.root, locale, options, problems);
    for (const page of pages) checkLayout(page, code, problems);
    editions.push({ ...parts, strings, info, pages, themePages: own?.get(locale) ?? [] });
  }
  return { editions, ads, ledger, data };
}

export interface LoadInput extends Pick<SiteInput, 'config' | 'clock' | 'include' | 'cardFonts'> {
  /** The site's own fields. Without them, own fields are not checked. */
  ownFields?: OwnFields;
  parsed: Pick<ParsedSources, 'records' | 'problems' | 'unplaced'>;
  /** The existing directives; null where the site's code is not loaded. */
  directives: Directives | null;
  /** The site's code: null where the site has none, undefined where it is not loaded. */
  code?: SiteCode | null | undefined;
}

/** Makes the site from the parsed articles. Problems are collected, and parts with problems are left out of the site. */
export async function loadSite(
  { parsed, directives, code, ...input }: LoadInput,
  problems: Problems,
): Promise<Site> {
  const { root } = input.config;
  await collectProblems(root, parsed.problems, problems);
  const { unapproved } = input.config;
  const approvals = checkApprovals(root, parsed.records, readApprovals(root), unapproved);
  // A build with drafts is for editors: they see a text before they approve it.
  const { drafts } = input.include;
  const severity = drafts ? ({ severity: 'warning' } as const) : {};
  await collectProblems(
    root,
    approvals.problems.map((problem) => ({ ...problem, ...severity })),
    problems,
  );
  const shown =
    drafts || approvals.withheld.size === 0
      ? parsed.records
      : parsed.records.map(
          (record): SourceRecord =>
            approvals.withheld.has(record.file) ? { ...record, status: 'withheld' } : record,
        );
  const metas = dateSources(input.config, shown, problems);
  const { ownFields } = input;
  if (ownFields) {
    const own = checkOwnFields(parsed.records, ownFields, Object.keys(input.config.taxonomies));
    await collectProblems(root, [...own.problems, ...checkFieldNames(input.config, ownFields)], problems);
    for (const problem of own.crashes) problems.error(problem);
  }
  const data = await loadSiteData(input.config, { directives, code }, problems);
  const { hosting } = input.config;
  const host = hosting === undefined ? null : await loadHost(hosting);
  const created = createSite({ ...input, ...data, host, metas, unplaced: parsed.unplaced });
  const { site } = created;
  await collectProblems(
    root,
    [...created.problems, ...checkSettings(site), ...findPathConflicts(site)],
    problems,
  );
  for (const problem of findPublicConflicts(site)) problems.error(problem);
  return site;
}

function dateSources(
  { root, updated, timeZone }: SiteConfig,
  records: readonly SourceRecord[],
  problems: Problems,
): readonly SourceRecord[] {
  if (updated !== 'git') return records;
  const dates = readGitDates(root);
  if (typeof dates !== 'string') return records.map((record) => dateByGit(record, dates, timeZone));
  const hint =
    'fetch the whole history (`git fetch --unshallow`, `fetch-depth: 0` on GitHub, `GIT_DEPTH: 0` on GitLab), or remove "updated"';
  const message = `"updated" is "git", and ${dates}`;
  problems.error(finding('invalid-value', message, hint, { file: CONFIG_FILE }));
  return records;
}

function checkLayout({ file, layout }: OwnPageMeta, code: LoadInput['code'], problems: Problems): void {
  if (code === undefined) return;
  const known = code?.modules('layout').map(({ name }) => name) ?? [];
  if (layout === undefined || known.includes(layout)) return;
  const near = findNear(layout, known);
  const hint = near ? `did you mean ${near}?` : `write theme/layouts/${layout}.tsx, or leave layout out`;
  const message = `there is no layout "${layout}"`;
  problems.error(finding('unknown-layout', message, hint, { file, line: 1, column: 1 }));
}
