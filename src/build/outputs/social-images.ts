/** Finds the social images of a site: one for each subject that a page may name. */
import { CONFIG_FILE } from '../../config/config-file.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { finding, type Problem } from '../../foundation/errors.ts';
import { formatCharacters, formatCount } from '../../foundation/report.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { type SocialImageInput, socialImageName } from '../../pictures/social.ts';
import { findUndrawable } from '../../pictures/social-text.ts';
import type { SocialSubject } from '../../site/edition-view.ts';
import type { OutputPath } from '../../site/page.ts';
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';

/** The input of each drawing, by the path of its file. */
export function listSocialImages({ config, editions }: Site): Map<OutputPath, SocialImageInput> {
  const inputs = new Map<OutputPath, SocialImageInput>();
  const level = config.features.socialImages;
  if (level === false) return inputs;
  const add = (subject: SocialSubject) => {
    const input = socialInput(config, subject);
    if (input) inputs.set(socialPath(input), input);
  };
  for (const { locale, tree, articles } of editions) {
    add({ locale, title: config.title, kicker: '', level: 'site' });
    for (const { title } of Object.values(tree)) add({ locale, title, kicker: '', level: 'category' });
    if (level !== 'article') continue;
    for (const { meta, placements } of articles)
      add({ locale, title: meta.title, kicker: placements[0]?.category.title ?? '', level: 'article' });
  }
  return inputs;
}

export function socialPath(input: SocialImageInput): OutputPath {
  return outputPath(`assets/social/${socialImageName(input)}`);
}

/**
 * Returns the texts of a drawing, at the level of the setting `socialImages`: the card of the category or of the site for a
 * title that the fonts do not have whole. Null if images are off, or if the fonts have none of them.
 */
export function socialInput(config: SiteConfig, subject: SocialSubject): SocialImageInput | null {
  const language = languageOf(subject.locale);
  const isDrawable = (text: string) => findUndrawable(text, language).length === 0;
  const chosen = listCards(config, subject).find(
    ({ title, kicker }) => isDrawable(title) && isDrawable(kicker),
  );
  return chosen ? { ...chosen, siteTitle: isDrawable(config.title) ? config.title : '', language } : null;
}

/** The card that the setting asks for, and those of what stands above it. */
function listCards(
  { features: { socialImages }, title: siteTitle }: SiteConfig,
  { title, kicker, level }: Omit<SocialSubject, 'locale'>,
): Pick<SocialImageInput, 'title' | 'kicker'>[] {
  const ofSite = { title: siteTitle, kicker: '' };
  const ofCategory = { title: kicker || title, kicker: '' };
  if (socialImages === false) return [];
  if (level === 'site' || socialImages === 'site') return [ofSite];
  return [...(socialImages === 'article' ? [{ title, kicker }] : []), ofCategory, ofSite];
}

/** A warning that names the characters of titles that the fonts lack; null if the fonts have all. */
export function findUndrawnTitles({ config, editions }: Site): Problem | null {
  const level = config.features.socialImages;
  if (level === false) return null;
  const missing = new Set<string>();
  const files: string[] = [];
  const look = (title: string, file: string, locale: LocaleCode) => {
    const found = findUndrawable(title, languageOf(locale));
    for (const character of found) missing.add(character);
    if (found.length > 0) files.push(file);
  };
  for (const { locale, tree, articles } of editions) {
    look(config.title, CONFIG_FILE, locale);
    if (level !== 'site')
      for (const { title } of Object.values(tree)) look(title, `content/${locale}/categories.json`, locale);
    if (level === 'article') for (const { meta } of articles) look(meta.title, meta.file, locale);
  }
  const [file] = files;
  if (file === undefined) return null;
  const titles = formatCount(files.length, 'title');
  const message = `link previews cannot show ${titles}, because the fonts of the program lack ${formatCharacters(missing)}`;
  const hint =
    'such pages show the picture of their category or of the site; `features.socialImages: false` leaves pictures out';
  return finding('undrawn-title', message, hint, { file });
}
