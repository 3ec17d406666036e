/** Renders the parts that pages share: the top, titled sections, a text with its contents, paid links. */
import type { ReactNode } from 'react';
import type { Body, Page } from '../../site/page.ts';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

/** The line above a page's title: its place in the site, and the page in other languages. */
export function PageTop({ page: { breadcrumbs, translations } }: { page: Page }) {
  const { layout } = useStrings();
  if (breadcrumbs.length === 0 && translations.length === 0) return null;
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

export function PageHead({ page }: { page: Page & { title: string; description: string; count?: string } }) {
  return (
    <>
      <PageTop page={page} />
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lede">{page.description}</p>
        {page.count !== undefined && <p className="meta">{page.count}</p>}
      </header>
    </>
  );
}

interface SectionProps {
  id: string;
  title: string;
  className?: string;
  /** Where the heading leads. */
  url?: string | null;
  children: ReactNode;
}

/** Labelled by its heading. */
export function Section({ id, title, className, url = null, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {url === null ? title : <a href={url}>{title}</a>}
      </h2>
      {children}
    </section>
  );
}

/** The table of contents is a side column on wide screens, and folded above the text on narrow ones. */
export function BodyText({ body, label }: { body: Body | null; label: string }) {
  if (!body) return null;
  return (
    <>
      {body.contents !== '' && (
        <nav className="contents" aria-label={label}>
          <details open>
            <summary>{label}</summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
            <ol dangerouslySetInnerHTML={{ __html: body.contents }} />
          </details>
        </nav>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />
    </>
  );
}

/** Paid links always have a visible label. */
export function PaidLinks({ page }: { page: Page }) {
  const { ads } = useStrings();
  if (!page.ads) return null;
  return (
    <aside className="paid" aria-labelledby="paid-label paid-heading">
      <p className="paid-label" id="paid-label">
        {ads.label}
      </p>
      <h2 className="paid-heading" id="paid-heading">
        {page.ads.heading}
      </h2>
      <div className="paid-blocks">
        {each(page.ads.blocks, (html) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's own ad data
          <div dangerouslySetInnerHTML={{ __html: html }} />
        ))}
      </div>
    </aside>
  );
}
