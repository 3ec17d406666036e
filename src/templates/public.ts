/** `articles/theme`: the types, components and helpers that the code of a site may import. */

export type { DirectiveProps } from '../content/markdown/directive.ts';
export type { LocaleCode } from '../locales/codes.ts';
export { fillText, withSpace } from '../locales/locale-format.ts';
export type { Strings } from '../locales/strings.ts';
export type { ChromeData, FooterGroup, Logo, MenuItem, Newsletter } from '../site/chrome-data.ts';
export type {
  Ads,
  ArchivePage,
  ArticlePage,
  ArticleSection,
  ArticleSummary,
  AuthorCard,
  AuthorPage,
  AuthorsPage,
  Body,
  CategoriesSection,
  CategoryCard,
  CategoryPage,
  Comments,
  DateView,
  ErrorPage,
  Head,
  HomePage,
  InfoPage,
  Link,
  Page,
  Pagination,
  Picture,
  SearchPage,
  SidebarGroup,
  SitemapPage,
  TaxonomyPage,
  TermPage,
} from '../site/page.ts';
export type { SiteIndex, ThemePage } from '../site/theme-page-data.ts';
export { ArticleCard } from './components/article-card.tsx';
export { ArticleList } from './components/article-list.tsx';
export { AuthorBox } from './components/author-box.tsx';
export { AuthorIndex } from './components/author-index.tsx';
export { AuthorPhoto } from './components/author-photo.tsx';
export { AuthorProfile } from './components/author-profile.tsx';
export { BodyText } from './components/body-text.tsx';
export { Breadcrumbs } from './components/breadcrumbs.tsx';
export { Byline } from './components/byline.tsx';
export { CardFacts } from './components/card-facts.tsx';
export { CardGrid } from './components/card-grid.tsx';
export { CardTitle } from './components/card-title.tsx';
export { CommentsSection } from './components/comments-section.tsx';
export { ConsentButton } from './components/consent-button.tsx';
export { ContentsList } from './components/contents-list.tsx';
export { CountedLinks } from './components/counted-links.tsx';
export { Cover } from './components/cover.tsx';
export { EditLink } from './components/edit-link.tsx';
export { LanguageLinks } from './components/language-links.tsx';
export { LeadStories } from './components/lead-stories.tsx';
export { LeadStory } from './components/lead-story.tsx';
export { LetterLinks } from './components/letter-links.tsx';
export { each, LinkList } from './components/lists.tsx';
export { Neighbours } from './components/neighbours.tsx';
export { NewsletterForm } from './components/newsletter-form.tsx';
export { PageHeading } from './components/page-heading.tsx';
export { PageLinks } from './components/page-links.tsx';
export { PageTop } from './components/page-top.tsx';
export { PageTranslations } from './components/page-translations.tsx';
export { PaidLinks } from './components/paid-links.tsx';
export { RankedList } from './components/ranked-list.tsx';
export { Section } from './components/section.tsx';
export { SectionRow } from './components/section-row.tsx';
export { SelectedArticles } from './components/selected-articles.tsx';
export { SeriesParts } from './components/series-parts.tsx';
export { Sidebar } from './components/sidebar.tsx';
export { SiteFooter } from './components/site-footer.tsx';
export { SiteHeader } from './components/site-header.tsx';
export { SiteMenu, SiteSearch } from './components/site-islands.tsx';
export { TermLinks } from './components/term-links.tsx';
export { ThemeSwitch } from './components/theme-switch.tsx';
export { consentWords } from './consent-words.ts';
export { useStrings } from './strings-context.ts';
export { ArchiveView } from './views/archive-view.tsx';
export { ArticleView } from './views/article-view.tsx';
export { AuthorView } from './views/author-view.tsx';
export { AuthorsView } from './views/authors-view.tsx';
export { CategoryView } from './views/category-view.tsx';
export { HomeView } from './views/home-view.tsx';
export { InfoView } from './views/info-view.tsx';
export { ErrorView } from './views/not-found-view.tsx';
export { SearchView } from './views/search-view.tsx';
export { SitemapView } from './views/sitemap-view.tsx';
export { TaxonomyView } from './views/taxonomy-view.tsx';
export { TermView } from './views/term-view.tsx';
