/** Takes a text of another system into the review: gives it an origin, and runs the same checks as for a generated one. */
import { isAbsolute, join } from 'node:path';
import type { ReviewCommandOptions } from '../../commands/review-options.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { hashArticle } from '../../content/article/approvals.ts';
import { articleFolder } from '../../content/article/scan-sources.ts';
import { type Problem, UserError } from '../../foundation/errors.ts';
import { relativePath } from '../../foundation/paths.ts';
import { formatCount, type Reporter } from '../../foundation/report.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { isBlocking } from '../checks/finding.ts';
import { editFrontMatter, replaceArticle } from '../files/article-file.ts';
import { type Origin, parseArticleFile, readArticleFile } from '../files/origin.ts';
import { createRunId, jobId } from '../run/run-plan.ts';
import { describeFinding, renderFindings } from './describe-findings.ts';
import { checkReviewed, type Reviewed } from './review-articles.ts';

export async function submitTexts(
  config: SiteConfig,
  reporter: Reporter,
  names: readonly string[],
  { model = 'another system' }: ReviewCommandOptions,
): Promise<void> {
  if (names.length === 0)
    throw new UserError({
      code: 'nothing-chosen',
      message: 'articles review submit needs a file',
      hint: 'give the path of a Markdown file below content/{locale}/articles',
    });
  const run = createRunId(Date.now());
  const read = await Promise.all(
    names.map((name, index) => readSubmitted(config, name, { model, run, number: index + 1 })),
  );
  const problems = read.flatMap((text) => ('code' in text ? [text] : []));
  if (problems.length > 0) throw new UserError(problems);
  const texts = read.flatMap((text) => ('code' in text ? [] : [text]));
  const { root } = config;
  // Without its origin, a text would count as one of the site's own, and the addresses in it as known.
  for (const { article, before } of texts) await replaceArticle(root, article.file, before, article.content);
  const checked = await checkReviewed(
    config,
    texts.map(({ article }) => article),
  );
  const articles = [];
  for (const { article } of texts) {
    const found = checked.get(article.file) ?? [];
    const status = found.some(isBlocking) ? 'needs-review' : 'draft';
    const findings = found.map(describeFinding);
    const { file, locale, title, sha256, content, bodyStart } = article;
    const origin: Origin = {
      ...article.origin,
      status,
      problems: found.map(({ code, message }) => `${code}: ${message}`),
    };
    const head = await editFrontMatter(content.slice(0, bodyStart), {}, origin);
    await replaceArticle(root, file, content, head + content.slice(bodyStart));
    articles.push({ file, locale, title, status, sha256, findings });
    reporter.output(`${status.padEnd(12)} ${file}${renderFindings(findings)}`);
  }
  reporter.result(
    { kind: 'review-submit', submitted: articles },
    `${formatCount(articles.length, 'text')} submitted; next: articles review`,
  );
}

/** @returns the article with a new origin, or the reason why it cannot be submitted */
async function readSubmitted(
  { root, locales }: SiteConfig,
  name: string,
  { model, run, number }: { model: string; run: string; number: number },
): Promise<{ article: Reviewed; before: string } | Problem> {
  const file = isAbsolute(name) ? relativePath(root, name) : name.replace(/^\.\//, '');
  const problem = (message: string, hint: string): Problem => ({
    file,
    code: 'unsubmittable-text',
    message,
    hint,
  });
  const locale = GENERATION_LOCALES.find(
    (code) => locales.includes(code) && file.startsWith(`${articleFolder(code)}/`) && file.endsWith('.md'),
  );
  if (!locale)
    return problem(
      'this is no file of an article in a language that can be checked',
      `put it below ${articleFolder(locales[0] ?? 'en_US')}; the languages are ${GENERATION_LOCALES.join(', ')}`,
    );
  const found = readArticleFile(join(root, file));
  if (!found) return problem('the file does not exist or has no front matter', 'correct it first');
  if (found.origin)
    return problem(
      'this text has an origin, so it is in the review already',
      `run: articles review show ${file}`,
    );
  const { data, content, bodyStart } = found;
  const title = String(data.title ?? '');
  const sha256 = hashArticle(data, content.slice(bodyStart));
  const origin: Origin = {
    status: 'draft',
    reviewer: null,
    model,
    prompt: 'none',
    run,
    article: jobId(locale, number),
    topic: title,
    date: new Date().toISOString(),
    sha256,
    tokens: { input: 0, cached: 0, output: 0 },
    usd: null,
  };
  const head = await editFrontMatter(content.slice(0, bodyStart), { draft: 'true' }, origin);
  const article = parseArticleFile(head + content.slice(bodyStart));
  if (!article?.origin)
    return problem('the front matter cannot be completed', 'write it in the plain form of YAML');
  const description = String(data.description ?? '');
  return {
    article: { ...article, origin, file, locale, title, description, sha256, earlier: null, status: 'draft' },
    before: content,
  };
}
