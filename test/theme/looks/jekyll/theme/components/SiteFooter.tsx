import { type ChromeData, LinkList } from 'articles/theme';

export default function SiteFooter({ data }: { data: ChromeData }) {
  return (
    <footer className="site-footer">
      <h2>{data.siteTitle}</h2>
      <div className="footer-cols">
        <a href={`mailto:${data.contact.email}`}>{data.contact.email}</a>
        <LinkList links={data.feeds} />
        <p>Write an awesome description for your new site here.</p>
      </div>
    </footer>
  );
}
