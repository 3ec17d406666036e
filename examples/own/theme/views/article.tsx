import { type ArticlePage, ArticleView, type Body } from 'articles/theme';
import type { z } from 'zod';
import type { article } from '../../content/schema';

type Fields = z.infer<typeof article>;

/** The built-in view, below the name of the article's category and its bed. */
export default function Article(props: { page: ArticlePage<Fields>; body: Body | null }) {
  return (
    <>
      <p className="topic">
        {props.page.category.title}
        {props.page.fields?.bed && <span> · {props.page.fields.bed}</span>}
      </p>
      <ArticleView {...props} />
    </>
  );
}
