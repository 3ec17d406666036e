/** Renders the photo of an author, or the initials without one. It is decorative: the name stands beside it. */
import type { AuthorCard } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { Cover } from './cover.tsx';

export const AuthorPhoto = replaceable('AuthorPhoto', BuiltIn);

function BuiltIn({ author }: { author: Pick<AuthorCard, 'photo' | 'initials'> }) {
  if (author.photo) return <Cover className="photo" picture={author.photo} sizes="4rem" />;
  return (
    <span className="monogram" aria-hidden="true">
      {author.initials}
    </span>
  );
}
