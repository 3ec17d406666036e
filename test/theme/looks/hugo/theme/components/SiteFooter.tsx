import type { ChromeData } from 'articles/theme';

export default function SiteFooter({ data }: { data: ChromeData }) {
  return (
    <footer className="site-footer">
      <a href={data.home}>
        © {data.year} {data.siteTitle}
      </a>
    </footer>
  );
}
