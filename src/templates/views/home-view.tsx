/** Renders the home page: a lead and its seconds, the hot list, more stories, the sections. */
import { stringsOf } from '../../locales/locale-registry.ts';
import type { HomePage } from '../../site/page.ts';
import { LeadStory, RankedList, StoryCards } from '../components/cards.tsx';
import { each, LinkList } from '../components/lists.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';
import { Section } from '../components/section.tsx';

export function HomeView({ page }: { page: HomePage }) {
  const { sections, layout } = stringsOf(page.locale);
  const [lead, ...seconds] = page.best;
  return (
    <>
      {/* The masthead above shows the title already. */}
      <h1 className="visually-hidden">{page.title}</h1>
      <p className="strapline">{page.description}</p>
      {lead && (
        <Section className="front" id="best" title={sections.best}>
          <LeadStory article={lead} />
          <div className="seconds">
            <StoryCards articles={seconds} plain />
          </div>
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
          <div className="cards">
            <StoryCards articles={page.more} />
          </div>
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
