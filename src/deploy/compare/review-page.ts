/** Writes the changes that readers will see as one HTML file, which has no scripts and loads nothing. */
import { escapeHtml } from '../../foundation/escape.ts';
import type { PageChange } from './compare-pages.ts';
import { type SiteDiff, summarizeDiff } from './site-diff.ts';

/** Words shown before and after a change. */
const CONTEXT = 8;

export function formatReview(diff: SiteDiff, title: string): string {
  const groups = (['changed', 'added', 'removed'] as const).flatMap((action) => {
    const pages = diff.pages.filter((page) => page.action === action);
    if (pages.length === 0) return [];
    return [`<h2 id="${action}">${pages.length} ${action}</h2>`, ...pages.map(formatPage)];
  });
  const files = diff.files.map(
    ({ action, name }) =>
      `<li><span class="tag ${action}">${action}</span> <code>${escapeHtml(name)}</code></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}: what changes</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(diff.url)}</p>
<p class="summary">${escapeHtml(summarizeDiff(diff))}</p>
</header>
<main>
${groups.join('\n') || '<p>Readers will see no change.</p>'}
${files.length > 0 ? `<h2>${files.length} other files</h2><details><summary>Names</summary><ul>${files.join('')}</ul></details>` : ''}
</main>
</body>
</html>
`;
}

function formatPage(page: PageChange): string {
  const { action, path, title, fields, paidLinks, words } = page;
  const rows = fields.map(
    ({ field, before, after }) =>
      `<tr><th scope="row">${field}</th><td>${before ? `<del>${escapeHtml(before)}</del>` : ''} ${after ? `<ins>${escapeHtml(after)}</ins>` : ''}</td></tr>`,
  );
  const links = [
    ...paidLinks.removed.map((link) => `<li><del>${escapeHtml(link)}</del></li>`),
    ...paidLinks.added.map((link) => `<li><ins>${escapeHtml(link)}</ins></li>`),
  ];
  const count =
    action === 'changed'
      ? `${words.added} words added, ${words.removed} removed`
      : `${words.added + words.removed} words`;
  const text = formatText(page.text);
  return `<article>
<h3><span class="tag ${action}">${action}</span> ${escapeHtml(title || path)}</h3>
<p class="path"><code>${escapeHtml(path)}</code> · ${count}</p>
${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}
${links.length > 0 ? `<h4>Paid links</h4><ul>${links.join('')}</ul>` : ''}
${text === '' ? '' : `<div class="text">${text}</div>`}
</article>`;
}

/** The changes, each with some words around it. '' where no word changed. */
function formatText(text: PageChange['text']): string {
  if (text.every(({ kind }) => kind === 'same')) return '';
  const pieces = text.map(({ kind, words }, index) => {
    if (kind === 'added') return `<ins>${join(words)}</ins>`;
    if (kind === 'removed') return `<del>${join(words)}</del>`;
    const isFirst = index === 0;
    const isLast = index === text.length - 1;
    if (words.length <= CONTEXT * 2) return join(words);
    const head = isFirst ? '' : join(words.slice(0, CONTEXT));
    const tail = isLast ? '' : join(words.slice(-CONTEXT));
    return `${head} <span class="gap">… ${words.length} words …</span> ${tail}`;
  });
  return pieces.join(' ');
}

const join = (words: readonly string[]) => escapeHtml(words.join(' '));

const STYLE = `:root{color-scheme:light dark;--ink:#1a1d1f;--soft:#5b6570;--paper:#fff;--card:#f6f7f8;--rule:#d9dde1;--add:#0b6b36;--add-bg:#dcf4e4;--del:#a1221b;--del-bg:#fbe3e1;--change:#7a4b00;--change-bg:#fbeed2}
@media(prefers-color-scheme:dark){:root{--ink:#e9ecef;--soft:#a3adb7;--paper:#15181a;--card:#1e2225;--rule:#363c42;--add:#7fdca3;--add-bg:#123a24;--del:#ff9d95;--del-bg:#4a1a17;--change:#f3c877;--change-bg:#413010}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem;color:var(--ink);background:var(--paper);font:1rem/1.6 system-ui,sans-serif}
h1{margin:0;font-size:1.75rem;line-height:1.2}
h2{margin:2.5rem 0 1rem;padding-bottom:.25rem;border-bottom:1px solid var(--rule);font-size:1.25rem;text-transform:capitalize}
h3{margin:0;font-size:1.0625rem;line-height:1.4}
h4{margin:1rem 0 .25rem;font-size:.875rem}
p{margin:.25rem 0}
header p,.path{color:var(--soft);font-size:.875rem}
.summary{color:var(--ink)!important;font-size:1rem!important;font-weight:600}
article{margin:0 0 1rem;padding:1rem 1.25rem;border:1px solid var(--rule);border-radius:.5rem;background:var(--card)}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
table{width:100%;margin:.75rem 0 0;border-collapse:collapse;font-size:.9375rem}
th{width:7rem;padding:.375rem .75rem .375rem 0;color:var(--soft);font-weight:500;text-align:start;vertical-align:top}
td{padding:.375rem 0;overflow-wrap:anywhere}
ul{margin:.25rem 0;padding-inline-start:1.25rem;overflow-wrap:anywhere}
ins{color:var(--add);background:var(--add-bg);text-decoration:none}
del{color:var(--del);background:var(--del-bg)}
.text{margin-top:.75rem;padding-top:.75rem;border-top:1px solid var(--rule);font-family:Georgia,serif;overflow-wrap:anywhere}
.gap{color:var(--soft);font:.8125rem system-ui,sans-serif}
.tag{display:inline-block;min-width:4.5rem;padding:0 .5rem;border-radius:1rem;font-size:.75rem;font-weight:600;text-align:center;vertical-align:.1em}
.added{color:var(--add);background:var(--add-bg)}.removed{color:var(--del);background:var(--del-bg)}.changed{color:var(--change);background:var(--change-bg)}`;
