import { type ChromeData, LinkList, useStrings } from 'articles/theme';

export default function SiteHeader({ data }: { data: ChromeData }) {
  const { layout } = useStrings();
  return (
    <header className="site-header">
      <a className="skip" href="#content">
        {layout.skip}
      </a>
      <a className="site-name" href={data.home}>
        {data.siteTitle}
      </a>
      <nav aria-label={layout.sections}>
        <LinkList links={data.sections} />
      </nav>
    </header>
  );
}
