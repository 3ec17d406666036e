/** Runs `articles check`: reports what a build would report, and what only the rendered pages show. */

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findProblems } from '../build/find-problems.ts';
import { findLostAddresses } from '../build/lost-addresses.ts';
import { openAddresses } from '../build/open-addresses.ts';
import { collectProblems } from '../build/parse/locate-problems.ts';
import { prepareSite } from '../build/prepare/prepare-site.ts';
import { findMissingGlyphs, listCardFonts } from '../build/prepare/site-fonts.ts';
import { drawIcons, finishIcons } from '../build/prepare/site-pictures.ts';
import { readSite, readTimes } from '../build/read-site.ts';
import { cacheFolder, stateFile } from '../build/state/build-state.ts';
import { openState } from '../build/state/state-file.ts';
import { createSourcePlaces } from '../build/target-places.ts';
import { openBackground } from '../build/threads/background.ts';
import { createPool } from '../build/threads/thread-pool.ts';
import { findWithoutEffect } from '../config/list-layers.ts';
import { loadConfig } from '../config/load-config.ts';
import { findPlaceholders } from '../config/placeholders.ts';
import { findOutdatedCopies } from '../foundation/ejected-copies.ts';
import {
  createProblems,
  formatProblem,
  type Problems,
  sortProblems,
  UserError,
} from '../foundation/errors.ts';
import { readProgramVersion } from '../foundation/package-files.ts';
import { stopsStrict } from '../foundation/problem-gates.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { listPages, listPaths, VIEW_NAMES } from '../pages/page-registry.ts';
import type { CheckResult } from '../results/site-results.ts';
import { checkScripts } from '../site/check-settings.ts';
import { listOldAddresses } from '../site/old-addresses.ts';
import type { PageSource } from '../site/page-index.ts';
import type { Site } from '../site/site.ts';
import { listPending } from '../site/site-addresses.ts';
import { loadTheme, type Theme } from '../theme/load-theme.ts';
import { checkAds } from './check-ads.ts';
import { createCodeCheck } from './check-code.ts';
import { createLinkCheck } from './check-links.ts';
import { checkOffers } from './check-offers.ts';
import { createPaidLinkCheck } from './check-paid-links.ts';
import { createPolicyCheck } from './check-policy.ts';
import { checkSeo } from './check-seo.ts';
import { checkText } from './check-text.ts';
import { findTwins } from './check-topics.ts';
import { checkMenuLinks, createForeignLinkCheck, findPairs } from './foreign-links.ts';
import { renderInMemory } from './scan-pages.ts';
import { checkTranslations } from './stale-translations.ts';
import { createTextLanguageCheck } from './text-language.ts';

export interface CheckOptions {
  root: string;
  drafts: boolean;
  future: boolean;
  reporter: Reporter;
}

/** Writes nothing but the cache. */
export async function check(options: CheckOptions): Promise<CheckResult> {
  const { reporter } = options;
  const problems = createProblems();
  const config = await loadConfig(options.root);
  const theme = await loadTheme(
    config,
    { cacheFolder: cacheFolder(options.root), kinds: VIEW_NAMES },
    problems,
  );
  if (theme.code) {
    const { checkTypes } = await import('../theme/check-types.ts');
    for (const problem of await checkTypes(options.root)) problems.error(problem);
  }
  const cardFonts = listCardFonts(options.root, theme.cardFonts);
  const site = await readSite(config, { ...options, code: theme.code, cardFonts }, problems);
  const missing = findMissingGlyphs(theme.fonts, site);
  if (missing) problems.warn(missing);
  // An edition without its data has no pages. Articles with errors do not keep other pages from being checked.
  const isWhole = site.editions.every(({ missing }) => missing.size === 0);
  const pages = isWhole ? await checkWhole(site, theme, reporter, problems) : 0;
  for (const problem of [
    ...findPlaceholders(config),
    ...findTwins(config),
    ...findOutdatedCopies(options.root),
    ...findWithoutEffect(options.root),
  ])
    problems.warn(problem);
  const articles = site.editions.reduce((sum, edition) => sum + edition.articles.length, 0);
  const errors = [...problems.errors, ...problems.warnings.filter(stopsStrict)];
  // The pages show again what the texts have shown.
  const known = new Map(errors.map((problem) => [formatProblem(problem), problem]));
  return {
    errors: sortProblems([...known.values()]),
    warnings: sortProblems(problems.warnings.filter((problem) => !stopsStrict(problem))),
    articles,
    pages,
  };
}

/** Checks the rendered pages, and relations between pages. @returns the number of pages */
async function checkWhole(site: Site, theme: Theme, reporter: Reporter, problems: Problems): Promise<number> {
  const background = openBackground(availableParallelism() > 1);
  try {
    const icons = await drawIcons(site.config, background);
    const { code } = readProgramVersion();
    const pictures = { reporter, isCopied: true, isChecked: true, isWhole: false };
    const prepared = await prepareSite({ site, code, theme, fonts: null, icons, pictures, problems });
    const found = checkTranslations(site);
    const sources = new Map<string, PageSource | null>();
    const withoutAds = new Set<string>();
    for (const { from } of listOldAddresses(site)) withoutAds.add(from);
    for (const { path, source, output } of listPages(site)) {
      sources.set(path, source);
      if (output === 'error') withoutAds.add(path);
    }
    const pending = listPending(site, problems.errors);
    const paths = listPaths(site);
    const addresses = openAddresses(site, prepared, { paths, pending });
    found.push(...(await checkAds(site, addresses, withoutAds)));
    found.push(...checkScripts(site, addresses));
    const pairs = findPairs(site.editions.length > 1 ? listPages(site) : []);
    found.push(...checkMenuLinks(site, pairs));
    found.push(...checkOffers(site, addresses, readTimes(site.config).now));
    const { root } = site.config;
    const lost = findLostAddresses(site, openState(stateFile(root, join(root, 'dist'))), paths);
    const pool = createPool(root, 1, { code: theme.code });
    const shared = await findProblems({ site, paths, prepared, code: theme.code, pool, lost, pending });
    for (const problem of shared) problems.warn(problem);
    const places = createSourcePlaces(site);
    const links = createLinkCheck(site, addresses, places, problems, shared);
    const checkLanguages = createForeignLinkCheck(site, pairs, places, problems);
    const checkTextLanguage = await createTextLanguageCheck(site, problems);
    const colours = createCodeCheck(root, problems);
    const { client } = prepared.outputInput;
    const css = Buffer.from(client.read(client.entries.stylesheet)).toString();
    const paid = createPaidLinkCheck(site, { css, places }, problems);
    const checkPolicy = createPolicyCheck(site, places, problems);
    const phase = reporter.phase('pages', sources.size);
    let count = 0;
    for (const rendered of renderInMemory(site, prepared, theme.code, problems)) {
      links.visit(rendered);
      checkLanguages(rendered);
      colours.visit(rendered);
      paid.visit(rendered);
      checkPolicy(rendered);
      found.push(...checkSeo(rendered.page, sources.get(rendered.page.path) ?? null));
      checkText(site.config, rendered, places, problems);
      checkTextLanguage(rendered);
      phase.update(++count);
    }
    links.finish();
    colours.finish();
    paid.finish();
    phase.end(formatCount(count, 'page'));
    await collectProblems(site.config.root, found, problems);
    await finishIcons(icons);
    return count;
  } catch (error) {
    // Reports an error such as a logo that cannot be opened together with the other problems.
    if (!(error instanceof UserError) || problems.errors.length === 0) throw error;
    for (const problem of error.problems) problems.error(problem);
    return 0;
  } finally {
    background.close();
  }
}
