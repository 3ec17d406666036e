/** The English interface, which decides the strings that every locale has. To add one, add it here: the types name the rest. */

export const en_US = {
  layout: {
    skip: 'Skip to the content',
    home: 'Home',
    breadcrumbs: 'Where you are',
    editions: 'Editions',
    translations: 'This page in other languages',
    themeSwitch: 'Switch between light and dark',
    categories: 'Categories',
    sections: 'Sections',
    information: 'Information',
    contact: 'Contact',
    feeds: 'Feeds',
    letters: 'By letter',
    copyright: '© {year} {title}',
  },
  menu: {
    // The first letter is the Cyrillic U+0421: the specification spells the label so.
    button: '\u0421ategorization',
    label: 'Categories',
    /** The link to a whole category after its subcategories. */
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
  sections: {
    best: 'Best Articles',
    hot: 'Hot Articles',
    more: 'Have More wonderful Stuff',
    latest: 'Articles',
    featured: 'Featured',
    subcategories: 'In this section',
    siblings: 'More in this section',
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
    /** Of a document. */
    pageTitle: '{title}, page {page}',
    allArticles: 'All articles',
    empty: 'Nothing has been published here yet.',
    articles: { one: '{count} article', other: '{count} articles' },
  },
  ads: {
    label: 'Advertisement',
    /** The hash of a site's name chooses one. */
    headings: ['Sponsored Links', 'Partner Links', 'Recommended Sites', 'Related Resources'],
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
      title: 'Oops! The Quest for Knowledge Hits a Snag',
      message:
        'The page you are looking for has slipped away. Take a different route: search for an article, or start from one of the sections.',
      /** The message of a site without search. */
      withoutSearch:
        'The page you are looking for has slipped away. Take a different route: start from one of the sections.',
    },
    serverError: {
      title: 'Something Broke on Our Side',
      message:
        'The page could not be put together. Nothing is wrong with your device; try again in a moment.',
    },
    offline: {
      title: 'You Are Offline',
      message:
        'This page has not been saved on your device. Pages that you have read before still open; this one will when the connection is back.',
    },
    search: 'Search for an article',
    categories: 'Start from a section',
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
