/** Converts the two document formats of Ghost, Lexical and Mobiledoc, to HTML. */
import { escapeHtml } from '../core.ts';
import { isMap, textAt, type Value, type Values, valueAt } from './values.ts';

type Note = (message: string) => void;

/** Nodes that are nested more deeply are dropped. */
const MAX_DEPTH = 100;

const listOf = (values: Values, field: string): Values[] => {
  const value = valueAt(values, field);
  return Array.isArray(value) ? value.filter(isMap) : [];
};

/** HTML of a card of either format; null if the card has no equivalent. */
function cardHtml(type: string, card: Values): string | null {
  const get = (...names: string[]) => textAt(card, ...names) ?? '';
  const link = (url: string, label: string) =>
    url ? `<p><a href="${escapeHtml(url)}">${escapeHtml(label || url)}</a></p>` : '';
  switch (type.replace(/^card-/, '')) {
    case 'image':
      return figure(get('src'), get('alt'), get('caption'));
    case 'gallery':
      return listOf(card, 'images')
        .map((image) => figure(textAt(image, 'src') ?? '', textAt(image, 'alt') ?? '', ''))
        .join('');
    case 'html':
      return get('html');
    case 'code':
    case 'codeblock':
      return `<pre><code class="language-${escapeHtml(get('language'))}">${escapeHtml(get('code'))}</code></pre>`;
    case 'hr':
    case 'horizontalrule':
      return '<hr>';
    case 'embed':
      return get('url')
        ? `<iframe src="${escapeHtml(get('url'))}" title="${escapeHtml(get('metadata.title'))}"></iframe>`
        : get('html');
    case 'bookmark':
      return link(get('url'), get('metadata.title'));
    case 'button':
      return link(get('buttonUrl'), get('buttonText'));
    case 'callout':
      return `<div class="kg-callout-card">${get('calloutText')}</div>`;
    case 'toggle':
      return `<details><summary>${get('heading')}</summary>${get('content')}</details>`;
    case 'video':
    case 'audio':
    case 'file':
      return link(get('src'), get('title', 'fileTitle', 'fileName'));
    case 'paywall':
    case 'soft-return':
      return '';
    default:
      return null;
  }
}

function figure(source: string, alt: string, caption: string): string {
  if (source === '') return '';
  return `<figure><img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}">${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
}

/** @param root the property `root` of the document */
export function lexicalToHtml(root: Values, note: Note, markdown: (text: string) => string): string {
  const render = (node: Values, depth: number): string => {
    if (depth > MAX_DEPTH) return '';
    const type = textAt(node, 'type') ?? '';
    const inner = () =>
      listOf(node, 'children')
        .map((child) => render(child, depth + 1))
        .join('');
    const tag = textAt(node, 'tag') ?? '';
    switch (type) {
      case 'root':
        return inner();
      case 'text':
      case 'extended-text':
        return formatText(String(node.text ?? ''), Number(textAt(node, 'format') ?? 0));
      case 'linebreak':
        return '<br>';
      case 'paragraph':
        return `<p>${inner()}</p>`;
      case 'heading':
      case 'extended-heading':
        return /^h[1-6]$/.test(tag) ? `<${tag}>${inner()}</${tag}>` : `<p>${inner()}</p>`;
      case 'quote':
      case 'extended-quote':
      case 'aside':
        return `<blockquote>${inner()}</blockquote>`;
      case 'link':
        return `<a href="${escapeHtml(textAt(node, 'url') ?? '')}">${inner()}</a>`;
      case 'list':
        return textAt(node, 'listType') === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`;
      case 'listitem':
        return `<li>${inner()}</li>`;
      case 'markdown':
        return markdown(textAt(node, 'markdown') ?? '');
      default: {
        const html = cardHtml(type, node);
        if (html === null) note(`Ghost card "${type}": left out`);
        return html ?? inner();
      }
    }
  };
  return render(root, 0);
}

const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 'del'],
  [16, 'code'],
];

function formatText(text: string, format: number): string {
  let html = escapeHtml(text);
  for (const [bit, tag] of FORMATS) if (format & bit) html = `<${tag}>${html}</${tag}>`;
  return html;
}

export function mobiledocToHtml(document: Values, note: Note, markdown: (text: string) => string): string {
  const markups = rows(document.markups);
  const cards = rows(document.cards);
  const atoms = rows(document.atoms);
  const markers = (value: Value | undefined): string => {
    const open: string[] = [];
    return rows(value)
      .map(([type, opened, closed, content]) => {
        let html = '';
        for (const index of Array.isArray(opened) ? opened : []) {
          const [tag, attributes] = markups[Number(index)] ?? [];
          const name = typeof tag === 'string' && /^[a-z]\w*$/.test(tag) ? tag : 'span';
          const href = Array.isArray(attributes) ? attributes[attributes.indexOf('href') + 1] : null;
          html += name === 'a' && typeof href === 'string' ? `<a href="${escapeHtml(href)}">` : `<${name}>`;
          open.push(name);
        }
        const atom = type === '1' ? atoms[Number(content)] : null;
        html += atom
          ? atom[0] === 'soft-return'
            ? '<br>'
            : escapeHtml(String(atom[1] ?? ''))
          : escapeHtml(String(content ?? ''));
        for (let count = Number(closed ?? 0); count > 0 && open.length > 0; count--)
          html += `</${open.pop()}>`;
        return html;
      })
      .join('');
  };
  return rows(document.sections)
    .map(([type, first, second]) => {
      if (type === '1') {
        const tag = typeof first === 'string' && /^(?:p|h[1-6]|blockquote|aside)$/.test(first) ? first : 'p';
        return `<${tag}>${markers(second)}</${tag}>`;
      }
      if (type === '2') return figure(String(first ?? ''), '', '');
      if (type === '3') {
        const tag = first === 'ol' ? 'ol' : 'ul';
        const items = (Array.isArray(second) ? second : []).map((item) => `<li>${markers(item)}</li>`);
        return `<${tag}>${items.join('')}</${tag}>`;
      }
      const [name, payload] = cards[Number(first)] ?? [];
      const card = isMap(payload) ? payload : {};
      const kind = String(name ?? '');
      if (/^(?:card-)?markdown$/.test(kind)) return markdown(textAt(card, 'markdown') ?? '');
      const html = cardHtml(kind, card);
      if (html === null) note(`Ghost card "${kind}": left out`);
      return html ?? '';
    })
    .join('\n');
}

function rows(value: Value | undefined): Value[][] {
  return Array.isArray(value) ? value.filter((row): row is Value[] => Array.isArray(row)) : [];
}
