/** Owns the HTML document around a page: the constant head, security policy, theme, live regions. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../content/escape.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import { stringsOf } from '../locales/index.ts';
import type { ClientAssets } from '../site/page.ts';
import type { Chrome } from './render.tsx';

/** Runs before the first paint: the remembered theme, and a mark that scripts run. */
const THEME_SCRIPT =
  "(d=>{d.dataset.js='';try{let t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t}catch{}})(document.documentElement)";

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' https: data:",
  `script-src 'self' 'sha256-${createHash('sha256').update(THEME_SCRIPT).digest('base64')}'`,
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ');

interface DocumentParts {
  locale: LocaleCode;
  /** Path of the page within the site. */
  path: string;
  /** The page's own head elements. */
  head: string;
  main: string;
  chrome: Chrome;
  assets: ClientAssets;
}

export function assembleDocument({ locale, path, head, main, chrome, assets }: DocumentParts): string {
  const { layout, navigation, article } = stringsOf(locale);
  const attribute = (name: string, value: string) => ` ${name}="${escapeHtml(value)}"`;
  return `<!doctype html>
<html${attribute('lang', languageOf(locale))}${attribute('data-path', path)}${attribute('data-build', assets.buildHash)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${THEME_SCRIPT}</script>
<link rel="stylesheet"${attribute('href', assets.stylesheet)}>
${scriptElement(assets)}${head}
${chrome.head}<meta name="theme-color"${attribute('content', assets.themeColor)}>
<link rel="icon"${attribute('href', assets.icon)}>
<link rel="apple-touch-icon"${attribute('href', assets.appleIcon)}>
<link rel="manifest"${attribute('href', assets.manifest)}>
</head>
<body${attribute('data-navigated', navigation.navigated)}${attribute('data-copied', article.copied)}${attribute('data-copy-prompt', article.copyPrompt)}>
<a class="skip" href="#content">${escapeHtml(layout.skip)}</a>
${chrome.header}
${main}
${chrome.footer}
<div id="route-announcer" class="visually-hidden" aria-live="assertive" aria-atomic="true"></div>
<div id="route-notice" class="route-notice" role="status" hidden>${escapeHtml(navigation.loading)}</div>
</body>
</html>
`;
}

/** The main script names the chunks of the islands for the loader in it. */
function scriptElement({ script, islands }: ClientAssets): string {
  if (script === null) return '';
  const chunks = Object.entries(islands).map(([name, url]) => ` data-${name}="${escapeHtml(url)}"`);
  return `<script type="module" src="${escapeHtml(script)}"${chunks.join('')}></script>\n`;
}
