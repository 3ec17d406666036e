/** Owns how lists show articles: a lead, a card with its cover, a line of a dense list. */
import type { ArticleCard } from '../../site/page.ts';
import { Cover } from './cover.tsx';

interface CardProps {
  article: ArticleCard;
  /** Level of the title's heading. */
  level?: 2 | 3;
}

/** The one story that opens a page. */
export function LeadStory({ article, level = 3 }: CardProps) {
  return (
    <article className="lead">
      {article.cover && <Cover picture={article.cover} sizes="(min-width: 60rem) 44rem, 100vw" eager />}
      <Kicker article={article} />
      <Title article={article} level={level} />
      <p className="lede">{article.description}</p>
      <Meta article={article} full />
    </article>
  );
}

export function StoryCard({ article, level = 3 }: CardProps) {
  return (
    <article className="card">
      {article.cover && <Cover picture={article.cover} sizes="(min-width: 60rem) 18rem, 50vw" />}
      <Kicker article={article} />
      <Title article={article} level={level} />
      <p className="summary">{article.description}</p>
      <Meta article={article} />
    </article>
  );
}

/** Several stories that differ in nothing but their text. */
export function StoryCards({ articles, level = 3 }: { articles: readonly ArticleCard[]; level?: 2 | 3 }) {
  return articles.map((article, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
    <StoryCard key={index} article={article} level={level} />
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
          <Meta article={article} />
        </li>
      ))}
    </ol>
  );
}

function Title({ article, level }: Required<CardProps>) {
  const Heading = `h${level}` as const;
  return (
    <Heading className="story-title">
      <a href={article.url}>{article.title}</a>
    </Heading>
  );
}

function Kicker({ article }: CardProps) {
  return (
    <p className="kicker">
      <a href={article.category.url}>{article.category.title}</a>
    </p>
  );
}

function Meta({ article, full = false }: CardProps & { full?: boolean }) {
  return (
    <p className="meta">
      {full && <span>{article.author}</span>}
      <time dateTime={article.date.iso}>{article.date.text}</time>
      <span>{article.readingTime}</span>
    </p>
  );
}
