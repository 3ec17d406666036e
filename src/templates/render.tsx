/** Renders page data as HTML: the <main> of a page, the chrome of an edition. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Strings } from '../locales/strings.ts';
import type { ChromeData } from '../site/chrome-data.ts';
import type { Body, Page } from '../site/page.ts';
import { each } from './components/lists.tsx';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { NO_REPLACEMENTS, type Replacements, ReplacementsContext } from './replaceable.tsx';
import { StringsContext } from './strings-context.ts';

/** HTML that all pages of an edition share. */
export interface Chrome {
  /** Elements of <head>. */
  head: string;
  header: string;
  footer: string;
}

export function renderChrome(data: ChromeData, replacements = NO_REPLACEMENTS): Chrome {
  const render = (element: ReactNode) =>
    renderToStaticMarkup(provide({ strings: data.strings, replacements }, element));
  return {
    head: render(<EditionHead data={data} />),
    header: render(<SiteHeader data={data} />),
    footer: render(<SiteFooter data={data} />),
  };
}

/** Provides the contexts of components: strings and replacements. */
function provide(
  { strings, replacements }: { strings: Strings; replacements: Replacements },
  element: ReactNode,
): ReactNode {
  return (
    <StringsContext value={strings}>
      <ReplacementsContext value={{ components: replacements, depth: 0 }}>{element}</ReplacementsContext>
    </StringsContext>
  );
}

/** Marks elements that navigation replaces when the language changes. */
const EDITION = { 'data-edition-head': '' };

function EditionHead({ data }: { data: ChromeData }) {
  return (
    <>
      <meta {...EDITION} property="og:site_name" content={data.siteTitle} />
      {each(data.feeds, ({ type, title, url }) => (
        <link {...EDITION} rel="alternate" type={type} title={title} href={url} />
      ))}
      {each(data.headTags ?? [], ({ tag: Tag, attributes }) => (
        <Tag {...EDITION} {...attributes} />
      ))}
    </>
  );
}

/** Renders the content of <main> for one kind of page. */
export type View = (props: { page: Page; body: Body | null }) => ReactNode;

/** Renders the <main> element. */
export function renderMain(
  page: Page,
  body: Body | null,
  PageView: View,
  strings: Strings,
  replacements = NO_REPLACEMENTS,
): string {
  return renderToStaticMarkup(
    provide(
      { strings, replacements },
      <main
        id="content"
        tabIndex={-1}
        className={`page page-${page.kind}`}
        data-draft={page.draft && strings.article.draft}
      >
        <PageView page={page} body={body} />
      </main>,
    ),
  );
}
