/** Renders the footer of an edition, once for all of its pages. */
import { fillText } from '../../locales/locale-format.ts';
import type { ChromeData } from '../../site/chrome-data.ts';
import type { Link } from '../../site/page.ts';
import { replaceable } from '../replaceable.tsx';
import { ConsentButton } from './consent-button.tsx';
import { LanguageLinks } from './language-links.tsx';
import { each, LinkList } from './lists.tsx';
import { NewsletterForm } from './newsletter-form.tsx';

export const SiteFooter = replaceable('SiteFooter', BuiltIn);

function BuiltIn({ data }: { data: ChromeData }) {
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
      {data.newsletter && <NewsletterForm data={data.newsletter} />}
      <div className="footer-end">
        <p>{fillText(layout.copyright, { year: String(data.year), title: data.siteTitle })}</p>
        {data.languages.footer && data.editions.length > 1 && <LanguageLinks editions={data.editions} />}
        {data.consentHosts !== undefined && <ConsentButton hosts={data.consentHosts} />}
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
