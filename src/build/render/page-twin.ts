/** Writes the Markdown twin of a page (`agents.markdown`): what the page says, for readers that are programs. */
import { escapeText, toMarkdown, writeHeading } from '../../content/markdown/to-markdown.ts';
import { languageOf } from '../../locales/codes.ts';
import type { PlannedPage } from '../../pages/page-kind.ts';
import type { Routes } from '../../site/routes.ts';

export interface TwinText {
  /** Front matter and heading. */
  head: string;
  /** Paid links, under their visible label. */
  end: string;
  /** Absolute URL of the page. */
  url: string;
}

export function createTwin({ page, facts = {} }: PlannedPage, routes: Routes): TwinText {
  const url = routes.absolute(page.path);
  const { title } = page.head.openGraph;
  const { description } = page.head;
  const fields = { title, description, url, language: languageOf(page.locale), ...facts };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  const paid = page.ads?.blocks.map((html) => toMarkdown(html, url)).filter(Boolean) ?? [];
  return {
    head: `---\n${lines.join('')}---\n\n${writeHeading(1, escapeText(title))}\n\n`,
    end:
      page.ads && paid.length > 0
        ? `\n---\n\n**${escapeText(page.ads.heading)}**\n\n${paid.join('\n\n')}\n`
        : '',
    url,
  };
}

export function writeTwin({ head, end, url }: TwinText, html: string): string {
  return `${head}${toMarkdown(html, url)}\n${end}`;
}
