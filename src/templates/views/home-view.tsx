/** Renders the home page: a lead and its seconds, the hot list, more stories, the sections. */
import type { HomePage } from '../../site/page.ts';
import { CardGrid, LeadStories, RankedList } from '../components/cards.tsx';
import { each, LinkList } from '../components/lists.tsx';
import { PaidLinks, Section } from '../components/page-sections.tsx';
import { useStrings } from '../strings-context.ts';

export function HomeView({ page }: { page: HomePage }) {
  const { sections, layout } = useStrings();
  return (
    <>
      {/* The masthead above shows the title already. */}
      <h1 className="visually-hidden">{page.title}</h1>
      <p className="strapline">{page.description}</p>
      {page.best.length > 0 && (
        <Section className="front" id="best" title={sections.best}>
          <LeadStories articles={page.best} />
        </Section>
      )}
      {page.hot.length > 0 && (
        <Section id="hot" title={sections.hot}>
          <RankedList articles={page.hot} />
        </Section>
      )}
      <PaidLinks page={page} />
      {page.more.length > 0 && (
        <Section id="more" title={sections.more}>
          <CardGrid articles={page.more} />
        </Section>
      )}
      {page.categories.length > 0 && (
        <Section id="sections" title={layout.categories}>
          <div className="shelves">
            {each(page.categories, ({ url, title, description, count, children }) => (
              <div className="shelf">
                <div className="shelf-head">
                  <h3>
                    <a href={url}>{title}</a>
                  </h3>
                  <p className="summary">{description}</p>
                  <p className="meta">{count}</p>
                </div>
                <LinkList className="shelf-links" links={children} />
              </div>
            ))}
          </div>
        </Section>
      )}
    </>
  );
}
