/** Checks that translations are in the same category as their original, and not older. */
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { Article, Site } from '../site/site.ts';

export function checkTranslations(site: Site): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const articles of site.translations.values()) {
    // The article in the first edition that has it is the original.
    const [original, ...translations] = articles;
    if (!original) continue;
    for (const translation of translations) problems.push(...compare(original, translation));
  }
  return problems;
}

function compare(original: Article, translation: Article): FieldProblem[] {
  const { file } = translation.meta;
  const problems: FieldProblem[] = [];
  const [here, there] = [placeOf(translation), placeOf(original)];
  if (here !== there) {
    problems.push({
      file,
      code: 'misplaced-translation',
      message: `the translation is in ${here}, but its original (${original.meta.file}) is in ${there}`,
      hint: 'give both the same entities; if they are not translations of each other, rename one file',
      at: { field: ['entities', 0] },
      warning: true,
    });
  }
  if (original.changed > translation.changed) {
    const day = (article: Article) => (article.meta.updated ?? article.meta.date).day;
    problems.push({
      file,
      code: 'outdated-translation',
      message: `the original (${original.meta.file}) changed on ${day(original)}, but the translation on ${day(translation)}`,
      hint: 'bring the translation up to date, then set its "updated"',
      at: { field: [translation.meta.updated === null ? 'date' : 'updated'] },
      warning: true,
    });
  }
  return problems;
}

function placeOf({ placements }: Article): string {
  const [first] = placements;
  return first ? `${first.category.key}/${first.subcategory.key}` : 'no category';
}
