/** Names a source, with a link if it has a URL. */
import { isAbsoluteUrl } from '../content/markdown/safe-urls.ts';

export function SourceLink({ text, url }: { text: string; url: string | null }) {
  if (url === null) return text;
  return (
    <a href={url} rel={isAbsoluteUrl(url) ? 'external noopener' : undefined}>
      {text}
    </a>
  );
}
