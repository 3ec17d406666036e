/** Renders articles in lists: a lead, a card with its cover, a line of a dense list. */
import type { ArticleCard } from '../../site/page.ts';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';
import { Cover } from './picture.tsx';

type CardProps = { article: ArticleCard };
type CardsProps = { articles: readonly ArticleCard[] };

/** The story that opens a page, and those beside it, which have no covers. */
export function LeadStories({ articles: [lead, ...seconds] }: CardsProps) {
  return (
    <>
      {lead && <LeadStory article={lead} />}
      <div className="seconds">
        <StoryCards articles={seconds} plain />
      </div>
    </>
  );
}

function LeadStory({ article }: CardProps) {
  return (
    <article className="lead">
      {article.cover && <Cover picture={article.cover} sizes="(min-width: 60rem) 46rem, 100vw" eager />}
      <Title article={article} />
      <p className="lede">{article.description}</p>
      <p className="meta">
        <span>{article.author}</span>
        <Facts article={article} />
      </p>
    </article>
  );
}

export function CardGrid({ articles }: CardsProps) {
  return (
    <div className="cards">
      <StoryCards articles={articles} />
    </div>
  );
}

/** @param plain without covers */
function StoryCards({ articles, plain = false }: CardsProps & { plain?: boolean }) {
  return each(articles, (article) => (
    <article className="card">
      {article.cover && !plain && <Cover picture={article.cover} sizes="(min-width: 60rem) 18rem, 50vw" />}
      <Title article={article} />
      <p className="summary">{article.description}</p>
      <p className="meta">
        <Facts article={article} />
      </p>
    </article>
  ));
}

/** A numbered, dense list. */
export function RankedList({ articles }: CardsProps) {
  return (
    <ol className="ranked">
      {each(articles, (article) => (
        <li>
          <h3 className="line-title">
            <a href={article.url}>{article.title}</a>
          </h3>
          <p className="meta">
            <Facts article={article} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Title({ article }: CardProps) {
  return (
    <>
      <p className="kicker">
        <a href={article.category.url}>{article.category.title}</a>
      </p>
      <h3 className="story-title">
        <a href={article.url}>{article.title}</a>
      </h3>
    </>
  );
}

function Facts({ article }: CardProps) {
  const { updated } = useStrings().article;
  const date = <time dateTime={article.date.iso}>{article.date.text}</time>;
  return (
    <>
      {article.changed ? (
        <span>
          {updated} {date}
        </span>
      ) : (
        date
      )}
      <span>{article.readingTime}</span>
    </>
  );
}
