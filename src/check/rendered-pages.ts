/** Owns every page of a site in memory, one after the other: rendered as the build does it, kept as ids and targets. */

import { coverPath, planPages } from '../build/plan/page-groups.ts';
import { listRoutes } from '../build/plan/route-list.ts';
import type { PreparedSite } from '../build/prepare/prepare-site.ts';
import { createBodyRenderer, renderParts } from '../build/threads/worker-tasks.ts';
import type { Page } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { compileView } from '../templates/compile-view.ts';
import { takeApart } from '../templates/shape.ts';
import { scanHtml } from './scan-html.ts';

export interface CheckedPage {
  page: Page;
  /** The Markdown file of its text. */
  file: string | null;
  ids: string[];
  /** Targets in the text of the file. */
  bodyTargets: string[];
  /** Targets in the rest of the page. */
  otherTargets: string[];
  /** Images of the text that have no words. */
  withoutAlt: string[];
}

export function* checkPages(site: Site, prepared: PreparedSite): Iterable<CheckedPage> {
  const setup = prepared.renderSetup('', false);
  const renderBody = createBodyRenderer(setup);
  const view = compileView(renderParts);
  const chromes = new Map(
    Object.entries(setup.editions).map(([locale, { chrome }]) => [
      locale,
      scanHtml(chrome.header + chrome.footer),
    ]),
  );
  const shown = new Set<string>();
  for (const edition of site.editions) {
    for (const group of planPages(prepared.planInput(edition))) {
      for (const { page, body, images } of group.plan()) {
        const rendered = renderBody({ body, images, locale: page.locale });
        const [, main = ''] = view.render(takeApart(page), takeApart(rendered));
        const shownMain = scanHtml(main);
        const text = scanHtml(rendered?.html ?? '');
        // Paid links have a check of their own.
        const paid = scanHtml(page.ads?.blocks.join('') ?? '');
        const own = new Set([...text.targets, ...paid.targets]);
        const chrome = chromes.get(page.locale);
        const isFirst = !shown.has(page.locale);
        shown.add(page.locale);
        yield {
          page,
          file: body?.file ?? null,
          ids: [...shownMain.ids, ...(chrome?.ids ?? [])],
          bodyTargets: text.targets,
          otherTargets: [
            ...shownMain.targets.filter((target) => !own.has(target)),
            // Header and footer are the same on all pages of an edition.
            ...(isFirst ? (chrome?.targets ?? []) : []),
          ],
          withoutAlt: text.withoutAlt,
        };
      }
    }
  }
}

export function listPages(site: Site): Set<string> {
  const pages = listRoutes(site);
  for (const { locale } of site.editions) {
    for (const kind of ['404', '500', 'offline'] as const) pages.add(site.routes.error(locale, kind));
  }
  return pages;
}

/** Drawn covers of articles: they are files of the site as soon as it is built. */
export function listCovers(site: Site): string[] {
  if (!site.config.features.covers) return [];
  return site.editions.flatMap(({ articles }) => articles.flatMap((article) => coverPath(article) ?? []));
}
