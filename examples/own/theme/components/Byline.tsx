import { type ArticlePage, Byline } from 'articles/theme';

/** The built-in line with author and date, below a line of the site. */
export default function OwnByline({ page }: { page: ArticlePage }) {
  return (
    <>
      <p className="place">Written in the garden</p>
      <Byline.BuiltIn page={page} />
    </>
  );
}
