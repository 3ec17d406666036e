/** Owns the registry of page kinds: kind → view. A kind without a view does not compile. */
import type { ReactNode } from 'react';
import type { Body, Page } from '../../site/page.ts';
import { ArticleView } from './article-view.tsx';
import { AuthorView } from './author-view.tsx';
import { AuthorsView } from './authors-view.tsx';
import { CategoryView } from './category-view.tsx';
import { ErrorView } from './error-view.tsx';
import { HomeView } from './home-view.tsx';
import { InfoView } from './info-view.tsx';
import { SitemapView } from './sitemap-view.tsx';

export function PageView({ page, body }: { page: Page; body: Body | null }): ReactNode {
  switch (page.kind) {
    case 'home':
      return <HomeView page={page} />;
    case 'category':
    case 'subcategory':
      return <CategoryView page={page} />;
    case 'author':
      return <AuthorView page={page} />;
    case 'authors':
      return <AuthorsView page={page} />;
    case 'info':
      return <InfoView page={page} body={body} />;
    case 'sitemap':
      return <SitemapView page={page} />;
    case 'article':
      return <ArticleView page={page} body={body} />;
    case 'not-found':
    case 'server-error':
    case 'offline':
      return <ErrorView page={page} />;
    default:
      return page satisfies never;
  }
}
