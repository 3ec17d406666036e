/** Types of the chrome around a page: header, footer, and the client files that every page loads. */
import type { LocaleCode } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { Link } from './page.ts';

/** The data of an edition's header and footer, which are rendered once per edition. */
export interface ChromeData {
  locale: LocaleCode;
  strings: Strings;
  siteTitle: string;
  home: string;
  /** null for a site without a logo: the name is its wordmark. */
  logo: Logo | null;
  /** `look.masthead` of the configuration. */
  masthead: string;
  /** The two levels of the menu. Also the props of the menu island. */
  menu: MenuItem[];
  /** The first menu entries that link to a page, for wide screens. Their titles have no emojis. */
  sections: Link[];
  /** Action of the search form without JavaScript, if there is no results page. */
  sitemap: string;
  footer: FooterGroup[];
  contact: { email: string | null; video: string | null; social: string | null; photo: string | null };
  /** The home pages of all editions; `current` marks this one. Empty if there is only one. */
  editions: (Link & { language: string; current: boolean })[];
  /** The places that show the links to the editions. */
  languages: { header: boolean; footer: boolean };
  year: number;
  /** `type` is the media type. */
  feeds: (Link & { type: string })[];
  /** Present if search is on. */
  search: {
    minimumCharacters: number;
    manifestUrl: string;
    /** URL of the results page. Absent if only titles are searched. */
    page?: string;
  } | null;
  /** URL of the static query (B10) that holds the props of the islands; null if navigation data is off. */
  islandData: string | null;
  /** Elements of <head> that the site adds. */
  headTags?: readonly HeadTag[];
  newsletter?: Newsletter;
  /** The hosts whose scripts need the reader's consent, as a list in words. */
  consentHosts?: string;
}

export interface HeadTag {
  tag: 'meta' | 'link';
  attributes: Readonly<Record<string, string | undefined>>;
}

/** A form that posts to a third-party service. `text` may be ''. */
export interface Newsletter {
  action: string;
  field: string;
  hidden: [name: string, value: string][];
  title: string;
  text: string;
  button: string;
}

/** A script of an integration. */
export interface LoadedScript {
  service: string;
  /** Host name to show to readers. */
  name: string;
  src: string;
  consent: 'none' | 'analytics' | 'marketing';
  integrity?: string;
  attributes?: Readonly<Record<string, string>>;
  /** Global variables that the script reads. */
  globals?: Readonly<Record<string, unknown>>;
}

/** The logo in the header: 72 CSS pixels high, and at least as wide. */
export interface Logo {
  url: string;
  width: number;
  height: number;
  /** True for a wide logo, which shows the site's name itself. */
  isName: boolean;
}

/** A heading without a page has no URL; a single link has no children. */
export interface MenuItem {
  title: string;
  url: string | null;
  children: Link[];
}

export type FooterGroup =
  | { kind: 'links'; title: string; links: readonly Link[] }
  /** The same links as `ChromeData.contact`. */
  | { kind: 'contact'; title: string };

/** URLs of the bundled client files, and other values of the build for <head>. The same on every page. */
export interface ClientAssets {
  stylesheet: string;
  /** The main script; null if no client feature is on. */
  script: string | null;
  /** Base path for client navigation; null if that is off. */
  navigationBase: string | null;
  /** URL of sw.js; null if browsers must not register one. */
  serviceWorker: string | null;
  /** Hash of client code and templates: app-data's webpackCompilationHash. */
  buildHash: string;
  manifest: string;
  icon: string;
  appleIcon: string;
  themeColor: string;
  /** Ground of pages in the dark, for the frame of browsers. */
  darkGround: string;
  /** JSON of the speculation rules; absent where they are off. */
  speculation?: string;
  /** JSON of `LoadedScript[]`, which the script for integrations loads; absent if there is nothing to load. */
  integrations?: string;
}
