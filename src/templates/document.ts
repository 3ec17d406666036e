/** Creates the HTML document around a page: the constant head, security policy, theme, live regions. */

import { createHash } from 'node:crypto';
import type { PolicySources } from '../config/policy-schema.ts';
import { escapeHtml } from '../foundation/escape.ts';
import { directionOf, type LocaleCode, languageOf } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { ClientAssets } from '../site/chrome-data.ts';
import { createPolicies, type PagePolicy, type PolicyOf } from './page-policy.ts';
import type { Chrome } from './render.tsx';

/** Applies the remembered theme before the first paint. */
const FIRST_SCRIPT = inlineScript(
  "try{let t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t}catch{}",
);
/** Loads the main script after the first paint, which needs connection and processor more. A slow picture does not delay it. */
const LOAD_MAIN =
  "let m=d.dataset.main,l=()=>{if(m){let s=document.createElement('script');s.type='module';s.src=m;m='';document.head.append(s)}};addEventListener('load',()=>new PerformanceObserver(l).observe({type:'paint',buffered:true}));setTimeout(l,5e3)";
/** Until the main script runs, Back and Forward within this document load the page in full. */
const EARLY_BACK = 'let p=location.pathname;window.onpopstate=()=>p===location.pathname||location.reload()';
/**
 * Is placed at the end of the body. A script waits for the style sheet, and the end of the document waits for the script:
 * there the browser checks if a form is visible, and would otherwise lay out the whole page without styles.
 */
const LAST_SCRIPT = inlineScript(`${LOAD_MAIN};${EARLY_BACK}`);

function inlineScript(statements: string): string {
  return `(d=>{${statements}})(document.documentElement)`;
}

const COMMON_SOURCES: PolicySources = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'http:', 'https:', 'data:'],
  'script-src': ["'self'", ...[FIRST_SCRIPT, LAST_SCRIPT].map(cspHashSource)],
  'style-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
};

/** @param site the sources that the site allows on every page */
export function createPagePolicies(site: readonly PolicySources[]): PolicyOf {
  return createPolicies(COMMON_SOURCES, site);
}

export function cspHashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** The constant parts of a document: the text around path, policy, head elements and main, in this order. */
export type Frame<Part = string> = readonly [
  start: Part,
  afterPath: Part,
  afterPolicy: Part,
  afterHead: Part,
  end: Part,
];

/** The parts that all pages of an edition share. */
export function createFrame(input: {
  locale: LocaleCode;
  strings: Strings;
  chrome: Chrome;
  /** URLs of fonts to preload. */
  preload?: readonly string[];
  assets: ClientAssets;
}): Frame {
  const { locale, strings, chrome, assets, preload = [] } = input;
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const texts = Object.entries(bodyTexts(strings)).map(([name, text]) =>
    attribute(`data-${kebab(name)}`, text),
  );
  return [
    `<!doctype html>
<html${attribute('lang', languageOf(locale))}${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''} data-path="`,
    `"${attribute('data-build', assets.buildHash)}${assets.script === null ? '' : attribute('data-main', assets.script)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="`,
    `">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${FIRST_SCRIPT}</script>
${preload.map(preloadFont).join('')}<link rel="stylesheet"${attribute('href', assets.stylesheet)}>
`,
    `
${chrome.head}${themeColors(assets)}
<link rel="icon"${attribute('href', assets.icon)}>
<link rel="apple-touch-icon"${attribute('href', assets.appleIcon)}>
<link rel="manifest"${attribute('href', assets.manifest)}>
</head>
<body${texts.join('')}${runtimeAttributes(assets)}>
${chrome.header}
`,
    `
${chrome.footer}
<div id="route-announcer" class="visually-hidden" aria-live="assertive" aria-atomic="true"></div>
<div id="route-notice" class="route-notice" role="status" hidden></div>
<script>${LAST_SCRIPT}</script>${assets.speculation === undefined ? '' : `\n<script type="speculationrules">${assets.speculation}</script>`}
</body>
</html>
`,
  ];
}

/** True if this program made the document. */
export function isPageOfOurs(html: string): boolean {
  return /^<!doctype html>\n<html lang="[\w-]+"(?: dir="rtl")? data-path="[^"]*" data-build="/.test(html);
}

/** Returns the origin of the site that a page belongs to; null if the page does not name it. */
export function originOfPage(html: string): string | null {
  return /<link data-page-head="" rel="canonical" href="(https?:\/\/[^/"]+)/.exec(html)?.[1] ?? null;
}

/**
 * Returns the parts of a document in order. Joined, they are its HTML.
 * @param content path of the page within the site, its policy, its own head elements and its <main>
 */
export function fillFrame<Part>(
  [start, afterPath, afterPolicy, afterHead, end]: Frame<Part>,
  { path, policy, head, main }: { path: string; policy: PagePolicy; head: string; main: string },
): (Part | string)[] {
  // A document keeps the policy that it was loaded with, so navigation compares this mark.
  const shown = policy.isOwn ? `${policy.content}" data-own="` : policy.content;
  return [start, escapeHtml(path), afterPath, shown, afterPolicy, head, afterHead, main, end];
}

/** Writes the texts that scripts show as data attributes of <body>. Navigation to another edition replaces them. */
export function bodyTexts({ navigation, article }: Strings): Record<string, string> {
  const { copied, copyPrompt } = article;
  return { ...navigation, copied, copyPrompt };
}

/** Writes the settings that tell the main script which features to start. */
function runtimeAttributes({ navigationBase, serviceWorker, integrations }: ClientAssets): string {
  const base = navigationBase === null ? '' : attribute('data-base', navigationBase);
  const worker = serviceWorker === null ? '' : attribute('data-worker', serviceWorker);
  return base + worker + (integrations === undefined ? '' : attribute('data-integrations', integrations));
}

/** Browsers colour their own frame with these: with the colour of the site, and in the dark with the ground of the page. */
function themeColors({ themeColor, darkGround }: ClientAssets): string {
  const meta = (scheme: string, content: string) =>
    `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})"${attribute('content', content)}>`;
  return `${meta('light', themeColor)}${meta('dark', darkGround)}`;
}

function preloadFont(url: string): string {
  return `<link rel="preload" as="font" type="font/woff2"${attribute('href', url)} crossorigin>\n`;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value)}"`;
}
