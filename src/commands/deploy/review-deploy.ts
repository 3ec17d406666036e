/** Shows what readers will see change with a deploy: in the terminal, as an HTML file, as a summary for a pull request. */
import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { formatReview } from '../../deploy/compare/review-page.ts';
import { describeDiff, formatSummary, type SiteDiff } from '../../deploy/compare/site-diff.ts';
import type { BuildOptions } from '../../deploy/deploy-options.ts';
import { diffSite } from '../../deploy/diff-site.ts';
import { createScope, openLocation, resolveTarget, type TargetChoice } from '../../deploy/resolve-target.ts';

/** @param file HTML file to write; true for none */
export async function showDiff(
  file: string | true,
  build: BuildOptions,
  config: SiteConfig,
  choice: TargetChoice,
): Promise<void> {
  const { reporter } = build;
  const diff = await compareWithSite(build, config, choice);
  const review = file === true ? null : resolve(file);
  if (review !== null) await writeFile(review, formatReview(diff, config.title));
  const note = review === null ? '' : `\nwritten to ${review}`;
  reporter.result({ ...diff, review, dryRun: true }, describeDiff(diff) + note);
}

/** @returns null without a request for a summary; else the function that writes it after the deploy */
export async function prepareSummary(
  file: string | undefined,
  build: BuildOptions,
  config: SiteConfig,
  choice: TargetChoice,
): Promise<((url: string) => Promise<void>) | null> {
  const step = choice.preview === undefined ? undefined : process.env.GITHUB_STEP_SUMMARY;
  if ((file === undefined && !step) || build.dryRun) return null;
  const diff = await compareWithSite(build, config, choice);
  return async (url) => {
    const summary = formatSummary(diff, url);
    if (file !== undefined) await writeFile(resolve(file), summary);
    if (step) await appendFile(step, `${summary}\n`);
  };
}

/** A preview is compared with the site that it previews, any other deployment with what it replaces. */
async function compareWithSite(
  build: BuildOptions,
  config: SiteConfig,
  choice: TargetChoice,
): Promise<SiteDiff> {
  const { target, scope } = build;
  if (choice.preview === undefined) return diffSite(build, { target, scope });
  const site = await openLocation(config, resolveTarget(config, { ...choice, preview: undefined }).location);
  await site.connect();
  return diffSite(build, { target: site, scope: createScope(config, site) });
}
