/** The English interface. It defines the strings of every locale: if you add one here, the compiler names the others. */

export const strings = {
  layout: {
    skip: 'Skip to the content',
    home: 'Home',
    breadcrumbs: 'Where you are',
    editions: 'Editions',
    translations: 'This page in other languages',
    /** The link of a page of an older version. */
    newest: 'Newest version',
    themeSwitch: 'Switch between light and dark',
    categories: 'Categories',
    sections: 'Sections',
    /** Label of the tree of pages beside a text. */
    pages: 'Pages',
    information: 'Information',
    contact: 'Contact',
    feeds: 'Feeds',
    letters: 'By letter',
    copyright: '© {year} {title}',
  },
  menu: {
    button: 'Menu',
    label: 'Categories',
    /** Link to the whole category, after its subcategories. */
    more: 'More',
  },
  search: {
    placeholder: 'Search',
    label: 'Search article titles',
    submit: 'Search',
    resultsLabel: 'Articles found',
    none: 'No article title has all of these words.',
    failed: 'Search could not be loaded. Check your connection and try again.',
    /** The link after it. */
    sitemap: 'All articles are in the sitemap',
    loading: 'Searching…',
    newTab: 'opens in a new tab',
    more: 'Show more articles',
    results: { one: '{count} article found', other: '{count} articles found' },
  },
  /** With the setting `search.fullText`. */
  texts: {
    label: 'Search articles',
    heading: 'In the texts',
    all: 'All results',
    none: 'No article has these words.',
    lost: 'A part of the search could not be loaded, so articles may be missing.',
    needsScript: 'Searching the texts needs JavaScript.',
    section: 'Category',
    author: 'Author',
    year: 'Year',
    any: 'All',
  },
  sections: {
    best: 'Selected articles',
    /** In the order of their last changes. */
    hot: 'Recently updated',
    more: 'More articles',
    related: 'Related articles',
    latest: 'Articles',
    featured: 'Featured',
    subcategories: 'In this category',
    siblings: 'More in this category',
  },
  article: {
    /** Before the author's name. */
    by: 'By',
    published: 'Published',
    updated: 'Updated',
    contents: 'Contents',
    aboutAuthor: 'About the author',
    neighbours: 'Previous and next article',
    previous: 'Previous article',
    next: 'Next article',
    /** Shown on generated articles with `generate.disclosure`. */
    disclosure: 'This article was written with artificial intelligence.',
    /** Above a draft in a preview. */
    draft: 'Draft',
    /** Link to where readers can change the text. */
    edit: 'Suggest a change',
    copyLink: 'Copy link',
    copyCode: 'Copy',
    copied: 'Copied',
    /** With keys such as Ctrl+C. */
    copyPrompt: 'Copy to clipboard: {keys}, Enter',
    footnotes: 'Footnotes',
    backToText: 'Back to the text',
    externalLink: 'external link',
    table: 'Table',
    /** Minutes. */
    readingTime: { one: '{count}-minute read', other: '{count}-minute read' },
  },
  directives: {
    note: 'Note',
    tip: 'Tip',
    important: 'Important',
    warning: 'Warning',
    caution: 'Caution',
    playVideo: 'Play the video: {title}',
    /** With a host such as player.vimeo.com. */
    videoNotice: 'The player is loaded from {host} when you press play.',
    showEmbed: 'Show: {title}',
    /** With a host such as codepen.io. */
    embedNotice: 'It is loaded from {host} when you ask for it.',
    odds: {
      caption: 'The same odds in four notations',
      decimal: 'Decimal',
      fractional: 'Fractional',
      american: 'American',
      probability: 'Implied probability',
    },
    potOdds: {
      caption: 'Pot odds for a pot of {pot}',
      bet: 'Bet to call',
      ratio: 'Pot odds',
      equity: 'Equity needed',
    },
  },
  listing: {
    pages: 'Pages',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    page: 'Page {page}',
    pageOf: 'Page {page} of {total}',
    /** Title of a document, for <title>. */
    pageTitle: '{title}, page {page}',
    allArticles: 'All articles',
    empty: 'Nothing has been published here yet.',
    tags: 'Tags',
    /** Before the terms of an article, with the name of their taxonomy. */
    termLabel: '{title}:',
    archive: 'Archive',
    aboutPeriod: 'Articles from {period}',
    aboutTerm: 'Articles about {term}',
    allTerms: '{title}: all entries with their articles',
    articles: { one: '{count} article', other: '{count} articles' },
  },
  ads: {
    label: 'Advertisement',
    /** A hash of the site's title chooses one. */
    headings: ['Paid links'] as readonly string[],
    /** Within a paid link of a text, behind its words, in brackets. */
    mark: 'ad',
    /** Before a text that has such links. */
    notice: 'We are paid for the links that are marked “({mark})”.',
    /** Title of an article with `sponsored`, wherever it is shown. */
    sponsoredTitle: 'Advertisement: {title}',
    sponsoredBy: '{name} paid for this article.',
    /** Beside an offer that has an end. */
    until: 'Until {date}',
    /** Below a list of offers. */
    order: 'In alphabetical order. Payments do not change it.',
  },
  info: {
    privacyPolicy: 'Privacy Policy',
    terms: 'Terms of Use',
    aboutUs: 'About Us',
    authors: 'Authors',
    sitemap: 'Sitemap',
    sitemapXml: 'Sitemap XML',
  },
  contact: { email: 'Write to us', video: 'Videos', social: 'Social profile', photo: 'Photos' },
  feeds: { atom: 'Atom feed', rss: 'RSS feed', json: 'JSON feed' },
  errors: {
    notFound: {
      title: 'Page not found',
      message:
        'This page does not exist, or its address has changed. Search for an article, or start from one of the categories.',
      /** The message of a site without search. */
      withoutSearch:
        'This page does not exist, or its address has changed. Start from one of the categories.',
    },
    serverError: {
      title: 'Something went wrong on our side',
      message:
        'The page could not be put together. Nothing is wrong with your device; try again in a moment.',
    },
    offline: {
      title: 'You are offline',
      message:
        'This page has not been saved on your device. Pages that you have read before still open; this one will when the connection is back.',
    },
    search: 'Search for an article',
    categories: 'Start from a category',
  },
  consent: {
    title: 'Privacy choices',
    text: 'This site would like to load parts from {hosts}. Nothing is loaded before you agree.',
    allow: 'Allow',
    allowAll: 'Allow all',
    decline: 'Decline',
    save: 'Save choice',
    analytics: 'Statistics',
    marketing: 'Marketing',
  },
  comments: {
    title: 'Comments',
    load: 'Show comments',
    note: 'They come from {host}, which then learns of your visit.',
  },
  newsletter: { title: 'Newsletter', email: 'E-mail address', button: 'Subscribe' },
  navigation: { navigated: 'Navigated to {title}', loading: 'The page is still loading…' },
} as const;
