/** Types of what surrounds a page: header, footer, and the client files that every page names. */
import type { LocaleCode } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { Link } from './page.ts';

/** What header and footer of one edition show; rendered once per edition. */
export interface ChromeData {
  locale: LocaleCode;
  strings: Strings;
  siteTitle: string;
  home: string;
  logo: Logo;
  /** The menu: top level, then what is below. Also the props of the menu island. */
  menu: MenuItem[];
  /** The first entries of the menu that lead to a page, for wide screens. Their titles have no emojis. */
  sections: Link[];
  /** Target of the search form without JavaScript. */
  sitemap: string;
  footer: FooterGroup[];
  contact: { email: string | null; video: string | null; social: string | null; photo: string | null };
  /** Homes of all editions; `current` marks this one. Empty where there is only one. */
  editions: (Link & { language: string; current: boolean })[];
  /** Where the links to the editions are shown. */
  languages: { header: boolean; footer: boolean };
  year: number;
  /** `type` is the media type. */
  feeds: (Link & { type: string })[];
  /** Present where the search feature is on. */
  search: { minimumCharacters: number; manifestUrl: string } | null;
  /** URL of the static query (B10) that holds the props of the islands; null where navigation data is off. */
  islandData: string | null;
  /** Elements of <head> that the site adds. */
  headTags?: readonly HeadTag[];
  newsletter?: Newsletter;
  /** Hosts whose scripts readers have to agree to, as a text. */
  consentHosts?: string;
}

export interface HeadTag {
  tag: 'meta' | 'link';
  attributes: Readonly<Record<string, string | undefined>>;
}

/** A form that is sent to a service. `text` is '' where there is none. */
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
  /** Host, for readers. */
  name: string;
  src: string;
  consent: 'none' | 'analytics' | 'marketing';
  integrity?: string;
  attributes?: Readonly<Record<string, string>>;
  /** Variables that the script reads. */
  globals?: Readonly<Record<string, unknown>>;
}

/** The picture in the header, in CSS pixels: 72×72, or as tall and wider. */
export interface Logo {
  url: string;
  width: number;
  height: number;
  /** Whether it is so wide that it shows the site's name. */
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
  /** What `ChromeData.contact` has. */
  | { kind: 'contact'; title: string };

/** URLs of the bundled, hashed client files and what <head> needs of the build; the same on every page. */
export interface ClientAssets {
  stylesheet: string;
  /** The main script; null where no client feature is on. */
  script: string | null;
  /** Base path for the navigation runtime; null where that feature is off. */
  navigationBase: string | null;
  /** URL of sw.js; null where the browser should register none. */
  serviceWorker: string | null;
  /** Hash of client code and templates: app-data's webpackCompilationHash. */
  buildHash: string;
  manifest: string;
  icon: string;
  appleIcon: string;
  themeColor: string;
  /** What the script of the integrations loads, as JSON: `LoadedScript[]`; absent where it is not needed. */
  integrations?: string;
}
