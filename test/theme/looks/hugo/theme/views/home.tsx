import { type HomePage, SelectedArticles } from 'articles/theme';

export default function Home({ page }: { page: HomePage }) {
  return (
    <>
      <header className="hero">
        <h1>{page.title}</h1>
        <p>{page.description}</p>
      </header>
      {page.sections.map(
        (section) => section.kind !== 'categories' && <SelectedArticles key={section.id} section={section} />,
      )}
    </>
  );
}
