import { CardGrid, PageHeading, Section, type SiteIndex, type ThemePage } from 'articles/theme';

export const title = { en_US: 'Reading List', de_DE: 'Leseliste' };
export const description = { en_US: 'Where to begin.', de_DE: 'Wo man anfängt.' };
export const navigation = 'footer';

export function load(site: SiteIndex) {
  return { newest: site.articles(3), heading: site.strings.sections.latest };
}

/** The newest articles, for people who are here for the first time. */
export default function Reading({ page }: { page: ThemePage<ReturnType<typeof load>> }) {
  return (
    <>
      <PageHeading page={page} />
      <Section id="newest" title={page.data.heading}>
        <CardGrid articles={page.data.newest} />
      </Section>
    </>
  );
}
