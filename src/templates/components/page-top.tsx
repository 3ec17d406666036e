/** Renders the line above a page's title: its place in the site, and the page in other languages. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Page } from '../../site/page.ts';
import { each } from './lists.tsx';

export function PageTop({ page: { breadcrumbs, translations, locale } }: { page: Page }) {
  if (breadcrumbs.length === 0 && translations.length === 0) return null;
  const { layout } = stringsOf(locale);
  const last = breadcrumbs.length - 1;
  return (
    <div className="page-top">
      {breadcrumbs.length > 0 && (
        <nav className="breadcrumbs" aria-label={layout.breadcrumbs}>
          <ol>
            {each(breadcrumbs, ({ url, title }, index) => (
              <li>{index === last ? <span aria-current="page">{title}</span> : <a href={url}>{title}</a>}</li>
            ))}
          </ol>
        </nav>
      )}
      {translations.length > 0 && (
        <nav className="translations" aria-label={layout.translations}>
          <ul>
            {each(translations, ({ url, title, language }) => (
              <li>
                <a href={url} hrefLang={language} lang={language}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
