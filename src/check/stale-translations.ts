/** Checks that translations stand where their original does, in its category, and are not older. */
import { type ArticleDate, formatLocal, formatRfc3339, isOlder } from '../content/article/dates.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { groupBy } from '../foundation/group-by.ts';
import { englishName, type LocaleCode, tagOf, versionOf } from '../locales/codes.ts';
import type { Article, Edition, Site } from '../site/site.ts';

export function checkTranslations(site: Site): Finding[] {
  const problems: Finding[] = [];
  // Older versions stay as they were.
  const editions = site.editions.filter(({ locale }) => versionOf(locale) === null);
  for (const pages of site.translations.values()) {
    const [original, ...translations] = pages.filter(({ edition }) => editions.includes(edition));
    if (!original) continue;
    for (const translation of translations)
      problems.push(...compare(original, translation, site.config.timeZone));
  }
  for (const [index, edition] of editions.entries())
    problems.push(...findStrays(site, edition, editions.slice(0, index)));
  return problems;
}

function compare(original: Article, translation: Article, timeZone: string): Finding[] {
  const { file } = translation.meta;
  const found: Finding[] = [];
  const warn = (
    code: 'misplaced-translation' | 'outdated-translation',
    message: string,
    hint: string,
    field?: PropertyKey[],
  ) => found.push(finding(code, message, hint, { file, ...(field && { field }) }, 'warning'));
  const [here, there] = [placeOf(translation), placeOf(original)];
  if (here !== there) {
    const message = `the translation is in ${here}, but its original (${original.meta.file}) is in ${there}`;
    const hint = 'give both the same category; if they are not translations of each other, rename one file';
    warn('misplaced-translation', message, hint, [
      translation.meta.entities[0]?.isShort ? 'category' : 'entities',
    ]);
  }
  const [from, to] = [languageIn(original.edition.locale), languageIn(translation.edition.locale)];
  if (translation.meta.hash === original.meta.hash && from !== to) {
    const message = `the file is the same as ${original.meta.file}, so readers of ${to} get its text in ${from}`;
    warn('misplaced-translation', message, 'translate it, or remove it until it is translated');
  }
  if (isOlder(translation.meta, original.meta)) {
    const [changed, translated] = [lastChange(original), lastChange(translation)];
    const isSameDay = changed.day === translated.day;
    const show = ({ day, time }: ArticleDate) => (isSameDay ? formatLocal(time, timeZone) : day);
    const message = `the original (${original.meta.file}) changed on ${show(changed)}, but the translation on ${show(translated)}`;
    const later = isSameDay ? ` to a later day, or to ${formatRfc3339(changed)}` : '';
    const hint = `bring the translation up to date, then set its "updated"${later}`;
    warn('outdated-translation', message, hint, [translation.meta.updated === null ? 'date' : 'updated']);
  }
  return found;
}

/** Finds articles without an original that have the file name or the slug of one that nobody has translated. */
function findStrays(site: Site, { locale, articles }: Edition, before: readonly Edition[]): Finding[] {
  const isPaired = ({ meta }: Article, other: LocaleCode) =>
    site.translations.get(meta.key)?.some(({ edition }) => edition.locale === other) === true;
  const waiting = before.flatMap((edition) => edition.articles.filter((one) => !isPaired(one, locale)));
  if (waiting.length === 0) return [];
  const byName = groupBy(waiting, ({ meta }) => nameOf(meta.key));
  const bySlug = groupBy(waiting, ({ meta }) => meta.slug);
  return articles.flatMap((article): Finding[] => {
    const { file, key, slug } = article.meta;
    if (before.some((edition) => isPaired(article, edition.locale))) return [];
    const found = new Set([...(byName.get(nameOf(key)) ?? []), ...(bySlug.get(slug) ?? [])]);
    const [original, ...others] = found;
    if (!original || others.length > 0 || !/\p{L}/u.test(nameOf(key)) || nameOf(key) === 'index') return [];
    const message = `no original has the path ${key}.md, so this is no translation of ${original.meta.file}`;
    const hint = `move it to content/${locale}/articles/${original.meta.key}.md; if it is another article, give its file and its slug other names`;
    return [finding('misplaced-translation', message, hint, { file }, 'warning')];
  });
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);

const lastChange = ({ meta: { updated, date } }: Article) => updated ?? date;

/** Without the country: two editions of one language may share a text. */
const languageIn = (locale: LocaleCode) => englishName(new Intl.Locale(tagOf(locale)).language);

function placeOf({ placements }: Article): string {
  const [first] = placements;
  return first ? `${first.category.key}/${first.subcategory.key}` : 'no category';
}
