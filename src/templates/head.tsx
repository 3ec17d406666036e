/** Renders the head elements of one page. Each has `data-page-head`, so that navigation can replace it (B24). */
import type { Head } from '../site/page.ts';
import { each } from './components/lists.tsx';

const OWNED = { 'data-page-head': '' };

/** Name or property, and content. The element is left out if the content is null. */
type Entry = readonly [name: string, content: string | null | undefined];

export function PageHead({ head }: { head: Head }) {
  const { openGraph, article, title, description, canonical } = head;
  const { image } = openGraph;
  return (
    <>
      <title {...OWNED}>{title}</title>
      <meta {...OWNED} name="description" content={description} />
      <meta {...OWNED} name="robots" content={head.robots} />
      {canonical !== null && <link {...OWNED} rel="canonical" href={canonical} />}
      {each(head.alternates, ({ language, url }) => (
        <link {...OWNED} rel="alternate" hrefLang={language} href={url} />
      ))}
      {head.feed !== undefined && (
        <link {...OWNED} rel="alternate" type="application/atom+xml" href={head.feed} />
      )}
      {head.previous !== null && <link {...OWNED} rel="prev" href={head.previous} />}
      {head.markdown !== undefined && (
        <link {...OWNED} rel="alternate" type="text/markdown" href={head.markdown} />
      )}
      {head.next !== null && <link {...OWNED} rel="next" href={head.next} />}
      <Properties
        entries={[
          ['og:type', openGraph.type],
          ['og:title', openGraph.title],
          ['og:description', description],
          ['og:url', openGraph.url],
          ['og:locale', openGraph.locale],
          ['og:image', image?.url],
          ['og:image:alt', image?.alt],
          ['og:image:width', image?.size?.width],
          ['og:image:height', image?.size?.height],
        ]}
      />
      <meta {...OWNED} name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      <meta {...OWNED} name="twitter:title" content={openGraph.title} />
      <meta {...OWNED} name="twitter:description" content={description} />
      {image && <meta {...OWNED} name="twitter:image" content={image.url} />}
      {image && <meta {...OWNED} name="twitter:image:alt" content={image.alt} />}
      <Properties
        entries={[
          ['article:published_time', article?.published],
          ['article:modified_time', article?.modified],
          ...(article?.authors ?? []).map((author) => ['article:author', author] as const),
          ['article:section', article?.section],
        ]}
      />
      {head.jsonLd !== null && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that is safe in a script element
        <script {...OWNED} type="application/ld+json" dangerouslySetInnerHTML={{ __html: head.jsonLd }} />
      )}
    </>
  );
}

function Properties({ entries }: { entries: readonly Entry[] }) {
  const shown = entries.filter(([, content]) => content !== null && content !== undefined);
  return each(shown, ([property, content]) => (
    <meta {...OWNED} property={property} content={content ?? undefined} />
  ));
}
