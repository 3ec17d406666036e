/** Owns the line above a page's title: where the reader is, and the page in other languages. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Page } from '../../site/page.ts';

export function PageTop({ page }: { page: Page }) {
  if (page.breadcrumbs.length === 0 && page.translations.length === 0) return null;
  const { layout } = stringsOf(page.locale);
  const last = page.breadcrumbs.length - 1;
  return (
    <div className="page-top">
      {page.breadcrumbs.length > 0 && (
        <nav className="breadcrumbs" aria-label={layout.breadcrumbs}>
          <ol>
            {page.breadcrumbs.map((link, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
              <li key={index}>
                {index === last ? (
                  <span aria-current="page">{link.title}</span>
                ) : (
                  <a href={link.url}>{link.title}</a>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      {page.translations.length > 0 && (
        <nav className="translations" aria-label={layout.translations}>
          <ul>
            {page.translations.map((link, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
              <li key={index}>
                <a href={link.url} hrefLang={link.language} lang={link.language}>
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
