/** Renders links to the home pages of all editions. */
import type { ChromeData } from '../../site/chrome-data.ts';
import { replaceable } from '../replaceable.tsx';
import { each } from './lists.tsx';

export const LanguageLinks = replaceable('LanguageLinks', BuiltIn);

function BuiltIn({ editions }: Pick<ChromeData, 'editions'>) {
  return (
    <ul className="editions">
      {each(editions, ({ url, title, language, current }) => (
        <li>
          <a href={url} hrefLang={language} lang={language} aria-current={current ? 'true' : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
