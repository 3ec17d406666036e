import { expect, test } from 'vitest';

import { check } from '../../src/check/run-check.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { buildSite } from '../support/build.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

const reporter = createSilentReporter();
/** Bytes of the shorter document. */
const SIZE = 40_000;

/** A part of a document by its number. */
const DOCUMENTS: Record<string, (number: number) => string> = {
  'a changelog': (n) =>
    `${n % 9 === 0 ? `\n## ${n}.0.0\n\n` : ''}- Keep \`path${n}\` of ([#${n}](/issues/${n}))\n`,
  'one long list': (n) => `- Text of ([#${n}](/issues/${n})) and ![](chart-${n}.png)\n`,
  'a quotation of many lines': (n) => `> a line of text ${n}\n> and [a link](/issues/${n}) **${n}**\n>\n`,
  'links to headings': (n) =>
    `## Part ${n}\n\nSee [it](#none-${n}) and [that](/articles/second-look#${n}).\n\n`,
  'raw HTML': (n) =>
    `<a href="/issues/${n}" style="top:${n}px" onclick="go(${n})">x</a> <img src="/i${n}.png">\n\n`,
  'a table of figures': (n) =>
    `${n === 0 ? '| A | B | Sum |\n|---|---|---|\n' : ''}| ${n} | ${n + 1} | ${n + 7} |\n`,
  'many tables': (n) => `| A | B | Sum |\n|---|---|---|\n| ${n} | 2 | ${n + 7} |\n\n`,
  'wrong sums': (n) => `So ${n} + 3 = ${n + 5} in part ${n}.\n\n`,
  'numbers in a list': (n) => `- ${n}\n${n % 999 === 0 ? `\nSo 1 + 1 = 2.\n\n` : ''}`,
  'links in code': (n) => `\`[a](/code/${n})\` and [b](/issues/${n}) <b>x</b>\n\n`,
  directives: (n) => `:::callout\n[b](/issues/${n})\n:::\n\n`,
  footnotes: (n) => `A line[^${n}] with [b](/issues/${n}).\n\n[^${n}]: A note of [c](/notes/${n}).\n\n`,
};

function siteWith(part: (number: number) => string, size: number): string {
  let body = '';
  for (let number = 0; body.length < size; number++) body += part(number);
  const long = article({ title: 'Long', slug: 'long', category: 'betting', body });
  return makeSite({
    ...smallSite({ locales: ['en_US'], markdown: { rawHtml: true } }),
    'content/en_US/articles/long.md': long,
  });
}

/** Milliseconds of processor time, which other programs of the machine do not change. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const COMMANDS = {
  check: (root: string) => check({ root, drafts: false, future: false, reporter }),
  build: (root: string) => buildSite(root, { jobs: 1 }),
};

for (const [command, run] of Object.entries(COMMANDS))
  test.each(Object.entries(DOCUMENTS))(
    `${command}: %s`,
    async (_name, part) => {
      const short = await measure(() => run(siteWith(part, SIZE)));
      const long = await measure(() => run(siteWith(part, 4 * SIZE)));
      // In proportion it would be 4 at most, and with the square 16.
      expect(long).toBeLessThan(8 * short);
    },
    300_000,
  );
