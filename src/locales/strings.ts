/**
 * Owns the list of interface strings. Every locale states all of them; a missing one does not compile.
 *
 * Plain JSON, so that a part of it can travel to the browser as the props of an island. `{name}` is a place to fill
 * (see format.ts).
 */

/** One text for each plural category that the language has. `other` always exists. */
export type PluralText<Category extends Intl.LDMLPluralRule = never> = {
  readonly [Key in Category | 'other']: string;
};

/** Any language's plural text, for those who read it. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

interface StringsWith<P> {
  /** What assistive technology and the header say about getting around. */
  readonly layout: {
    readonly skip: string;
    readonly home: string;
    readonly breadcrumbs: string;
    readonly editions: string;
    readonly translations: string;
    readonly themeSwitch: string;
    readonly categories: string;
    readonly information: string;
    readonly contact: string;
    readonly feeds: string;
    /** With {year} and {title}. */
    readonly copyright: string;
  };
  readonly menu: {
    readonly button: string;
    readonly label: string;
    /** The link to a whole category behind its subcategories. */
    readonly more: string;
  };
  readonly search: {
    readonly placeholder: string;
    readonly label: string;
    readonly submit: string;
    readonly resultsLabel: string;
    readonly none: string;
    readonly failed: string;
    readonly loading: string;
    readonly newTab: string;
    /** The button that continues a long answer. */
    readonly more: string;
    /** With {count}. */
    readonly results: P;
  };
  readonly sections: {
    readonly best: string;
    readonly hot: string;
    readonly more: string;
    readonly latest: string;
    readonly subcategories: string;
    readonly siblings: string;
  };
  readonly article: {
    /** Stands before the author's name. */
    readonly by: string;
    readonly published: string;
    readonly updated: string;
    readonly contents: string;
    readonly aboutAuthor: string;
    readonly neighbours: string;
    readonly previous: string;
    readonly next: string;
    readonly copyLink: string;
    readonly copyCode: string;
    readonly copied: string;
    /** With {keys}, such as Ctrl+C. */
    readonly copyPrompt: string;
    readonly footnotes: string;
    readonly backToText: string;
    readonly externalLink: string;
    readonly table: string;
    /** With {count}: minutes. */
    readonly readingTime: P;
  };
  readonly listing: {
    readonly pages: string;
    readonly previousPage: string;
    readonly nextPage: string;
    /** With {page}. */
    readonly page: string;
    /** With {page} and {total}. */
    readonly pageOf: string;
    /** Of a document: with {title} and {page}. */
    readonly pageTitle: string;
    readonly allArticles: string;
    readonly empty: string;
    /** With {count}. */
    readonly articles: P;
  };
  readonly ads: {
    /** The visible label of every block of paid links. */
    readonly label: string;
    /** One is chosen for a site by the hash of its name. */
    readonly headings: readonly [sponsored: string, partner: string, recommended: string, related: string];
  };
  readonly info: {
    readonly privacyPolicy: string;
    readonly terms: string;
    readonly aboutUs: string;
    readonly authors: string;
    readonly sitemap: string;
    readonly sitemapXml: string;
  };
  readonly contact: {
    readonly email: string;
    readonly video: string;
    readonly social: string;
    readonly photo: string;
  };
  readonly feeds: { readonly atom: string; readonly rss: string; readonly json: string };
  readonly errors: {
    /** `withoutSearch` is the message of a site that has none. */
    readonly notFound: { readonly title: string; readonly message: string; readonly withoutSearch: string };
    readonly serverError: { readonly title: string; readonly message: string };
    readonly offline: { readonly title: string; readonly message: string };
    readonly search: string;
    readonly categories: string;
  };
  readonly navigation: {
    /** With {title}. */
    readonly navigated: string;
    readonly loading: string;
  };
}

/** What a locale states: its language's plural categories, all of them and no other. */
export type StringsOf<Category extends Intl.LDMLPluralRule> = StringsWith<PluralText<Category>>;

/** The interface strings of any locale. */
export type Strings = StringsWith<Plural>;
