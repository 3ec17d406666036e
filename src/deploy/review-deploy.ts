/** Shows how a deploy changes what readers see: on the terminal, as an HTML file, or as a summary for a pull request. */
import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { formatReview } from './compare/review-page.ts';
import { describeDiff, formatSummary, type SiteDiff } from './compare/site-diff.ts';
import type { BuildDeploy } from './deploy-options.ts';
import { diffSite } from './diff-site.ts';
import { connectTarget, type TargetChoice } from './resolve-target.ts';

/** @param file HTML file to write; null for the terminal only */
export async function showDiff(
  file: string | null,
  build: BuildDeploy,
  config: SiteConfig,
  choice: TargetChoice,
): Promise<void> {
  const { reporter } = build;
  const diff = await compareWithSite(build, config, choice);
  const review = file === null ? null : resolve(file);
  if (review !== null) await writeFile(review, formatReview(diff, config.title));
  const note = review === null ? '' : `\nwritten to ${review}`;
  reporter.result({ ...diff, review, dryRun: true }, describeDiff(diff) + note);
}

/** Writes the summary. @param url address of the deployed site */
export type WriteSummary = (url: string) => Promise<void>;

/** Compares before the deploy, as it changes the target. @returns null where nobody asked for a summary */
export async function prepareSummary(
  file: string | undefined,
  build: BuildDeploy,
  config: SiteConfig,
  choice: TargetChoice,
): Promise<WriteSummary | null> {
  const step = choice.preview === undefined ? undefined : process.env.GITHUB_STEP_SUMMARY;
  if ((file === undefined && !step) || build.dryRun) return null;
  const diff = await compareWithSite(build, config, choice);
  return async (url) => {
    const summary = formatSummary(diff, url);
    if (file !== undefined) await writeFile(resolve(file), summary);
    if (step) await appendFile(step, `${summary}\n`);
  };
}

/** Compares a preview with its site, and any other deployment with what it replaces. */
async function compareWithSite(
  build: BuildDeploy,
  config: SiteConfig,
  choice: TargetChoice,
): Promise<SiteDiff> {
  const { target, scope } = build;
  if (choice.preview === undefined) return diffSite(build, { target, scope });
  return diffSite(build, await connectTarget(config, { ...choice, preview: undefined }));
}
