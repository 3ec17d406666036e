/** Puts the name and the address of the site into info pages and own pages, so that several sites can share them. */
import type { SiteConfig } from '../../config/config-schema.ts';

export type SiteValues = Readonly<Record<'title' | 'url' | 'host', string>>;

export function siteValues({
  title,
  url,
  basePath,
}: Pick<SiteConfig, 'title' | 'url' | 'basePath'>): SiteValues {
  return { title: title.replace(/\s+/g, ' '), url: url + basePath, host: new URL(url).host };
}

const VALUE = /\{\{\s*site\.([\w.-]+)\s*\}\}/g;
const PAGE = /(?:^|\/)content\/\w+\/(?:info|pages)\//;
/** Every mark of Markdown and HTML that is no part of a usual name. */
const MARKS = /[!#$&*[\\\]^_`{|}~<>]/g;

/**
 * @param file decides whether the text is that of a page: articles have no values
 * @param text Markdown without its front matter. The name becomes text there, whatever marks it has
 */
export function fillSiteText(file: string, text: string, values: SiteValues): string {
  const { title, ...others } = values;
  return fill(file, text, { ...others, title: title.replace(MARKS, '\\$&') });
}

/** Fills a field of the front matter. */
export function fillSiteField(text: string, values: SiteValues): string {
  return fill(null, text, values);
}

function fill(file: string | null, text: string, values: SiteValues): string {
  if (!text.includes('{{') || (file !== null && !PAGE.test(file))) return text;
  return text.replace(VALUE, (whole, name: string) => (isValue(name, values) ? values[name] : whole));
}

function isValue(name: string, values: SiteValues): name is keyof SiteValues {
  return Object.hasOwn(values, name);
}

/** The places in a text that ask for a value that sites do not have. */
export function findUnknownValues(text: string, values: SiteValues): { name: string; index: number }[] {
  return Array.from(text.matchAll(VALUE), ({ 1: name = '', index }) => ({ name, index })).filter(
    ({ name }) => !isValue(name, values),
  );
}
