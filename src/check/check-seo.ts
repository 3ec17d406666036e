/** Warns about titles and descriptions that search engines cut off. */

import { type Finding, finding } from '../foundation/errors.ts';
import type { GatedCode } from '../foundation/problem-gates.ts';
import type { Page } from '../site/page.ts';
import type { PageSource } from '../site/page-index.ts';
import { DESCRIPTION_LENGTH, measureTitle, TITLE_WIDTH } from '../site/text-width.ts';

/** @param source null where the page takes its texts from another page */
export function checkSeo({ head }: Page, source: PageSource | null): Finding[] {
  if (!source) return [];
  const warn = (code: GatedCode, field: PropertyKey[], message: string, hint: string) =>
    finding(code, message, hint, { file: source.file, field }, 'warning');
  const problems: Finding[] = [];
  const width = measureTitle(head.title);
  if (width > TITLE_WIDTH) {
    const message = `the title is about ${width} px wide; result pages cut it off at ${TITLE_WIDTH} px`;
    problems.push(warn('long-title', source.title, message, 'shorten the title'));
  }
  if (head.description === '') {
    const hint = 'add a description, or a first paragraph to take it from';
    problems.push(warn('missing-description', source.description, 'the page has no description', hint));
  }
  // A description that was cut from the text ends with an ellipsis, which does not count.
  const length = [...head.description.replace(/…$/, '')].length;
  if (length > DESCRIPTION_LENGTH) {
    const message = `the description has ${length} characters; result pages show about ${DESCRIPTION_LENGTH}`;
    problems.push(warn('long-description', source.description, message, 'shorten the description'));
  }
  return problems;
}
