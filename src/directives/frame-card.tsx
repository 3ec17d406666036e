/** A link to something on another host. A script puts it into the page when a reader clicks, and nothing is requested before. */
import type { ReactNode } from 'react';

interface FrameCardProps {
  kind: 'video' | 'embed';
  /** URL that the link opens without JavaScript. */
  page: string;
  /** URL of the frame; null for a film of the site. */
  frame: string | null;
  /** The words on the link. */
  action: string;
  title: string;
  /** Says where the frame is loaded from. */
  notice: string;
  shape?: string;
  captions?: string | undefined;
  language?: string | undefined;
  children?: ReactNode;
}

export function FrameCard(props: FrameCardProps) {
  const { kind, page, frame, action, title, notice, shape, captions, language, children } = props;
  return (
    <figure className={shape === undefined ? kind : `${kind} ${shape}`}>
      <a
        className="video-link"
        href={page}
        rel={frame === null ? undefined : 'external noopener'}
        data-video={frame ?? ''}
        data-captions={captions}
        data-language={language}
      >
        {children}
        <span className="video-play">{action}</span>
      </a>
      <figcaption>
        {title}
        {frame !== null && <span className="credit"> {notice}</span>}
      </figcaption>
    </figure>
  );
}
