import { type ArticleSummary, each } from 'articles/theme';

export default function PostList({ articles }: { articles: readonly ArticleSummary[] }) {
  return (
    <ul className="post-list">
      {each(articles, ({ date, title, url }) => (
        <li>
          <time className="post-meta" dateTime={date.iso}>
            {date.text}
          </time>
          <h3>
            <a href={url}>{title}</a>
          </h3>
        </li>
      ))}
    </ul>
  );
}
