/** Brings an open page of `serve --watch` up to date after a build, and shows the problems of a failed one. */
import type { ShownProblem, Status } from '../serve/build-status.ts';

const STYLES = `
:host { position: fixed; inset: 0; z-index: 2147483647; overflow: auto; padding: clamp(1rem, 4vw, 3rem);
  background: rgb(12 14 18 / 0.92); color: #e9e9ee; font: 1rem/1.5 system-ui, sans-serif; }
:host([data-mild]) { inset: auto 0 0 auto; max-block-size: 40vb; max-inline-size: min(36rem, 100vi); padding: 1rem;
  font-size: 0.875rem; }
section { max-inline-size: 64rem; margin: 0 auto 2rem; border-inline-start: 4px solid #ff6b6b; padding-inline-start: 1.25rem; }
h2 { margin: 0 0 0.25rem; font-size: 1.125rem; color: #ff9d9d; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; } .place { color: #9ecbff; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0.75rem 0 0; padding: 0.75rem; overflow: auto; background: #17191f; border-radius: 6px;
  font: 0.875rem/1.55 ui-monospace, monospace; }
.here { color: #fff; background: #5c2323; display: block; }
footer { max-inline-size: 64rem; margin: 0 auto; color: #a5a8b3; font-size: 0.875rem; }
`;

const script = document.currentScript;
let build = script instanceof HTMLElement ? (script.dataset.build ?? '') : '';
let overlay: HTMLElement | null = null;
const root = document.documentElement;
/** Pages that have changed since this document was loaded. Navigation may have kept their old data. */
const outdated = new Set<string>();

let events: EventSource | null = null;

function connect(): void {
  events ??= new EventSource('/__events');
  events.onmessage = ({ data }) => {
    const status: Status = JSON.parse(data);
    if (status.problems.length > 0) show(status.problems);
    else show(status.warnings, true);
    if (status.problems.length > 0 || status.build === build) return;
    const { update } = status;
    if (update?.from !== build) return reload();
    build = status.build;
    if ('stylesheet' in update) return restyle(update.stylesheet);
    for (const path of update.pages) outdated.add(path);
    reloadOutdated();
  };
}

function disconnect(): void {
  events?.close();
  events = null;
}

// A browser opens at most six connections to a server, so a hidden page closes its connection.
const follow = () => (document.hidden ? disconnect() : connect());
follow();
document.addEventListener('visibilitychange', follow);
new MutationObserver(reloadOutdated).observe(root, { attributeFilter: ['data-path'] });
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') show([]);
});
addEventListener('pagehide', disconnect);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

/** Reloads the page. If the reader is editing a text in it, waits until the text is saved. */
function reload(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !field.isContentEditable) {
    location.reload();
    return;
  }
  const wait = () => (field.ariaBusy ? setTimeout(wait, 50) : reload());
  field.addEventListener('blur', () => setTimeout(wait), { once: true });
}

function reloadOutdated(): void {
  const { path } = root.dataset;
  // A missing page shows the error page under its own address, so the address is compared too.
  const address = decodeURI(location.pathname).replace(/\.html$/, '');
  for (const page of outdated) if (page === path || (page !== '/' && address.endsWith(page))) reload();
}

/** Removes the old sheet after the new one has loaded, so that the page always has a style. */
function restyle(stylesheet: string): void {
  const old = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (!old) return;
  const fresh = old.cloneNode() as HTMLLinkElement;
  fresh.href = stylesheet;
  fresh.addEventListener('load', () => old.remove());
  old.after(fresh);
}

/** @param isMild true for warnings, which leave the page visible */
function show(problems: readonly ShownProblem[], isMild = false): void {
  overlay?.remove();
  overlay = null;
  if (problems.length === 0) return;
  overlay = document.createElement('div');
  overlay.id = 'build-problems';
  overlay.role = isMild ? 'status' : 'alert';
  overlay.toggleAttribute('data-mild', isMild);
  const shadow = overlay.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(
    ...problems.map(renderProblem),
    element('footer', 'This disappears when the problem is fixed. Press Esc to hide it.'),
  );
  document.body.append(overlay);
}

function renderProblem({ file, line, column, message, hint, lines }: ShownProblem): HTMLElement {
  const section = document.createElement('section');
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  section.append(element('h2', message), element('p', place, 'place'), element('p', `→ ${hint}`));
  const source = document.createElement('pre');
  // The marked line is a block element, so it needs no line break.
  for (const text of lines) source.append(text.startsWith('>') ? element('span', text, 'here') : `${text}\n`);
  if (lines.length > 0) section.append(source);
  return section;
}

function element(name: string, textContent: string, className = ''): HTMLElement {
  return Object.assign(document.createElement(name), { textContent, className });
}
