/** Renders links to the groups of an index that is grouped by first letters. */
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const LetterLinks = replaceable('LetterLinks', BuiltIn);

function BuiltIn({ groups }: { groups: readonly { letter: string | null; id: string }[] }) {
  const { layout } = useStrings();
  if (groups.length < 2) return null;
  return (
    <nav className="letters" aria-label={layout.letters}>
      <ul>
        {each(groups, ({ letter, id }) => (
          <li>
            <a href={`#${id}`}>{letter}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
