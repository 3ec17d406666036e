/** Owns the home page: a lead and its seconds, the hot list, more stories, the sections. */

import { stringsOf } from '../../locales/locale-registry.ts';
import type { HomePage } from '../../site/page.ts';
import { LeadStory, RankedList, StoryCards } from '../components/cards.tsx';
import { PaidLinks } from '../components/paid-link-block.tsx';

export function HomeView({ page }: { page: HomePage }) {
  const { sections, layout } = stringsOf(page.locale);
  const [lead, ...seconds] = page.best;
  return (
    <>
      {/* The masthead above shows the title already. */}
      <h1 className="visually-hidden">{page.title}</h1>
      <p className="strapline">{page.description}</p>
      {lead && (
        <section className="front" aria-labelledby="best">
          <h2 className="section-title" id="best">
            {sections.best}
          </h2>
          <LeadStory article={lead} />
          <div className="seconds">
            <StoryCards articles={seconds} plain />
          </div>
        </section>
      )}
      {page.hot.length > 0 && (
        <section aria-labelledby="hot">
          <h2 className="section-title" id="hot">
            {sections.hot}
          </h2>
          <RankedList articles={page.hot} />
        </section>
      )}
      <PaidLinks page={page} />
      {page.more.length > 0 && (
        <section aria-labelledby="more">
          <h2 className="section-title" id="more">
            {sections.more}
          </h2>
          <div className="cards">
            <StoryCards articles={page.more} />
          </div>
        </section>
      )}
      {page.categories.length > 0 && (
        <section aria-labelledby="sections">
          <h2 className="section-title" id="sections">
            {layout.categories}
          </h2>
          <div className="shelves">
            {page.categories.map((category, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
              <div className="shelf" key={index}>
                <div className="shelf-head">
                  <h3>
                    <a href={category.url}>{category.title}</a>
                  </h3>
                  <p className="summary">{category.description}</p>
                  <p className="meta">{category.count}</p>
                </div>
                <ul className="shelf-links">
                  {category.children.map((child, position) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
                    <li key={position}>
                      <a href={child.url}>{child.title}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
