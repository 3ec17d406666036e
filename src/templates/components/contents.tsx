/** Owns the table of contents: a side column on wide screens, folded above the text on narrow ones. */
import type { Body } from '../../site/page.ts';

export function Contents({ body, label }: { body: Body; label: string }) {
  if (body.contents === '') return null;
  return (
    <nav className="contents" aria-label={label}>
      <details open>
        <summary>{label}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
        <ol dangerouslySetInnerHTML={{ __html: body.contents }} />
      </details>
    </nav>
  );
}
