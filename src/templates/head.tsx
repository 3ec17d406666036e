/** Owns the elements of <head> that belong to one page. Each carries `data-page-head`, so that navigation can swap them (B24). */
import type { Head } from '../site/page.ts';

const OWNED = { 'data-page-head': '' };

export function PageHead({ head }: { head: Head }) {
  const { openGraph, article } = head;
  return (
    <>
      <title {...OWNED}>{head.title}</title>
      <Meta name="description" content={head.description} />
      <Meta name="robots" content={head.robots} />
      {head.canonical !== null && <link {...OWNED} rel="canonical" href={head.canonical} />}
      {head.alternates.map(({ language, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
        <link {...OWNED} key={index} rel="alternate" hrefLang={language} href={url} />
      ))}
      {head.previous !== null && <link {...OWNED} rel="prev" href={head.previous} />}
      {head.next !== null && <link {...OWNED} rel="next" href={head.next} />}
      <Property property="og:type" content={openGraph.type} />
      <Property property="og:title" content={openGraph.title} />
      <Property property="og:description" content={head.description} />
      {openGraph.url !== null && <Property property="og:url" content={openGraph.url} />}
      <Property property="og:locale" content={openGraph.locale} />
      {openGraph.image && (
        <>
          <Property property="og:image" content={openGraph.image.url} />
          <Property property="og:image:alt" content={openGraph.image.alt} />
          {openGraph.image.size && (
            <>
              <Property property="og:image:width" content={openGraph.image.size.width} />
              <Property property="og:image:height" content={openGraph.image.size.height} />
            </>
          )}
        </>
      )}
      <Meta name="twitter:card" content={openGraph.image ? 'summary_large_image' : 'summary'} />
      <Meta name="twitter:title" content={openGraph.title} />
      <Meta name="twitter:description" content={head.description} />
      {openGraph.image && (
        <>
          <Meta name="twitter:image" content={openGraph.image.url} />
          <Meta name="twitter:image:alt" content={openGraph.image.alt} />
        </>
      )}
      {article && (
        <>
          <Property property="article:published_time" content={article.published} />
          <Property property="article:modified_time" content={article.modified} />
          <Property property="article:author" content={article.author} />
          <Property property="article:section" content={article.section} />
        </>
      )}
      {head.jsonLd !== null && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that is safe in a script element
        <script {...OWNED} type="application/ld+json" dangerouslySetInnerHTML={{ __html: head.jsonLd }} />
      )}
    </>
  );
}

function Meta({ name, content }: { name: string; content: string }) {
  return <meta {...OWNED} name={name} content={content} />;
}

function Property({ property, content }: { property: string; content: string }) {
  return <meta {...OWNED} property={property} content={content} />;
}
