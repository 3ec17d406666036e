/** Renders pictures of articles, always in <picture>, because React adds preload links for other images. */
import type { Picture } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { each } from './lists.tsx';

interface CoverProps {
  picture: Picture;
  /** The `sizes` attribute of the responsive sources. */
  sizes: string;
  /** For the picture that may be the largest content of the first screen. */
  eager?: boolean;
  className?: string;
}

export const Cover = replaceable('Cover', BuiltIn);

function BuiltIn({ picture, sizes, eager = false, className = 'cover' }: CoverProps) {
  if (picture.svg !== undefined) {
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own pictures
      <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture.svg }} />
    );
  }
  return (
    <picture className={className}>
      {each(picture.sources, ({ type, srcset }) => (
        <source type={type} srcSet={srcset} sizes={sizes} />
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
