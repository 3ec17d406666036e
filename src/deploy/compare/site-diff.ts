/** Defines what a deploy changes for readers, and describes it as text and as Markdown. */
import type { PageChange } from './compare-pages.ts';

export interface SiteDiff {
  /** Address of the target. */
  url: string;
  pages: PageChange[];
  /** Pages whose files change without a change that readers see, such as a new script. */
  invisible: number;
  /** Pages that stay as they are. */
  unchanged: number;
  /** Files that are no pages: pictures, feeds, public files. */
  files: { action: 'added' | 'removed' | 'changed'; name: string }[];
}

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

/** What changed on a page, one line each. */
function listChanges({ action, fields, words, paidLinks }: PageChange): string[] {
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
      ...listChanges(page).map((line) => `    ${line}`),
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

/** For a pull request. @param preview address of the preview, and of its pages */
export function formatSummary(diff: SiteDiff, preview: string): string {
  const rows = diff.pages.slice(0, MAX_PAGES).map((page) => {
    const name = escapeMarkdown(page.title || page.path);
    const link =
      page.action === 'removed'
        ? name
        : `[${name}](${preview.replace(/\/$/, '')}${encodeURI(decodeURI(page.path))})`;
    return `| ${page.action} | ${link} | ${listChanges(page).map(escapeMarkdown).join('<br>')} |`;
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
