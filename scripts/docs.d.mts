export interface DocsPage {
  /** Below docs/. */
  file: string;
  slug: string;
  title: string;
}
export function writeDocsSite(site: string): DocsPage[];
