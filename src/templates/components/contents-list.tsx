/** Renders the table of contents: in a side column on wide screens, folded above the text on narrow ones. */
import { replaceable } from '../replaceable.tsx';

interface ContentsListProps {
  /** `contents` of a body: HTML of list items. */
  contents: string;
  label: string;
}

export const ContentsList = replaceable('ContentsList', BuiltIn);

function BuiltIn({ contents, label }: ContentsListProps) {
  return (
    <nav className="contents" aria-label={label}>
      <details open>
        <summary>{label}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own Markdown renderer */}
        <ol dangerouslySetInnerHTML={{ __html: contents }} />
      </details>
    </nav>
  );
}
