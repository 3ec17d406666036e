import { type CategoriesSection, Cover, each, type HomePage, HomeView, Section } from 'articles/theme';
import { Plate } from '../plate';

/** The first featured article as a cover from edge to edge; the other sections as numbered plates. */
export default function Home({ page }: { page: HomePage }) {
  const [first, ...others] = page.sections;
  if (!first || first.kind === 'categories') return <HomeView page={page} />;
  const [cover, ...rest] = first.articles;
  return (
    <>
      <h1 className="visually-hidden">{page.title}</h1>
      {cover && (
        <article className="cover-story">
          {cover.cover && <Cover picture={cover.cover} sizes="100vw" eager />}
          <div className="cover-words">
            <p className="eyebrow">{first.title}</p>
            <h2>
              <a href={cover.url}>{cover.title}</a>
            </h2>
            <p className="lede">{cover.description}</p>
            <p>
              {cover.author} · <time dateTime={cover.date.iso}>{cover.date.text}</time>
            </p>
          </div>
        </article>
      )}
      {each([{ ...first, articles: rest }, ...others], (section) =>
        section.kind === 'categories' ? (
          <Shelves section={section} />
        ) : section.articles.length === 0 ? (
          <></>
        ) : (
          <Section className="issue" id={section.id} title={section.title} url={section.url}>
            <div className="plates">
              {each(section.articles, (article) => (
                <Plate article={article} />
              ))}
            </div>
          </Section>
        ),
      )}
    </>
  );
}

function Shelves({ section: { id, title, categories } }: { section: CategoriesSection }) {
  return (
    <Section className="issue" id={id} title={title}>
      <ul className="shelf">
        {each(categories, ({ url, title, description, count }) => (
          <li>
            <a href={url}>{title}</a>
            <p>{description}</p>
            <p className="facts">{count}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
