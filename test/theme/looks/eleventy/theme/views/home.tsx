import { type ArticleSummary, each, type HomePage } from 'articles/theme';

/** The newest posts, numbered down to the first one. */
export default function Home({ page }: { page: HomePage }) {
  return each(page.sections, (section) =>
    section.kind === 'categories' ? (
      <p>{section.title}</p>
    ) : (
      <>
        <h1>{section.title}</h1>
        <ol className="postlist" reversed>
          {each(section.articles, (post) => (
            <Post post={post} />
          ))}
        </ol>
      </>
    ),
  );
}

function Post({ post }: { post: ArticleSummary }) {
  return (
    <li>
      <h2>
        <a href={post.url}>{post.title}</a>
      </h2>
      <div className="tags">
        <time dateTime={post.date.iso}>{post.date.text}</time>
        <a href={post.category.url}>{post.category.title}</a>
      </div>
    </li>
  );
}
