/** Renders every page in memory as the build does, and reads from its HTML what the checks need. */
import type { PreparedSite } from '../build/prepare/prepare-site.ts';
import { createBodyRenderer, editionOf } from '../build/render/body-renderer.ts';
import { attemptPage, createFailures } from '../build/render/failures.ts';
import { createPartsCompiler } from '../build/render/render-parts.ts';
import type { Problems } from '../foundation/errors.ts';
import { planPages } from '../pages/page-registry.ts';
import type { Page } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { createPagePolicies } from '../templates/document.ts';
import { extractStrings } from '../templates/shape.ts';
import type { SiteCode } from '../theme/run-code.ts';
import type { Load } from './page-loads.ts';
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
  /** HTML of <main>. */
  main: string;
  /** HTML of header and footer for one page of each edition; '' for the others. */
  chrome: string;
  /** Targets in its blocks of paid links. */
  blockTargets: string[];
  /** Images of the text that have no alternative text. */
  withoutAlt: string[];
  /** Languages of code in the text. */
  languages: string[];
  /** The security policy of the page. */
  policy: string;
  /** The resources that the text of the file loads. */
  bodyLoads: Load[];
  /** The resources that the rest of the page loads. */
  otherLoads: Load[];
}

/** Pages that cannot be shown are left out. Their problems are collected. */
export function* renderInMemory(
  site: Site,
  prepared: PreparedSite,
  code: SiteCode | null,
  problems: Problems,
): Iterable<CheckedPage> {
  const setup = prepared.renderSetup('', false);
  const renderBody = createBodyRenderer(setup, code);
  const view = createPartsCompiler((locale) => editionOf(setup, locale).strings, code);
  const policyOf = createPagePolicies(setup.policy);
  const failures = createFailures();
  for (const edition of site.editions) {
    const { header = '', footer = '' } = setup.editions[edition.locale]?.chrome ?? {};
    const chrome = scanHtml(header + footer);
    // Header and footer are the same on all pages of an edition, so one page reports their targets.
    let { targets: chromeTargets, loads: chromeLoads } = chrome;
    let chromeHtml = header + footer;
    for (const group of planPages(prepared.planInput(edition))) {
      for (const { page, body, images, links, offers } of group.plan()) {
        const parts = attemptPage(() => {
          const rendered = renderBody({ body, images, links, offers, locale: page.locale });
          return { rendered, main: view.render(extractStrings(page), extractStrings(rendered))[1] ?? '' };
        });
        if ('problems' in parts) {
          failures.add(parts.problems);
          continue;
        }
        const { rendered, main } = parts;
        const shown = scanHtml(main);
        const text = scanHtml(rendered?.html ?? '');
        // check-ads.ts checks paid links.
        const paid = scanHtml(page.ads?.blocks.join('') ?? '');
        const own = new Set([...text.targets, ...paid.targets]);
        yield {
          page,
          file: body?.file ?? null,
          ids: [...shown.ids, ...chrome.ids],
          bodyTargets: text.targets,
          otherTargets: [...shown.targets.filter((target) => !own.has(target)), ...chromeTargets],
          ...{ main, chrome: chromeHtml, blockTargets: paid.targets },
          withoutAlt: text.withoutAlt,
          languages: text.languages,
          policy: policyOf([...(page.policy ?? []), rendered?.policy]).content,
          bodyLoads: text.loads,
          otherLoads: [...without(shown.loads, [...text.loads, ...paid.loads]), ...chromeLoads],
        };
        chromeTargets = [];
        chromeHtml = '';
        chromeLoads = [];
      }
    }
  }
  for (const problem of failures.list()) problems.error(problem);
}

function without(loads: readonly Load[], others: readonly Load[]): Load[] {
  const known = new Set(others.map(({ directive, target }) => `${directive} ${target}`));
  return loads.filter(({ directive, target }) => !known.has(`${directive} ${target}`));
}
