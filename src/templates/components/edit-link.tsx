/** Renders the link by which readers suggest a change of a text. */
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';

export const EditLink = replaceable('EditLink', BuiltIn);

function BuiltIn({ url }: { url: string }) {
  return (
    <p className="meta">
      <a href={url}>{useStrings().article.edit}</a>
    </p>
  );
}
