/** Renders the head elements of one page. Each has `data-page-head`, so that navigation can replace it (B24). */
import { escapeHtml } from '../foundation/escape.ts';
import type { Head } from '../site/page.ts';

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** React takes fourteen times as long, and no site replaces these elements. */
export function renderHeadElements({ head }: { head: Head }): string {
  const { openGraph, article, title, description, canonical } = head;
  const { image } = openGraph;
  return [
    `<title data-page-head="">${escapeHtml(title)}</title>`,
    named('description', description),
    named('robots', head.robots),
    link({ rel: 'canonical', href: canonical }),
    ...head.alternates.map(({ language, url }) => link({ rel: 'alternate', hrefLang: language, href: url })),
    link({ rel: 'alternate', type: 'application/atom+xml', href: head.feed }),
    link({ rel: 'prev', href: head.previous }),
    link({ rel: 'alternate', type: 'text/markdown', href: head.markdown }),
    link({ rel: 'next', href: head.next }),
    property('og:type', openGraph.type),
    property('og:title', openGraph.title),
    property('og:description', description),
    property('og:url', openGraph.url),
    property('og:locale', openGraph.locale),
    property('og:image', image?.url),
    property('og:image:alt', image?.alt),
    property('og:image:width', image?.size?.width),
    property('og:image:height', image?.size?.height),
    named('twitter:card', image ? 'summary_large_image' : 'summary'),
    named('twitter:title', openGraph.title),
    named('twitter:description', description),
    named('twitter:image', image?.url),
    named('twitter:image:alt', image?.alt),
    property('article:published_time', article?.published),
    property('article:modified_time', article?.modified),
    ...(article?.authors ?? []).map((author) => property('article:author', author)),
    property('article:section', article?.section),
    // JSON that is safe in a script element.
    head.jsonLd === null
      ? ''
      : `<script data-page-head="" type="application/ld+json">${head.jsonLd}</script>`,
  ].join('');
}

const named = (name: string, content: Attributes[string]) => element('meta', { name, content });
const property = (name: string, content: Attributes[string]) => element('meta', { property: name, content });
const link = (attributes: Attributes) => element('link', attributes);

/** Returns '' if a value is missing. */
function element(tag: string, attributes: Attributes): string {
  let html = `<${tag} data-page-head=""`;
  for (const name in attributes) {
    const value = attributes[name];
    if (value === null || value === undefined) return '';
    html += ` ${name}="${escapeHtml(value)}"`;
  }
  return `${html}/>`;
}
