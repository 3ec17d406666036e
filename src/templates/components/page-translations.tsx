/** Renders links to a page in other languages. */
import type { Page } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { each } from './lists.tsx';

export const PageTranslations = replaceable('PageTranslations', BuiltIn);

function BuiltIn({ links }: { links: Page['translations'] }) {
  const { layout } = useStrings();
  return (
    <nav className="translations" aria-label={layout.translations}>
      <ul>
        {each(links, ({ url, title, language }) => (
          <li>
            <a href={url} hrefLang={language} lang={language}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
