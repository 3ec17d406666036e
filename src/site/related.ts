/** Ranks related articles by subcategory, shared terms and distance in time. Deterministic. */
import { segmentWords } from '../locales/words.ts';
import type { Article } from './site.ts';

/** Number of candidates around each article in its subcategory. */
const WINDOW = 24;
/** Number of candidates from the newest of the category, if the subcategory is too small. */
export const MAX_FILLERS = 48;

/**
 * Returns a function that ranks the articles related to one. Candidates are the nearest in the subcategory and, if it is
 * small, the newest of the category, so the cost of one article does not grow with the site. The rank is the number of
 * words that titles and descriptions share and of tags and other terms, plus one for the same subcategory.
 *
 * @param articles whose primary place is the subcategory, newest first
 */
export function createRelated(
  articles: readonly Article[],
  category: readonly Article[],
  count: number,
): (index: number) => Article[] {
  const terms = new Map<Article, Set<string>>();
  const termsOf = (article: Article) => {
    const known = terms.get(article) ?? findTerms(article);
    terms.set(article, known);
    return known;
  };
  /** Index of the first article whose terms are kept. */
  let cleared = 0;
  const fillers = articles.length > count ? [] : category.slice(0, MAX_FILLERS);

  return (index) => {
    const self = articles[index];
    if (!self || count === 0) return [];
    const own = termsOf(self);
    const start = Math.max(0, Math.min(index - WINDOW / 2, articles.length - WINDOW - 1));
    const near = articles.slice(start, start + WINDOW + 1);
    // Callers visit the listing in order, so the terms of earlier articles are no longer needed.
    for (const passed of articles.slice(cleared, start)) terms.delete(passed);
    cleared = Math.max(cleared, start);
    const ranked: { article: Article; score: number; distance: number }[] = [];
    const consider = (article: Article, bonus: number, distance: number) => {
      if (article === self) return;
      let score = bonus;
      for (const term of termsOf(article)) if (own.has(term)) score++;
      ranked.push({ article, score, distance });
    };
    for (const [offset, article] of near.entries()) consider(article, 1, Math.abs(start + offset - index));
    for (const [offset, article] of fillers.entries())
      if (!near.includes(article)) consider(article, 0, WINDOW + offset);
    // The sort is stable: candidates of equal rank keep the order above.
    ranked.sort((a, b) => b.score - a.score || a.distance - b.distance);
    return ranked.slice(0, count).map(({ article }) => article);
  };
}

const MINIMUM_TERM = 4;

/** The addresses of its terms, and words of title and description with at least four letters (two where words are short), in lower case, without the last letter of usual endings. */
function findTerms({ meta, edition, terms: listed }: Article): Set<string> {
  const text = `${meta.title} ${meta.description}`.toLocaleLowerCase(edition.language);
  const terms = new Set<string>(listed.map(({ term }) => term.path));
  const segmented = segmentWords(text, edition.language);
  const minimum = segmented || edition.language === 'ko' ? 2 : MINIMUM_TERM;
  for (const word of segmented ?? text.split(/[^\p{L}\p{M}\p{N}]+/u))
    if (word.length >= minimum) terms.add(word.slice(0, 6));
  return terms;
}
