import { each, PageHeading, type SiteIndex, type ThemePage } from 'articles/theme';

export const title = { en_US: 'Work by the Hour', de_DE: 'Was wie viel Arbeit macht', ar: 'كم من العمل؟' };
export const description = {
  en_US: 'Every note with the work that it takes, the lightest first.',
  de_DE: 'Alle Notizen mit der Arbeit, die sie machen, das Leichteste zuerst.',
  ar: 'كل الملاحظات مع ما تحتاجه من عمل، الأخف أولًا.',
};
export const navigation = 'footer';

/** The own field of the articles is in every list that the program gives. */
export function load(site: SiteIndex) {
  const rated = site.articles().flatMap(({ url, title, fields }) => {
    const effort = Number(fields?.effort ?? 0);
    return effort > 0 ? [{ url, title, effort }] : [];
  });
  return rated.sort((a, b) => a.effort - b.effort);
}

export default function Reading({ page }: { page: ThemePage<ReturnType<typeof load>> }) {
  return (
    <>
      <PageHeading page={page} />
      <ol>
        {each(page.data, ({ url, title, effort }) => (
          <li>
            <a href={url}>{title}</a>{' '}
            <span className="effort" role="img" aria-label={`${effort}/5`}>
              {'●'.repeat(effort)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
