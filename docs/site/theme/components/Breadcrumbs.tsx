import { Breadcrumbs, type Link } from 'articles/theme';

/** The way to a page, without the subcategory: each section has one, of the same name. */
export default function SectionBreadcrumbs({ links }: { links: readonly Link[] }) {
  return <Breadcrumbs.BuiltIn links={links.length > 3 ? links.filter((_, index) => index !== 2) : links} />;
}
