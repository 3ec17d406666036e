/** Codes of pages, addresses, links and what a site changes of the look. */
import type { ErrorEntry } from './error-entry.ts';

export const SITE_CODES = {
  'dead-link': {
    means: 'A link leads to no page and no file of the site.',
    cause: 'A typing error, or the page was removed or is a draft.',
    cure: 'Correct the link or remove it.',
    example: '"/articles/oods" is neither a page nor a file of the site',
  },
  'misspelt-link': {
    means: 'A link leads to a page by another spelling of its address.',
    cause: 'It has a trailing slash or an ending such as `.html`.',
    cure: 'Write the address in the hint.',
    example: '"/articles/odds/" is another spelling of a page',
  },
  'invalid-link': {
    means: 'A link is not an address, or leads out of the base path of the site.',
    cause: 'A typing error in the URL.',
    cure: 'Correct the link.',
    example: '"/a%ff" is not a valid URL encoding',
  },
  'dead-fragment': {
    means: 'The part of a link after `#` is no heading of its page.',
    cause: 'The heading was renamed.',
    cure: 'Use the id of a heading: its words in lower case, joined by hyphens.',
    example: '"#oods" leads to no heading of this page',
  },
  'dead-redirect': {
    means: 'A redirect leads to an address that is no page.',
    cause: 'A typing error, or the page was removed.',
    cure: 'Name a page, or write `"gone": true` if nothing replaces it.',
    example: 'the redirect leads to /articles/odds, which is not a page of the site',
  },
  'lost-address': {
    means: 'An address of an earlier build has no page now.',
    cause: 'An article was renamed or removed without an alias.',
    cure: 'Keep the address with the line that the hint shows.',
    example: '/articles/odds had a page in an earlier build, and nothing answers there now',
  },
  'slug-taken': {
    means: 'Two pages would have the same address.',
    cause: 'They have the same slug, or the slug is a route of the site.',
    cure: 'Give one of the two another slug.',
    example: 'slug "odds" is also the slug of content/en_US/articles/odds.md',
  },
  'alias-taken': {
    means: 'An old address belongs to a page or to another article.',
    cause: 'The same alias is listed twice, or its page is there again.',
    cure: 'Remove the alias or change it.',
    example: 'alias "/articles/odds" is taken by content/en_US/articles/odds.md',
  },
  'reserved-address': {
    means: 'An address begins as a route of the site.',
    cause: 'A slug or a folder has a name such as `articles` or `authors`.',
    cure: 'Choose another slug or folder.',
    example: 'slug "authors" is reserved for a route of the site',
  },
  'path-taken': {
    means: 'A file of `public/` is in the place of a file that the build makes.',
    cause: 'Both have the same path.',
    cure: 'Remove the file, or give it another name.',
    example: 'robots.txt is made by the build, or is where the build needs a folder',
  },
  'redirects-over-limit': {
    means: 'The host takes fewer redirects than the site has old addresses.',
    cause: 'A limit of the host.',
    cure: 'Nothing is lost: the others have pages that lead on. Remove aliases that readers no longer use.',
    example: 'the files for cloudflare-pages have room for 2000 of 2400 old addresses',
  },
  'blocked-by-policy': {
    means: 'The security policy of the page blocks something that the page loads.',
    cause: 'A script, frame, picture or form of an origin that the site does not trust yet.',
    cure: 'Add the line of the hint to `site-config.json` if you trust it.',
    example: 'the security policy of the page blocks the script of "https://example.org/a.js"',
  },
  'unknown-page': {
    means: 'Paid links are for a page that does not show any.',
    cause: '`content/ads.json` names a path of no page, or of an error page.',
    cure: 'Correct the path or remove its links.',
    example: 'no page has the path "/odds"',
  },
  'invalid-html': {
    means: 'The HTML of a paid link is broken or shows nothing.',
    cause: 'A tag is not closed, or the text is empty.',
    cure: 'Correct the HTML.',
    example: 'the HTML is broken: <b> is not closed',
  },
  'long-title': {
    means: 'Result pages of search engines cut the title off.',
    cause: 'It is wider than they show.',
    cure: 'Shorten the title.',
    example: 'the title is about 720 px wide; result pages cut it off at 580 px',
  },
  'missing-description': {
    means: 'A page has no description for search engines.',
    cause: 'None is written, and there is no paragraph to take it from.',
    cure: 'Add a description, or a first paragraph.',
    example: 'the page has no description',
  },
  'long-description': {
    means: 'Result pages of search engines cut the description off.',
    cause: 'It has more characters than they show.',
    cure: 'Shorten the description.',
    example: 'the description has 240 characters; result pages show about 160',
  },
  'misplaced-translation': {
    means: 'A translation is in another category than its original.',
    cause: 'Their `entities` differ, or the files share a path by chance.',
    cure: 'Give both the same entities, or rename one file.',
    example: 'the translation is in odds, but its original (content/en_US/articles/odds.md) is in basics',
  },
  'outdated-translation': {
    means: 'The original changed after its translation.',
    cause: 'The translation was not brought up to date.',
    cure: 'Translate the change, then set `updated` of the translation.',
    example:
      'the original (content/en_US/articles/odds.md) changed on 2026-04-02, but the translation on 2026-03-01',
  },
  'unknown-layout': {
    means: 'A page names a layout that is not there.',
    cause: 'A typing error, or the file of the layout is missing.',
    cure: 'Write the file in `theme/layouts/`, or leave `layout` out.',
    example: 'there is no layout "landing"',
  },
  'unknown-view': {
    means: 'A file of the theme replaces nothing.',
    cause: 'No built-in view or component has its name.',
    cure: 'Rename it; `articles eject --list` shows the names.',
    example: 'there is no built-in view "artcle"',
  },
  'missing-export': {
    means: 'A file of the site does not export what is needed.',
    cause: 'The export is missing, or has another name.',
    cure: 'Write the line in the hint.',
    example: 'the file has no view as its default export',
  },
  'invalid-export': {
    means: 'An export of a page or directive of the site has a wrong form.',
    cause: 'It is missing, or of another type.',
    cure: 'Write the line in the hint.',
    example: 'the page exports no title',
  },
  'unknown-export': {
    means: 'Nothing reads an export of a page.',
    cause: 'A typing error in its name.',
    cure: 'Use a name of the hint, or do not export it.',
    example: 'nothing reads the export "titel"',
  },
  'code-error': {
    means: 'Code of the site does not compile.',
    cause: 'An error of syntax or types, or an import that code of a theme cannot have.',
    cure: 'Correct the code at the place of the message; docs/theme.md says what it may import.',
    example: 'Expected ">" but found "}"',
  },
  'code-crash': {
    means: 'Code of the site ends with an error.',
    cause: 'It reads something that may be missing, or throws.',
    cure: 'Correct the code at the place of the message.',
    example: 'the page /authors cannot be rendered: page.author is null',
  },
  'style-error': {
    means: 'A style sheet of the theme cannot be read.',
    cause: 'An error of syntax, or a file that it names is missing.',
    cure: 'Correct the style sheet at the place of the message.',
    example: 'Expected "}" to go with "{"',
  },
  'slow-view': {
    means: 'Pages with this view are right, but take longer to build.',
    cause: 'The view may look into a text, so it is rendered for each page.',
    cure: 'Decide by numbers, flags, `kind` or `level` of the page.',
    example:
      'a condition may look into a text, so pages that use this code are rendered without the fast path',
  },
  'unreadable-font': {
    means: 'A font of the theme cannot be used.',
    cause: 'The file is damaged, or of a kind that browsers do not load.',
    cure: 'Replace it with a font for the web.',
    example: 'this is a collection of fonts',
  },
  'unused-font': {
    means: 'Readers would load a font for nothing, so it is left out.',
    cause: 'No style names its family, or another file has all of its characters.',
    cure: 'Name it in `theme/style.css`, or remove the file.',
    example: 'nothing uses the family "Lora"',
  },
} satisfies Record<string, ErrorEntry>;
