/** Renders the parts of the series of an article, in their order. */
import type { ArticlePage } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { each } from './lists.tsx';

export const SeriesParts = replaceable('SeriesParts', BuiltIn);

function BuiltIn({ series }: { series: NonNullable<ArticlePage['series']> }) {
  return (
    <nav className="series" aria-labelledby="series">
      <h2 id="series">{series.title}</h2>
      <ol>
        {each(series.parts, ({ title, url, current }) => (
          <li>
            <a href={url} aria-current={current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
