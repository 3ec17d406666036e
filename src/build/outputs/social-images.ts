/** Finds the social images of a site: one for each subject that a page may name. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { languageOf } from '../../locales/codes.ts';
import { type SocialImageInput, socialImageName } from '../../pictures/social.ts';
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

/** Returns the texts of a drawing, at the level of the setting `socialImages`; null if it is off. */
export function socialInput(
  config: SiteConfig,
  { locale, title, kicker, level }: SocialSubject,
): SocialImageInput | null {
  const asked = config.features.socialImages;
  const common = { siteTitle: config.title, language: languageOf(locale) };
  if (asked === false) return null;
  if (level === 'site' || asked === 'site') return { title: config.title, kicker: '', ...common };
  if (asked === 'category') return { title: kicker || title, kicker: '', ...common };
  return { title, kicker, ...common };
}
