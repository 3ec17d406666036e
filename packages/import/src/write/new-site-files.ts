/** Plans the files that a site needs besides its articles. */
import { CONFIG_FILE, INFO_KINDS, infoFile, type Strings, siteConfigJsonSchema } from '../core.ts';
import type { Destination } from './destination.ts';

/** @returns path → content; the writer skips files that exist */
export function planSiteFiles(
  { newConfig, edition, locale, config }: Destination,
  { info, errors }: Strings,
): Map<string, string> {
  const files = new Map<string, string>();
  if (newConfig) {
    files.set(CONFIG_FILE, json(newConfig));
    files.set('site-config.schema.json', json(siteConfigJsonSchema()));
    files.set('.gitignore', 'node_modules/\ndist/\n.dist.*\n.articles/\n');
  }
  const { title, description } = config;
  const names = { 'about-us': info.aboutUs, 'privacy-policy': info.privacyPolicy, terms: info.terms };
  if (!edition.seo) {
    const entry = (name: string) => ({ title: name, description: `${name} · ${title}` });
    files.set(
      `content/${locale}/seo.json`,
      json({
        home: { title, description: description || title },
        authors: entry(info.authors),
        'not-found': entry(errors.notFound.title),
        'about-us': entry(names['about-us']),
        'privacy-policy': entry(names['privacy-policy']),
        terms: entry(names.terms),
        sitemap: entry(info.sitemap),
      }),
    );
  }
  for (const kind of INFO_KINDS)
    files.set(infoFile(locale, kind), `---\ntitle: ${JSON.stringify(names[kind])}\n---\n${title}\n`);
  return files;
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
