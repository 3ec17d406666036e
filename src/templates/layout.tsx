/** Renders the header and footer of an edition, once for all of its pages. */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { fillText } from '../locales/locale-format.ts';
import type { ChromeData } from '../site/chrome-data.ts';
import type { Link } from '../site/page.ts';
import { each, LinkList } from './components/lists.tsx';
import { Menu } from './islands/category-menu.tsx';
import { createIslandProps } from './islands/island-props.ts';
import { Search } from './islands/search-box.tsx';

const DRAWINGS = {
  sun: 'M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
} as const;

export function SiteHeader({ data }: { data: ChromeData }) {
  const { layout } = data.strings;
  const props = createIslandProps(data);
  return (
    <header className="site-header">
      <a className="skip" href="#content">
        {layout.skip}
      </a>
      <div className="masthead">
        <a className="brand" href={data.home}>
          {/* React adds a preload link for an image outside <picture>. */}
          <picture>
            <img src={data.logo} alt="" width="72" height="72" />
          </picture>
          <span className="brand-name">{data.siteTitle}</span>
        </a>
        <div className="masthead-tools">
          {data.languages.header && data.editions.length > 1 && (
            <nav aria-label={layout.editions}>
              <Editions data={data} />
            </nav>
          )}
          <button type="button" className="theme-switch" data-theme-switch aria-label={layout.themeSwitch}>
            <Icon name="sun" />
            <Icon name="moon" />
          </button>
        </div>
      </div>
      <div className="bar">
        <Island name="menu" source={data.islandData}>
          <Menu {...props.menu} />
        </Island>
        {props.search && (
          <Island name="search" source={data.islandData}>
            <Search {...props.search} />
          </Island>
        )}
      </div>
    </header>
  );
}

/** The inside comes from renderToString, so that React takes it over when it hydrates. */
function Island({ name, source, children }: { name: string; source: string | null; children: ReactElement }) {
  return (
    <div
      data-island={name}
      data-props={source ?? undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React itself
      dangerouslySetInnerHTML={{ __html: renderToString(children) }}
    />
  );
}

function Editions({ data }: { data: ChromeData }) {
  return (
    <ul className="editions">
      {data.editions.map((edition) => (
        <li key={edition.url}>
          <a
            href={edition.url}
            hrefLang={edition.language}
            lang={edition.language}
            aria-current={edition.current ? 'true' : undefined}
          >
            {edition.title}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function SiteFooter({ data }: { data: ChromeData }) {
  const { layout } = data.strings;
  return (
    <footer className="site-footer">
      <div className="footer-columns">
        {each(data.footer, (group) =>
          group.kind === 'contact' ? (
            <Contact title={group.title} data={data} />
          ) : (
            <FooterLinks title={group.title} links={group.links} />
          ),
        )}
      </div>
      <div className="footer-end">
        <p>{fillText(layout.copyright, { year: String(data.year), title: data.siteTitle })}</p>
        {data.languages.footer && data.editions.length > 1 && <Editions data={data} />}
      </div>
    </footer>
  );
}

function Contact({ title, data }: { title: string; data: ChromeData }) {
  const { contact } = data.strings;
  const { email, video, social, photo } = data.contact;
  const profiles = [
    { title: contact.video, url: video },
    { title: contact.social, url: social },
    { title: contact.photo, url: photo },
  ].filter((profile): profile is Link => profile.url !== null);
  if (email === null && profiles.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {email !== null && (
          <li>
            <a href={`mailto:${email}`}>
              {contact.email}
              <span className="footer-mail">{email}</span>
            </a>
          </li>
        )}
        {profiles.map((profile) => (
          <li key={profile.title}>
            <a href={profile.url} rel="me external noopener">
              {profile.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FooterLinks({ title, links }: { title: string; links: readonly Link[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <LinkList links={links} />
    </div>
  );
}

/** A decorative icon in the colour of the text. */
function Icon({ name }: { name: keyof typeof DRAWINGS }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        d={DRAWINGS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
