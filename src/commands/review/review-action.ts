/** Owns what `articles review` does: lists, shows, approves and rejects generated articles. */
import { userInfo } from 'node:os';
import { loadConfig } from '../../config/load-config.ts';
import { UserError } from '../../foundation/errors.ts';
import { stripInvisible } from '../../generate/checks/check-markdown.ts';
import {
  checkReviewed,
  decide,
  findReviewed,
  loadReviewed,
  type Reviewed,
} from '../../generate/files/review-articles.ts';
import { count } from '../../generate/run/run-result.ts';
import type { Call } from '../command.ts';
import { REVIEW_ACTIONS, type ReviewCommandOptions } from './review-options.ts';

export async function runReview(
  { root, reporter }: Call,
  action: string,
  names: readonly string[],
  options: ReviewCommandOptions,
): Promise<void> {
  const config = await loadConfig(root);
  const all = loadReviewed(config);
  if (action === 'list') {
    const listed = all.filter(
      ({ origin, locale }) =>
        (options.status === undefined
          ? origin.status === 'draft' || origin.status === 'needs-review'
          : origin.status === options.status) &&
        (options.locale === undefined || locale === options.locale),
    );
    if (listed.length > 0) reporter.output(listed.map(renderLine).join('\n'));
    reporter.result(
      { articles: listed.map(view) },
      listed.length === 0
        ? options.status === undefined
          ? 'nothing waits for review'
          : `no article is ${options.status}`
        : `${count(listed.length, 'article')}; read one with: articles review show SLUG`,
    );
    return;
  }
  if (!REVIEW_ACTIONS.includes(action))
    throw new UserError({
      message: `there is no action "${action}"`,
      hint: `use one of ${REVIEW_ACTIONS.join(', ')}`,
    });
  if (names.length === 0)
    throw new UserError({
      message: `articles review ${action} needs an article`,
      hint: 'give its path or slug; see `articles review`',
    });
  const chosen = findReviewed(all, names);
  if (action === 'show') {
    for (const article of chosen) reporter.output(`${renderLine(article)}\n\n${printable(article.content)}`);
    reporter.result(
      { articles: chosen.map((article) => ({ ...view(article), content: article.content })) },
      '',
    );
    return;
  }
  const reviewer = options.reviewer ?? userInfo().username;
  if (action === 'approve' && !options.force) await refuseFindings(config, chosen);
  for (const article of chosen)
    await decide(root, article, action === 'approve' ? 'approved' : 'rejected', reviewer);
  const done = action === 'approve' ? 'approved' : 'rejected';
  reporter.result(
    { [done]: chosen.map(({ file }) => file), reviewer },
    `${count(chosen.length, 'article')} ${done} by ${reviewer}`,
  );
}

async function refuseFindings(
  config: Awaited<ReturnType<typeof loadConfig>>,
  chosen: readonly Reviewed[],
): Promise<void> {
  const checked = await checkReviewed(config, chosen);
  const problems = [...checked].flatMap(([file, findings]) =>
    findings.map(({ code, message, hint }) => ({
      file,
      message: `${code}: ${message}`,
      hint: `${hint}, or approve with --force`,
    })),
  );
  if (problems.length > 0) throw new UserError(problems);
}

function renderLine({ file, title, origin }: Reviewed): string {
  const cost = origin.usd === null ? '' : `, $${origin.usd.toFixed(4)}`;
  const problems = origin.problems?.map((problem) => `\n    ${printable(problem)}`).join('') ?? '';
  return `${origin.status.padEnd(12)} ${file}\n    ${printable(title)} (${origin.model}${cost})${problems}`;
}

/** Text from a model may hold control sequences; a terminal shall not obey them. */
function printable(text: string): string {
  return stripInvisible(text.replace(/\r/g, ''));
}

function view({ file, locale, title, description, origin }: Reviewed) {
  return { file, locale, title, description, ...origin };
}
