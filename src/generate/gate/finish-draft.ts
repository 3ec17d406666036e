/** Passes a new article through the gate and renders its file with the findings. */
import type { Finding } from '../checks/finding.ts';
import { type ArticleDraft, renderArticle } from '../files/article-file.ts';
import { type ArticleFile, parseArticleFile } from '../files/origin.ts';
import type { PlacedFinding } from './check-article.ts';

/**
 * @param publish whether an article without findings skips the review
 * @param earlier findings of the model's answers; code has corrected some, such as line breaks in a title
 */
export async function finishDraft(
  draft: ArticleDraft,
  publish: boolean,
  earlier: readonly Finding[],
  check: (file: ArticleFile) => PlacedFinding[],
) {
  const before = await renderArticle(draft);
  const file = parseArticleFile(before);
  if (!file) throw new Error('the front matter of a new article cannot be read');
  const inFile = check(file);
  const codes = new Set(inFile.map(({ code }) => code));
  const found: PlacedFinding[] = [...inFile, ...earlier.filter(({ code }) => !codes.has(code))];
  // Each finding is a line of the front matter, which moves the text down.
  const shift = found.length === 0 ? 0 : found.length + 1;
  const findings = found.map(
    ({ line, ...finding }): PlacedFinding =>
      line === undefined ? finding : { ...finding, line: line + shift },
  );
  const status = findings.length > 0 ? 'needs-review' : publish ? 'published' : 'draft';
  const origin = { ...draft.origin, status, problems: findings.map(describeFinding) } as const;
  const content = await renderArticle({ ...draft, draft: status !== 'published', origin });
  return { findings, status, content } as const;
}

/** As the front matter has it: `host: a link to "evil.example" (line 31, column 8)`. */
function describeFinding({ code, message, line, column }: Finding & PlacedFinding): string {
  const place = line === undefined ? '' : ` (line ${line}, column ${column ?? 1})`;
  return `${code}: ${message}${place}`;
}
