/** Finds the social images of a site: one for each subject that a page may name. */
import { CONFIG_FILE } from '../../config/config-file.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { finding, type Problem } from '../../foundation/errors.ts';
import { formatCharacters, formatCount } from '../../foundation/report.ts';
import { directionOf, type LocaleCode, languageOf } from '../../locales/codes.ts';
import { type SocialImageInput, socialImageName } from '../../pictures/social.ts';
import { findUndrawable } from '../../pictures/social-text.ts';
import type { SocialSubject } from '../../site/edition-view.ts';
import type { OutputPath } from '../../site/page.ts';
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';

/** The input of each drawing, by the path of its file. */
export function listSocialImages(site: Site): Map<OutputPath, SocialImageInput> {
  const { config, editions } = site;
  const inputs = new Map<OutputPath, SocialImageInput>();
  const level = config.features.socialImages;
  if (level === false) return inputs;
  const add = (subject: SocialSubject) => {
    const input = socialInput(site, subject);
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
export function socialInput(
  { config, cardFonts }: Pick<Site, 'config' | 'cardFonts'>,
  subject: SocialSubject,
): SocialImageInput | null {
  const language = languageOf(subject.locale);
  const isDrawable = (text: string) => findUndrawable(text, language, cardFonts).length === 0;
  const chosen = listCards(config, subject).find(
    ({ title, kicker }) => isDrawable(title) && isDrawable(kicker),
  );
  if (!chosen) return null;
  const siteTitle = isDrawable(config.title) ? config.title : '';
  const fonts = cardFonts.map(({ file, key }) => ({ file, key }));
  const direction = directionOf(language);
  return {
    ...{ ...chosen, siteTitle, language },
    ...(direction === 'rtl' && { direction }),
    ...(fonts.length > 0 && { fonts }),
  };
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
export function findUndrawnTitles({ config, editions, cardFonts }: Site): Problem | null {
  const level = config.features.socialImages;
  if (level === false) return null;
  const missing = new Set<string>();
  const files: string[] = [];
  const lacking = new Set<typeof level>();
  const look = (of: typeof level, title: string, file: string, locale: LocaleCode) => {
    const found = findUndrawable(title, languageOf(locale), cardFonts);
    for (const character of found) missing.add(character);
    if (found.length === 0) return;
    files.push(file);
    lacking.add(of);
  };
  for (const { locale, tree, treeFile, articles } of editions) {
    look('site', config.title, CONFIG_FILE, locale);
    if (level !== 'site')
      for (const { title } of Object.values(tree)) look('category', title, treeFile, locale);
    if (level === 'article') for (const { meta } of articles) look('article', meta.title, meta.file, locale);
  }
  const [file] = files;
  if (file === undefined) return null;
  const titles = formatCount(files.length, 'title');
  const message = `link previews cannot show ${titles}, because no font has ${formatCharacters(missing)}`;
  const hint = `add a font that has them, as theme/fonts/previews.ttf for link previews alone. Until then ${describeCard(lacking)}`;
  return finding('undrawn-title', message, hint, { file });
}

/** @param lacking the levels that have a title which cannot be drawn */
function describeCard(lacking: ReadonlySet<string>): string {
  const shows = 'the preview of such a page shows the picture of';
  if (lacking.has('article'))
    return `${shows} its category${lacking.has('site') ? ', where that one can be drawn' : ' or of the site'}`;
  return lacking.has('site') ? 'such a page has no picture' : `${shows} the site`;
}
