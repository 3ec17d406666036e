import { type ArticlePage, ArticleView, type Body } from 'articles/theme';
import type { z } from 'zod';
import type { article } from '../../content/schema';

type Fields = z.infer<typeof article>;

/** The built-in view. Above it stand category and bed of an article about one bed. */
export default function Article(props: { page: ArticlePage<Fields>; body: Body | null }) {
  return (
    <>
      {props.page.fields?.bed && (
        <p className="topic">
          {props.page.category.title} · {props.page.fields.bed}
        </p>
      )}
      <ArticleView {...props} />
    </>
  );
}
