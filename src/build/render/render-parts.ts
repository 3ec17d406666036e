/** Renders pages with the views and components of the site. */
import { type Problems, UserError } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { Strings } from '../../locales/strings.ts';
import { viewOf } from '../../pages/page-registry.ts';
import type { ChromeData } from '../../site/chrome-data.ts';
import type { Body, Page } from '../../site/page.ts';
import { compileView } from '../../templates/compile-view.ts';
import { renderHeadElements } from '../../templates/head.ts';
import { type Chrome, renderChrome, renderMain } from '../../templates/render.tsx';
import { NO_OVERRIDES, type Overrides, overridesOf, viewName } from '../../theme/overrides.ts';
import { callCode, type SiteCode } from '../../theme/run-code.ts';

/** Renders head elements and <main>. @param code null for the built-in views */
export function createPartsRenderer(
  strings: (locale: LocaleCode) => Strings,
  code: SiteCode | null = null,
): (page: Page, body: Body | null) => string[] {
  const render = (page: Page, body: Body | null, { views, components }: Overrides) => [
    renderHeadElements(page),
    renderMain(page, body, viewOf(page, views), strings(page.locale), components),
  ];
  if (!code) return (page, body) => render(page, body, NO_OVERRIDES);
  const overrides = overridesOf(code);
  return (page, body) => {
    const name = page.view ?? `views/${page.kind}`;
    const file = code.compiled.files.find((module) => viewName(module) === name)?.file;
    try {
      return callCode(code, { subject: `the page ${page.path}`, file }, () => render(page, body, overrides));
    } catch (error) {
      // The error is the site's only where the built-in views can show the page.
      render(page, body, NO_OVERRIDES);
      throw error;
    }
  };
}

/** The same, by shape for pages that consist of built-in views and components. */
export function createPartsCompiler(strings: (locale: LocaleCode) => Strings, code: SiteCode | null) {
  const render = createPartsRenderer(strings, code);
  if (!code) return compileView(render);
  const { views, components } = overridesOf(code);
  const own = new Set(views.values());
  return compileView(render, (page) => components.size > 0 || own.has(viewOf(page, views)));
}

/** Header, footer and the edition's part of the head. With problems, which are collected, they are the built-in ones. */
export function renderSiteChrome(data: ChromeData, code: SiteCode | null, problems: Problems): Chrome {
  if (!code) return renderChrome(data);
  try {
    const subject = `the header or footer of ${data.locale}`;
    return callCode(code, { subject, file: undefined }, () =>
      renderChrome(data, overridesOf(code).components),
    );
  } catch (error) {
    const builtIn = renderChrome(data);
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems) problems.error(problem);
    return builtIn;
  }
}
