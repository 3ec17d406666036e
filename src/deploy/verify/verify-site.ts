/** Compares a live site with what was deployed: status, headers, bytes, redirects, worker, and the answer for unknown pages. */

import { UserError } from '../../foundation/errors.ts';
import type { Reporter } from '../../foundation/report.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import type { Difference, VerifyResult } from '../../results/deploy-results.ts';
import { checkAnswer } from './check-answer.ts';
import { type ExpectedAnswer, type ExpectedSite, takeSample } from './expected-answers.ts';

const CONCURRENCY = 16;

export interface VerifyOptions {
  /** Number of pages and files to check besides home, error pages and worker; null for all. */
  sample: number | null;
  /** Bypasses shared caches, which may keep old pages for a minute. */
  fresh: boolean;
  reporter: Reporter;
}

/** @throws UserError when the host cannot be reached at all */
export async function verifySite(
  home: URL,
  { answers, notFound }: ExpectedSite,
  { sample, fresh, reporter }: VerifyOptions,
): Promise<VerifyResult> {
  const started = performance.now();
  const place = { home, query: fresh ? `articles-verify=${crypto.randomUUID().slice(0, 8)}` : '' };
  const chosen = sample === null ? answers : takeSample(answers, sample);
  const differences: Difference[] = [];
  const check = async (answer: ExpectedAnswer, others: readonly ExpectedAnswer[] | null) => {
    differences.push(...(await checkAnswer(answer, place, others)));
  };
  const [first, ...rest] = chosen;
  if (!first)
    throw new UserError({
      code: 'missing-build',
      message: 'there is nothing to verify',
      hint: 'run `articles build` first',
    });
  await check(first, null);
  const unreachable = differences.find(({ what }) => what === 'unreachable');
  if (unreachable) {
    throw new UserError({
      code: 'unreachable',
      message: `cannot reach ${home.host}: ${unreachable.found}`,
      hint: 'check the address and the network connection, then run the same command again',
    });
  }
  const phase = reporter.phase('verify', chosen.length);
  let done = 1;
  await forEachConcurrently(rest, CONCURRENCY, async (answer) => {
    await check(answer, null);
    phase.update(++done, answer.path);
  });
  for (const page of notFound) {
    const folder = page.path.replace(/\/[^/]*$/, '').replace(/\/404$/, '');
    await check({ ...page, path: `${folder}/${crypto.randomUUID()}` }, notFound);
  }
  phase.end(`${chosen.length + notFound.length} answers`);
  const order = (a: Difference, b: Difference) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0);
  return {
    url: home.href,
    checked: chosen.length + notFound.length,
    differences: differences.sort(order),
    seconds: (performance.now() - started) / 1000,
  };
}

const MAX_LINES = 50;

export function describeVerification({ url, checked, differences }: VerifyResult): string {
  if (differences.length === 0) return `${url} answers as deployed: ${checked} addresses checked`;
  const shown = differences
    .slice(0, MAX_LINES)
    .map((difference) =>
      [
        `${difference.what}  ${difference.url}`,
        `    expected ${difference.expected}`,
        `    found    ${difference.found}`,
      ].join('\n'),
    );
  const more = differences.length - shown.length;
  const addresses = new Set(differences.map((difference) => difference.url)).size;
  return [
    `${url}: ${addresses} of ${checked} addresses differ from what was deployed`,
    ...shown,
    ...(more > 0 ? [`… and ${more} more differences (see --json)`] : []),
  ].join('\n');
}

/** @returns the address of a site's home page @throws UserError */
export function parseSiteUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new UserError({
      code: 'invalid-option-value',
      message: `"${text.replace(/\/\/[^/?#]*@/, '//')}" is not the address of a site`,
      hint: 'use an address such as https://example.org, without a password, query or fragment',
    });
  }
  return url;
}
