/** Owns how lists show articles: a lead, a card with its cover, a line of a dense list. */
import type { ArticleCard } from '../../site/page.ts';
import { Cover } from './picture.tsx';

interface CardProps {
  article: ArticleCard;
}

/** The one story that opens a page. */
export function LeadStory({ article }: CardProps) {
  return (
    <article className="lead">
      {article.cover && <Cover picture={article.cover} sizes="(min-width: 60rem) 46rem, 100vw" eager />}
      <Kicker article={article} />
      <Title article={article} />
      <p className="lede">{article.description}</p>
      <p className="meta">
        <span>{article.author}</span>
        <Facts article={article} />
      </p>
    </article>
  );
}

interface StoryCardsProps {
  articles: readonly ArticleCard[];
  /** Without covers. */
  plain?: boolean;
}

export function StoryCards({ articles, plain = false }: StoryCardsProps) {
  return articles.map((article, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
    <article className="card" key={index}>
      {article.cover && !plain && <Cover picture={article.cover} sizes="(min-width: 60rem) 18rem, 50vw" />}
      <Kicker article={article} />
      <Title article={article} />
      <p className="summary">{article.description}</p>
      <p className="meta">
        <Facts article={article} />
      </p>
    </article>
  ));
}

/** A numbered, dense list. */
export function RankedList({ articles }: { articles: readonly ArticleCard[] }) {
  return (
    <ol className="ranked">
      {articles.map((article, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
        <li key={index}>
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
    <h3 className="story-title">
      <a href={article.url}>{article.title}</a>
    </h3>
  );
}

function Kicker({ article }: CardProps) {
  return (
    <p className="kicker">
      <a href={article.category.url}>{article.category.title}</a>
    </p>
  );
}

function Facts({ article }: CardProps) {
  return (
    <>
      <time dateTime={article.date.iso}>{article.date.text}</time>
      <span>{article.readingTime}</span>
    </>
  );
}
