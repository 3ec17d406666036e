/** Renders the table of contents: open beside the text on wide screens, folded above it elsewhere. */
import { replaceable } from '../replaceable.tsx';

interface ContentsListProps {
  /** `contents` of a body: HTML of list items, which may contain lists. */
  contents: string;
  label: string;
}

export const ContentsList = replaceable('ContentsList', BuiltIn);

function BuiltIn({ contents, label }: ContentsListProps) {
  return (
    <nav className="contents" aria-label={label}>
      <details>
        <summary>{label}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
        <ol dangerouslySetInnerHTML={{ __html: contents }} />
      </details>
    </nav>
  );
}
