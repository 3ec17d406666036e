/** Renders page data as HTML: the <main> of a page, its head elements, the chrome of an edition. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Strings } from '../locales/strings.ts';
import type { ChromeData } from '../site/chrome-data.ts';
import type { Body, Page } from '../site/page.ts';
import { each } from './components/lists.tsx';
import { PageHead } from './head.tsx';
import { SiteFooter, SiteHeader } from './layout.tsx';
import { StringsContext } from './strings-context.ts';

/** HTML that all pages of an edition share. */
export interface Chrome {
  /** Elements of <head>. */
  head: string;
  header: string;
  footer: string;
}

export function renderChrome(data: ChromeData): Chrome {
  return {
    head: renderToStaticMarkup(<EditionHead data={data} />),
    header: renderToStaticMarkup(<SiteHeader data={data} />),
    footer: renderToStaticMarkup(<SiteFooter data={data} />),
  };
}

/** Marks what navigation replaces when the language changes. */
const EDITION = { 'data-edition-head': '' };

function EditionHead({ data }: { data: ChromeData }) {
  return (
    <>
      <meta {...EDITION} property="og:site_name" content={data.siteTitle} />
      {each(data.feeds, ({ type, title, url }) => (
        <link {...EDITION} rel="alternate" type={type} title={title} href={url} />
      ))}
    </>
  );
}

/** The inside of <main> for one kind of page. */
export type View = (props: { page: Page; body: Body | null }) => ReactNode;

/** The <main> element. */
export function renderMain(page: Page, body: Body | null, PageView: View, strings: Strings): string {
  return renderToStaticMarkup(
    <StringsContext value={strings}>
      <main id="content" tabIndex={-1} className={`page page-${page.kind}`}>
        <PageView page={page} body={body} />
      </main>
    </StringsContext>,
  );
}

/** The head elements that belong to this page, each with `data-page-head`. */
export function renderHeadElements(page: Page): string {
  return renderToStaticMarkup(<PageHead head={page.head} />);
}
