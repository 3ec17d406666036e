/** Names a source, with a link where it has an address. */
import { isAbsoluteUrl } from '../content/markdown/safe-urls.ts';

export function SourceLink({ text, url }: { text: string; url: string | null }) {
  if (url === null) return text;
  return (
    <a href={url} rel={isAbsoluteUrl(url) ? 'external noopener' : undefined}>
      {text}
    </a>
  );
}
