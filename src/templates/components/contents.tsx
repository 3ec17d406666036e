/** Owns the table of contents: a side column on wide screens, folded above the text on narrow ones. */
import type { Body } from '../../site/page.ts';

export function Contents({ body, label }: { body: Body; label: string }) {
  if (body.contents.length < 2) return null;
  return (
    <nav className="contents" aria-label={label}>
      <details open>
        <summary>{label}</summary>
        <ol>
          {body.contents.map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and strings are opaque
            <li key={index}>
              <a href={`#${heading.id}`}>{heading.title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
