/** Checks that translations are in the same category as their original, and not older. */
import { isOlder } from '../content/article/dates.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { versionOf } from '../locales/codes.ts';
import type { Article, Site } from '../site/site.ts';

export function checkTranslations(site: Site): Finding[] {
  const problems: Finding[] = [];
  for (const pages of site.translations.values()) {
    // Older versions stay as they were.
    const [original, ...translations] = pages.filter(({ edition }) => versionOf(edition.locale) === null);
    if (!original) continue;
    for (const translation of translations) problems.push(...compare(original, translation));
  }
  return problems;
}

function compare(original: Article, translation: Article): Finding[] {
  const { file } = translation.meta;
  const found: Finding[] = [];
  const [here, there] = [placeOf(translation), placeOf(original)];
  if (here !== there) {
    const message = `the translation is in ${here}, but its original (${original.meta.file}) is in ${there}`;
    const hint = 'give both the same category; if they are not translations of each other, rename one file';
    found.push(
      finding(
        'misplaced-translation',
        message,
        hint,
        { file, field: [translation.meta.entities[0]?.isShort ? 'category' : 'entities'] },
        'warning',
      ),
    );
  }
  if (isOlder(translation.meta, original.meta)) {
    const day = (article: Article) => (article.meta.updated ?? article.meta.date).day;
    const message = `the original (${original.meta.file}) changed on ${day(original)}, but the translation on ${day(translation)}`;
    const hint = 'bring the translation up to date, then set its "updated"';
    const field = [translation.meta.updated === null ? 'date' : 'updated'];
    found.push(finding('outdated-translation', message, hint, { file, field }, 'warning'));
  }
  return found;
}

function placeOf({ placements }: Article): string {
  const [first] = placements;
  return first ? `${first.category.key}/${first.subcategory.key}` : 'no category';
}
