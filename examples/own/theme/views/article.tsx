import { type ArticlePage, ArticleView, type Body } from 'articles/theme';

/** The built-in view, below the name of the article's category. */
export default function Article(props: { page: ArticlePage; body: Body | null }) {
  return (
    <>
      <p className="topic">{props.page.category.title}</p>
      <ArticleView {...props} />
    </>
  );
}
