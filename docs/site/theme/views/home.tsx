import { type HomePage, HomeView } from 'articles/theme';

/** What the program is and how to begin, above the sections. */
export default function DocumentationHome({ page }: { page: HomePage }) {
  return (
    <>
      <div className="intro">
        <p>
          articles makes websites of Markdown: static pages that need no script, with search, feeds, languages and
          offline reading. A language model can write drafts, an editor approves them, and one command deploys the site
          to a bucket or a folder.
        </p>
        <pre>
          <code>npx articles-press init my-site</code>
        </pre>
        <p>
          <a href="/articles/start">Start in ten minutes</a>, <a href="/articles/examples">look at four sites</a>, or{' '}
          <a href="/articles/migration">bring your own site</a>.
        </p>
      </div>
      <HomeView page={page} />
    </>
  );
}
