/** Renders a text with its table of contents: a side column on wide screens, folded above the text on narrow ones. */
import type { Body } from '../../site/page.ts';

export function BodyText({ body, label }: { body: Body | null; label: string }) {
  if (!body) return null;
  return (
    <>
      {body.contents !== '' && (
        <nav className="contents" aria-label={label}>
          <details open>
            <summary>{label}</summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
            <ol dangerouslySetInnerHTML={{ __html: body.contents }} />
          </details>
        </nav>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: body.html }} />
    </>
  );
}
