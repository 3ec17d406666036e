/** Describes the changes that readers will see, as text and as Markdown. */
import type { DiffResult } from '../../results/deploy-results.ts';
import type { PageChange } from './compare-pages.ts';

/** `--diff` adds the file that it writes. */
export type SiteDiff = Omit<DiffResult, 'kind' | 'review' | 'dryRun'>;

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;
const MAX_PAGES = 200;

function countPages({ pages }: SiteDiff, action: PageChange['action']): number {
  return pages.filter((page) => page.action === action).length;
}

/** "2 pages added, 1 removed, 3 changed". */
export function summarizeDiff(diff: SiteDiff): string {
  const count = (action: PageChange['action']) => countPages(diff, action);
  const paid = diff.pages.flatMap(({ paidLinks }) => [...paidLinks.added, ...paidLinks.removed]).length;
  return [
    `${count('added')} ${count('added') === 1 ? 'page' : 'pages'} added, ${count('removed')} removed, ${count('changed')} changed`,
    ...(paid > 0 ? [`${paid} paid links differ`] : []),
    ...(diff.invisible > 0 ? [`${diff.invisible} with changes that readers do not see`] : []),
    `${diff.unchanged} unchanged`,
  ].join(', ');
}

/** Describes each change of a page in a line. */
function describeChanges({ action, fields, words, paidLinks }: PageChange): string[] {
  const isChanged = action === 'changed';
  return [
    ...fields.map(({ field, before, after }) =>
      isChanged ? `${field}: ${before || '(none)'} → ${after || '(none)'}` : `${field}: ${after || before}`,
    ),
    ...(isChanged && words.added + words.removed > 0
      ? [`words: ${words.added} added, ${words.removed} removed`]
      : []),
    ...paidLinks.added.map((link) => `paid link added: ${link}`),
    ...paidLinks.removed.map((link) => `paid link removed: ${link}`),
  ];
}

export function describeDiff(diff: SiteDiff): string {
  const lines = diff.pages
    .slice(0, MAX_PAGES)
    .flatMap((page) => [
      `${SIGNS[page.action]} ${page.path}  ${page.title}`,
      ...describeChanges(page).map((line) => `    ${line}`),
    ]);
  const more = diff.pages.length - MAX_PAGES;
  if (more > 0) lines.push(`… and ${more} more pages (see --json)`);
  const files = diff.files.slice(0, MAX_PAGES).map(({ action, name }) => `${SIGNS[action]} ${name}`);
  return [
    `What readers of ${diff.url} will see change: ${summarizeDiff(diff)}`,
    ...lines,
    ...(files.length > 0 ? [`Files: ${diff.files.length}`, ...files] : []),
  ].join('\n');
}

/** Formats the changes for a pull request. @param preview URL of the preview, which links lead to */
export function formatSummary(diff: SiteDiff, preview: string): string {
  const rows = diff.pages.slice(0, MAX_PAGES).map((page) => {
    const name = escapeMarkdown(page.title || page.path);
    const link =
      page.action === 'removed'
        ? name
        : `[${name}](${preview.replace(/\/$/, '')}${encodeURI(decodeURI(page.path))})`;
    return `| ${page.action} | ${link} | ${describeChanges(page).map(escapeMarkdown).join('<br>')} |`;
  });
  const more = diff.pages.length - rows.length;
  return [
    '## Preview',
    '',
    `**<${preview}>**`,
    '',
    `Against the deployed site: ${summarizeDiff(diff)}.`,
    '',
    ...(rows.length > 0 ? ['| | Page | Changes |', '|---|---|---|', ...rows, ''] : []),
    ...(more > 0 ? [`… and ${more} more pages.`, ''] : []),
  ].join('\n');
}

/** Titles and addresses may contain anything: no markup, links, mentions or further cells. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~@:]/g, (character) => `&#${character.charCodeAt(0)};`);
}
