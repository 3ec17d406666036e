/** Owns the sitemap page: every section with its articles. The search form lands here without JavaScript. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { Link, SitemapPage } from '../../site/page.ts';
import { PageTop } from '../components/page-top.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';

type Group = SitemapPage['categories'][number];

export function SitemapView({ page }: { page: SitemapPage }) {
  return (
    <>
      <PageTop page={page} />
      <header className="page-head">
        <h1>{page.title}</h1>
        <p className="lede">{page.description}</p>
      </header>
      <div className="directory">
        {page.categories.map((category, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
          <Section key={index} category={category} />
        ))}
        {page.info.length > 0 && (
          <section className="directory-section">
            <h2>{stringsOf(page.locale).layout.information}</h2>
            <div className="directory-groups">
              <Links links={page.info} more={null} />
            </div>
          </section>
        )}
      </div>
      <PaidLinks page={page} />
    </>
  );
}

function Section({ category }: { category: Group }) {
  return (
    <section className="directory-section">
      <h2>
        <a href={category.url}>{category.title}</a>
      </h2>
      <div className="directory-groups">
        {category.children.map((child, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
          <div className="directory-group" key={index}>
            <h3>
              <a href={child.url}>{child.title}</a>
            </h3>
            <Links links={child.articles} more={child.more} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Links({ links, more }: { links: readonly Link[]; more: Link | null }) {
  if (links.length === 0 && !more) return null;
  return (
    <ul>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
        <li key={index}>
          <a href={link.url}>{link.title}</a>
        </li>
      ))}
      {more && (
        <li className="directory-more">
          <a href={more.url}>{more.title}</a>
        </li>
      )}
    </ul>
  );
}
