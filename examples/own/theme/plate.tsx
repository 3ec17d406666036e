import { type ArticleSummary, Cover } from 'articles/theme';

/** An article in a list: a tall photograph, its bed, and the work that it takes. */
export function Plate({ article: summary, plain = false }: { article: ArticleSummary; plain?: boolean }) {
  const { bed, effort: work = 0 } = summary.fields ?? {};
  const effort = Number(work);
  return (
    <article className="plate">
      {summary.cover && !plain && <Cover picture={summary.cover} sizes="(min-width: 60rem) 20rem, 100vw" />}
      <p className="eyebrow">
        <a href={summary.category.url}>{summary.category.title}</a>
        {bed !== undefined && <span> · {String(bed)}</span>}
      </p>
      <h3>
        <a href={summary.url}>{summary.title}</a>
      </h3>
      <p className="summary">{summary.description}</p>
      <p className="facts">
        <time dateTime={summary.date.iso}>{summary.date.text}</time>
        {effort > 0 && (
          <span className="effort" role="img" aria-label={`${effort}/5`}>
            {' '}
            {'●'.repeat(effort)}
            {'○'.repeat(5 - effort)}
          </span>
        )}
      </p>
    </article>
  );
}
