/** Chooses the articles of the site that a text may link to. The model names them by marks, and code renders the links. */
import type { Section } from '../prompts/answer-schemas.ts';
import { createRanker } from './passages-of.ts';

/** A published article. */
interface Published {
  /** Relative to the root. */
  file: string;
  title: string;
  address: string;
}

export interface LinkedArticle extends Published {
  /** The mark of the article, such as "a3". */
  id: string;
}

const MOST = 12;

/** @returns a function that finds the articles whose titles fit a text best. @param own file of the article that is written */
export function createLinkFinder(articles: readonly Published[]) {
  let rank: ReturnType<typeof createRanker> | null = null;
  return (query: string, own: string | undefined): LinkedArticle[] => {
    rank ??= createRanker(articles.map(({ title }) => title));
    return rank(query)
      .flatMap((place) => articles[place] ?? [])
      .filter(({ file }) => file !== own)
      .slice(0, MOST)
      .map((article, index) => ({ id: `a${index + 1}`, ...article }));
  };
}

/** Replaces the marks in links by addresses. Links with any other mark are findings of the check of links. */
export function renderLinks(sections: readonly Section[], targets: readonly LinkedArticle[]): Section[] {
  const addresses = new Map(targets.map(({ id, address }) => [id, address]));
  return sections.map((section) => ({
    ...section,
    text: section.text.replace(/\]\((a\d+)\)/g, (whole, id: string) => {
      const address = addresses.get(id);
      return address === undefined ? whole : `](${address})`;
    }),
  }));
}
