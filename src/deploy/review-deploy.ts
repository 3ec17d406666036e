/** Shows how a deploy changes what readers see: on the terminal, as an HTML file, or as a summary for a pull request. */
import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { UserError } from '../foundation/errors.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import { comparePages, type PageChange } from './compare/compare-pages.ts';
import { type PageFacts, readPageFacts } from './compare/page-facts.ts';
import { formatReview } from './compare/review-page.ts';
import { describeDiff, formatSummary, type SiteDiff } from './compare/site-diff.ts';
import type { BuildDeploy } from './deploy-options.ts';
import { loadBody } from './execute/read-output.ts';
import { readStored } from './execute/read-stored.ts';
import { createChangeSet } from './plan/change-set.ts';
import { createDesiredSite } from './plan/desired-objects.ts';
import { connectTarget, type TargetChoice } from './resolve-target.ts';
import type { StoredObject } from './targets/target.ts';
import type { TargetClient } from './targets/target-client.ts';
import { addressOf, isPage } from './verify/expected-answers.ts';

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
  reporter.result({ kind: 'deploy-diff', ...diff, review, dryRun: true }, describeDiff(diff) + note);
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

/** The deployed site that a build is compared with. */
interface Former {
  target: TargetClient;
  scope: string;
}

const PREVIEW_BASE = /\/_preview\/[^/]+$/;

/**
 * Reads only the pages whose files differ.
 * @param former the target itself, or for a preview the site that it previews
 */
async function diffSite(options: BuildDeploy, former: Former): Promise<SiteDiff> {
  const { target, manifest, folder, concurrency, reporter } = options;
  const { scope } = former;
  if (manifest.shard.total > 1) {
    throw new UserError({
      code: 'partial-build',
      message: 'a part of a sharded build cannot be compared',
      hint: 'build the whole site',
    });
  }
  const { desired, sources } = createDesiredSite(manifest, former.target, options);
  const stored = await former.target.list('');
  const retention = { keepReleases: 1, keepDays: 0, sequence: 0, now: 0 };
  const set = createChangeSet({ desired, stored, scope, retention });
  const changes = set.changes.filter(({ action }) => action !== 'headers');
  // A preview has its own base path, which is not a change.
  const base = former.target === target ? '' : (PREVIEW_BASE.exec(manifest.basePath)?.[0] ?? '');
  const readNew = async (name: string): Promise<PageFacts> => {
    const source = sources.get(name);
    if (!source) throw new Error(`no source for "${name}"`);
    const body = await loadBody(folder, { ...source, encoding: '', noindex: false });
    if (body.kind !== 'bytes') throw new Error(`"${name}" is too large for a page`);
    return withoutBase(readPageFacts(body.bytes.toString()), base);
  };
  const readOld = async (object: StoredObject): Promise<PageFacts> =>
    readPageFacts((await readStored(former.target, object)).toString());
  const pages: PageChange[] = [];
  let invisible = 0;
  const changedPages = changes.filter(isPage);
  const phase = reporter.phase('compare', changedPages.length);
  let done = 0;
  await forEachConcurrently(changedPages, concurrency, async ({ name, kind, action, stored: old }) => {
    const [before, after] = await Promise.all([
      old ? readOld(old) : null,
      action === 'delete' ? null : readNew(name),
    ]);
    const change = comparePages(addressOf({ name, kind }) || '/', before, after);
    if (change) pages.push(change);
    else invisible++;
    phase.update(++done, name);
  });
  phase.end();
  const byPath = (a: { path: string }, b: { path: string }) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
  return {
    url: former.target.url,
    pages: pages.sort(byPath),
    invisible,
    unchanged:
      desired.filter(isPage).length - changedPages.filter(({ action }) => action !== 'delete').length,
    files: changes
      .filter(({ kind, action }) => (kind === 'file' || kind === 'index') && action !== 'retire')
      .map(({ action, name }) => ({ action: ACTIONS[action], name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const ACTIONS = {
  create: 'added',
  replace: 'changed',
  headers: 'changed',
  retire: 'removed',
  delete: 'removed',
} as const;

function withoutBase(facts: PageFacts, base: string): PageFacts {
  const strip = (text: string) => text.replace(base, '');
  return { ...facts, canonical: strip(facts.canonical), redirect: strip(facts.redirect) };
}
