/** Owns what the search box shows below its input: one HTML text for the script that answers first and for React. */
import { escapeHtml } from '../../content/markdown/escape.ts';
import type { Answer, ResultGroup } from '../../search/searcher.ts';
import type { SearchProps } from './island-props.ts';

export interface SearchState {
  phase: 'closed' | 'loading' | 'answered' | 'failed';
  /** The last answer; kept while the next one is on its way. */
  answer: Answer | null;
}

export const CLOSED: SearchState = { phase: 'closed', answer: null };

/** The inside of the results region. */
export function renderResults(
  { phase, answer }: SearchState,
  { labels }: Pick<SearchProps, 'labels'>,
): string {
  const note = (text: string) => `<p class="search-note">${escapeHtml(text)}</p>`;
  if (phase === 'closed') return '';
  if (phase === 'failed') return note(labels.failed);
  if (!answer) return note(labels.loading);
  if (answer.shown === 0) return note(labels.none);
  const more = `<button class="search-more" type="button">${escapeHtml(labels.more)}</button>`;
  return (
    answer.groups.map((group, at) => renderGroup(group, at, labels.newTab)).join('') +
    (answer.complete ? '' : more)
  );
}

function renderGroup({ label, results }: ResultGroup, at: number, newTab: string): string {
  const hint = `<span class="visually-hidden"> (${escapeHtml(newTab)})</span>`;
  const links = results.map(
    ({ title, url }) =>
      `<li><a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(title)}${hint}</a></li>`,
  );
  const id = `search-group-${at}`;
  return `<h2 id="${id}">${escapeHtml(label)}</h2><ul aria-labelledby="${id}">${links.join('')}</ul>`;
}

/** What assistive technology is told; '' where nothing is new. */
export function describeState({ phase, answer }: SearchState, { labels, language }: SearchProps): string {
  if (phase === 'failed') return labels.failed;
  if (phase !== 'answered' || !answer) return '';
  if (answer.shown === 0) return labels.none;
  const text = labels.results[new Intl.PluralRules(language).select(answer.shown)] ?? labels.results.other;
  const count = new Intl.NumberFormat(language).format(answer.shown);
  return text.replace('{count}', answer.complete ? count : `${count}+`);
}
