/** Lists, shows, approves and rejects generated articles. */
import { userInfo } from 'node:os';
import type { SiteConfig } from '../../config/config-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import { UserError } from '../../foundation/errors.ts';
import { stripInvisible } from '../../generate/checks/check-markdown.ts';
import {
  checkReviewed,
  decide,
  findReviewed,
  loadReviewed,
  type Reviewed,
} from '../../generate/review/review-articles.ts';
import { count } from '../../generate/run/run-result.ts';
import type { Call } from '../command.ts';
import type { ReviewCommandOptions } from '../review.ts';

export async function runReview(
  call: Call,
  action: string,
  names: readonly string[],
  options: ReviewCommandOptions,
): Promise<void> {
  const { root, reporter } = call;
  const config = await loadConfig(root);
  const all = loadReviewed(config);
  if (action === 'list') return listArticles(call, all, options);
  if (names.length === 0)
    throw new UserError({
      code: 'nothing-chosen',
      message: `articles review ${action} needs an article`,
      hint: 'give its path or slug; `articles review` lists them',
    });
  const chosen = findReviewed(all, names);
  if (action === 'show') {
    for (const article of chosen) reporter.output(`${renderLine(article)}\n\n${printable(article.content)}`);
    const articles = chosen.map((article) => ({ ...view(article), content: article.content }));
    return reporter.result({ articles }, '');
  }
  const { reviewer = userInfo().username, force } = options;
  if (action === 'approve' && !force) await refuseFindings(config, chosen);
  const done = action === 'approve' ? 'approved' : 'rejected';
  for (const article of chosen) await decide(config, article, done, reviewer);
  const files = chosen.map(({ file }) => file);
  reporter.result(
    done === 'approved' ? { approved: files, reviewer } : { rejected: files, reviewer },
    `${count(chosen.length, 'article')} ${done} by ${reviewer}`,
  );
}

function listArticles(
  { reporter }: Call,
  all: readonly Reviewed[],
  { status, locale }: ReviewCommandOptions,
): void {
  const wanted = status === undefined ? ['draft', 'needs-review'] : [status];
  const listed = all.filter(
    (article) =>
      wanted.includes(article.origin.status) && (locale === undefined || article.locale === locale),
  );
  if (listed.length > 0) reporter.output(listed.map(renderLine).join('\n'));
  const none = status === undefined ? 'no article waits for review' : `no article is ${status}`;
  const some = `${count(listed.length, 'article')}; to read one: articles review show SLUG`;
  reporter.result({ articles: listed.map(view) }, listed.length === 0 ? none : some);
}

async function refuseFindings(config: SiteConfig, chosen: readonly Reviewed[]): Promise<void> {
  const checked = await checkReviewed(config, chosen);
  const problems = [...checked].flatMap(([file, findings]) =>
    findings.map(({ code, message, hint, line, column }) => ({
      file,
      ...(line !== undefined && { line, column }),
      code: 'failed-check' as const,
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

/** Text from a model may contain control sequences, which a terminal must not obey. */
function printable(text: string): string {
  return stripInvisible(text.replace(/\r/g, ''));
}

function view({ file, locale, title, description, origin }: Reviewed) {
  return { file, locale, title, description, ...origin };
}
