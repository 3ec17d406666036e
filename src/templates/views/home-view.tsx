/** Renders the home page: the text of pages/index.md where there is one, and its sections in their order, with paid links after the second one. */
import type { Body, CategoriesSection, HomePage } from '../../site/page.ts';
import { each } from '../components/lists.tsx';
import { PageTranslations } from '../components/page-translations.tsx';
import { PaidLinks } from '../components/paid-links.tsx';
import { Section } from '../components/section.tsx';
import { SelectedArticles } from '../components/selected-articles.tsx';

/** @param props.body null where the home page has no text; a view of an earlier version leaves it out */
export function HomeView({ page, body = null }: { page: HomePage; body?: Body | null }) {
  const { sections } = page;
  const render = (shown: HomePage['sections']) =>
    each(shown, (section) =>
      section.kind === 'categories' ? (
        <Categories section={section} />
      ) : (
        <SelectedArticles section={section} />
      ),
    );
  return (
    <>
      {/* Without a text, the masthead above shows the title already. */}
      {!body && <h1 className="visually-hidden">{page.title}</h1>}
      {page.translations.length > 0 && (
        <div className="narrow-only">
          <PageTranslations links={page.translations} />
        </div>
      )}
      {body ? (
        <div className="start">
          <h1>{page.title}</h1>
          {!page.isExcerpt && <p className="lede">{page.description}</p>}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />
        </div>
      ) : (
        <p className="strapline">{page.description}</p>
      )}
      {render(sections.slice(0, 2))}
      <PaidLinks page={page} />
      {render(sections.slice(2))}
    </>
  );
}

function Categories({ section: { id, title, categories } }: { section: CategoriesSection }) {
  if (categories.length === 0) return null;
  return (
    <Section id={id} title={title}>
      <div className="shelves">
        {each(categories, ({ url, title, description, count }) => (
          <div>
            <h3>
              <a href={url}>{title}</a>
            </h3>
            <p className="summary">{description}</p>
            <p className="meta">{count}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}
