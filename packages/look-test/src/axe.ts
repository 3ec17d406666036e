/** Checks accessibility of an open page: WCAG 2.2 AA and best practices. */
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Axe {
  run(
    root: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

export interface Violation {
  /** Of the rule, such as "color-contrast". */
  rule: string;
  /** The first element that breaks it, as HTML. */
  html: string;
  /** What is wrong with it, on one line. */
  summary: string;
}

/**
 * @param page opened with `bypassCSP`: the checker is an inline script
 * @param axe the script of axe-core
 */
export async function findViolations(page: Page, axe: string): Promise<Violation[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(({ id, nodes: [first] }) => ({
      rule: id,
      html: first?.html ?? '',
      summary: first?.failureSummary ?? '',
    }));
  }, TAGS);
  return found.map(({ summary, ...rest }) => ({
    ...rest,
    summary: summary
      .replace(/^Fix [^\n]*\n/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}
