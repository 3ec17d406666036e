/** Reports settings that refer to missing categories and scripts, and texts without one of the site's locales. */
import { CONFIG_FILE } from '../config/config-file.ts';
import type { Label } from '../config/editorial-schema.ts';
import type { OwnFields } from '../content/article/own-fields.ts';
import { type ErrorCode, type Finding, finding } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import { findNamedPage, labelIn, listPageNames } from './named-pages.ts';
import type { Edition, Site } from './site.ts';
import type { Addresses } from './site-addresses.ts';

/** The parts of a setting that refer to content. */
interface SettingPart {
  category?: string | undefined;
  page?: string | undefined;
  title?: Label | undefined;
  url?: Label | undefined;
  links?: readonly SettingPart[] | undefined;
}

export function checkSettings(site: Site): Finding[] {
  const { config, editions } = site;
  const problems: Finding[] = [];
  const report = (code: ErrorCode, field: PropertyKey[], message: string, hint: string) =>
    problems.push(finding(code, message, hint, { file: CONFIG_FILE, field }));
  const visit = ({ category, page, title, url, links = [] }: SettingPart, field: PropertyKey[]) => {
    for (const [index, link] of links.entries()) visit(link, [...field, 'links', index]);
    // An edition that cannot be read has other problems.
    const whole = editions.filter(({ missing }) => missing.size === 0);
    if (
      page !== undefined &&
      whole.length > 0 &&
      !whole.some((edition) => findNamedPage(site, edition, page))
    ) {
      const names = [...new Set(whole.flatMap((edition) => listPageNames(site, edition)))];
      const hint = hintNear(page, names, `its pages: ${names.join(', ')}`);
      report('dead-link', [...field, 'page'], `the site has no page "${page}"`, hint);
    }
    for (const edition of editions) {
      if (category !== undefined && !edition.missing.has('tree') && !hasCategory(edition, category)) {
        const file = edition.treeFile;
        const keys = Object.keys(edition.tree).join(', ');
        report(
          'unknown-category',
          [...field, 'category'],
          `${file} has no category "${category}"`,
          `its categories: ${keys}`,
        );
      }
      for (const [name, text] of Object.entries({ title, url })) {
        if (typeof text !== 'object' || labelIn(edition, text) !== null) continue;
        const hint = `add "${edition.locale}", or write one text for all languages`;
        report('missing-translation', [...field, name], `the text has no ${edition.locale}`, hint);
      }
    }
  };
  const lists: [readonly SettingPart[], PropertyKey[]][] = [
    [config.home.sections, ['home', 'sections']],
    [config.category.sections, ['category', 'sections']],
    [config.navigation.menu, ['navigation', 'menu']],
    [config.footer.groups, ['footer', 'groups']],
  ];
  for (const [list, field] of lists)
    for (const [index, reference] of list.entries()) visit(reference, [...field, index]);
  return problems;
}

/** Finds settings that name fields of articles which the site does not define. */
export function checkFieldNames(
  { home, category, feeds, taxonomies }: Site['config'],
  { shapes }: OwnFields,
): Finding[] {
  const own = [...Object.keys(shapes), ...Object.keys(taxonomies)];
  const sorts = Object.entries({ home, category }).flatMap(([page, { sections }]) =>
    sections.flatMap(({ sort }, index) =>
      sort === undefined || /^-?title$/.test(sort)
        ? []
        : [{ name: sort.replace(/^-/, ''), field: [page, 'sections', index, 'sort'] }],
    ),
  );
  const fed = feeds.fields.map((name, index) => ({ name, field: ['feeds', 'fields', index] }));
  return [...sorts, ...fed].flatMap(({ name, field }): Finding[] => {
    if (own.includes(name)) return [];
    const hint = hintNear(name, own, 'define it in content/schema.ts');
    const message = `articles have no field "${name}"`;
    return [finding('unknown-field', message, hint, { file: CONFIG_FILE, field })];
  });
}

function hasCategory({ categories, subcategories }: Edition, key: string): boolean {
  return categories.has(key) || subcategories.has(key);
}

/** Finds scripts of integrations that are missing from the site. */
export function checkScripts({ config }: Site, addresses: Addresses): Finding[] {
  return config.integrations.analytics.flatMap(({ script }, index): Finding[] => {
    const missing = script?.startsWith('/') ? addresses.explain(script) : null;
    if (!missing) return [];
    const field = ['integrations', 'analytics', index, 'script'];
    const message = `the script "${script}" ${missing.message}`;
    return [finding('dead-link', message, `put it at public${script}`, { file: CONFIG_FILE, field })];
  });
}
