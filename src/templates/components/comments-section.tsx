/** Renders the section for an article's comments, which are loaded when a reader asks for them. */
import { fillText } from '../../locales/locale-format.ts';
import type { Comments } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { Section } from './section.tsx';

export const CommentsSection = replaceable('CommentsSection', BuiltIn);

function BuiltIn({ comments: { host, load } }: { comments: Comments }) {
  const { comments } = useStrings();
  return (
    <Section className="comments" id="site.comments" title={comments.title}>
      <p className="meta">{fillText(comments.note, { host })}</p>
      <button type="button" className="action" data-load={load} hidden>
        {comments.load}
      </button>
    </Section>
  );
}
