/** Owns pictures of articles. Always in <picture>: React would otherwise add preload links of its own. */
import type { Picture } from '../../site/page.ts';

interface CoverProps {
  picture: Picture;
  /** The `sizes` of the responsive sources. */
  sizes: string;
  /** The picture may be the largest thing that a reader first sees. */
  eager?: boolean;
  className?: string;
}

export function Cover({ picture, sizes, eager = false, className = 'cover' }: CoverProps) {
  if (picture.svg !== undefined) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own pictures
      <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture.svg }} />
    );
  }
  return (
    <picture className={className}>
      {picture.sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
        <source key={index} type={source.type} srcSet={source.srcset} sizes={sizes} />
      ))}
      <img
        src={picture.url}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  );
}
