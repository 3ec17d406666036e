/** Renders the header of an edition, once for all of its pages. */
import type { ChromeData } from '../../site/chrome-data.ts';
import { replaceable } from '../replaceable.tsx';
import { useStrings } from '../strings-context.ts';
import { LanguageLinks } from './language-links.tsx';
import { SectionRow } from './section-row.tsx';
import { SiteMenu, SiteSearch } from './site-islands.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export const SiteHeader = replaceable('SiteHeader', BuiltIn);

function BuiltIn({ data }: { data: ChromeData }) {
  const { layout } = useStrings();
  return (
    <header className={`site-header masthead-${data.masthead}`}>
      <a className="skip" href="#content">
        {layout.skip}
      </a>
      <div className="masthead">
        <a className="brand" href={data.home}>
          {/* React adds a preload link for an image outside <picture>. */}
          {data.logo && (
            <picture>
              <img
                src={data.logo.url}
                alt={data.logo.isName ? data.siteTitle : ''}
                width={data.logo.width}
                height={data.logo.height}
              />
            </picture>
          )}
          {!data.logo?.isName && <span className="brand-name">{data.siteTitle}</span>}
        </a>
        <div className="masthead-tools">
          {data.languages.header && data.editions.length > 1 && (
            <nav aria-label={layout.editions}>
              <LanguageLinks editions={data.editions} />
            </nav>
          )}
          <ThemeSwitch />
        </div>
      </div>
      <div className="bar">
        <SiteMenu data={data} />
        <SectionRow links={data.sections} />
        <SiteSearch data={data} />
      </div>
    </header>
  );
}
