/** The laws of each kind of content that any input keeps. Each function throws where its input breaks one. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTreeAdapter, html, parse, parseFragment } from 'parse5';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { loadEditionParts, loadPaidLinks } from '../../src/content/data/edition-data.ts';
import { createFieldLocator } from '../../src/content/front-matter/front-matter.ts';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { findRefusal } from '../../src/content/markdown/text-limits.ts';
import { createProblems, type Place, type Problem, UserError } from '../../src/foundation/errors.ts';
import { createLinkMarker } from '../../src/site/paid-links.ts';

type Node = Parameters<typeof defaultTreeAdapter.getParentNode>[0];

function expectLaw(isKept: boolean, law: string): void {
  if (!isKept) throw new Error(`broken: ${law}`);
}

/** Every element below a node, those of templates too. */
function* elementsIn(node: Node): Generator<ReturnType<typeof defaultTreeAdapter.createElement>> {
  if (defaultTreeAdapter.isElementNode(node)) yield node;
  if ('content' in node) yield* elementsIn(node.content);
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child);
}

const ACTIVE =
  /^(script|style|iframe|frame|object|embed|applet|link|meta|base|form|svg|math|template|noscript|xmp|plaintext|textarea|title)$/;
const ADDRESSES = /^(href|src|action|formaction|poster|data|xlink:href|background|cite|ping)$/;
const SAFE = /^(https?|mailto|tel):$/;

/** Tells if HTML of content holds nothing that runs, loads a frame or leads to a script. */
function expectInert(rendered: string): void {
  for (const { tagName, attrs } of elementsIn(parseFragment(rendered))) {
    expectLaw(!ACTIVE.test(tagName), `<${tagName}> in the page`);
    for (const { name, value } of attrs) {
      expectLaw(!/^(on|srcdoc$|style$)/.test(name), `${name}="…" in the page`);
      if (!ADDRESSES.test(name)) continue;
      // An address that no browser can read leads nowhere.
      if (!URL.canParse(value, 'https://site.example/')) continue;
      const { protocol } = new URL(value, 'https://site.example/');
      expectLaw(SAFE.test(protocol), `${name} leads to ${protocol}`);
    }
  }
}

function expectPlace(
  { message, hint }: Pick<Problem, 'message' | 'hint'>,
  { line }: Place,
  text: string,
): void {
  expectLaw(message.length > 5 && hint.length > 5, `a problem without message or hint: ${message}`);
  const lines = text.split('\n').length;
  expectLaw(line !== undefined && line >= 1 && line <= lines, `"${message}" is in line ${line} of ${lines}`);
}

/** A text is rendered without anything that runs, the same each time, or refused with its line. */
export function markdown(text: string): void {
  const refusal = findRefusal(text);
  if (refusal) {
    expectPlace(refusal, refusal, text);
    return;
  }
  const render = createMarkdownRenderer();
  const first = render(text, NEUTRAL_OPTIONS);
  expectInert(first.html);
  expectInert(first.contents);
  // No element reaches over the end of the text.
  expectEnd(parse(`<!doctype html><body><main>${first.html}</main><${END}></${END}>`));
  expectLaw(render(text, NEUTRAL_OPTIONS).html === first.html, 'two renderings differ');
}

/** A file is an article, or has problems with their places. */
export function frontMatter(text: string): void {
  const file = 'content/en_US/articles/a.md';
  const { meta, problems } = parseArticle({ file, locale: 'en_US', key: 'a' }, text, 'hash');
  for (const problem of problems) {
    const place = problem.field ? createFieldLocator(text)(problem.field) : problem;
    expectPlace(problem, place, text);
  }
  expectLaw(
    meta !== null || problems.some(({ severity }) => severity !== 'warning'),
    'no article, and no problem',
  );
  if (!meta) return;
  expectLaw(meta.title.length > 0 && !/[\n\r]/.test(meta.title), `a title is one line: ${meta.title}`);
  expectLaw(!/[/\\\s]|^\.*$/.test(meta.slug), `a slug is one part of a path: ${meta.slug}`);
  for (const alias of meta.aliases)
    expectLaw(
      alias.startsWith('/') && !/(^|\/)\.\.?(\/|$)/.test(alias),
      `an alias stays in the site: ${alias}`,
    );
  expectLaw(!('polluted' in {}), 'the prototype of objects is changed');
}

let folder: string | null = null;

/** A JSON document, as any file of a site, is read or has problems with their places. */
export async function jsonDocument(text: string): Promise<void> {
  folder ??= mkdtempSync(join(tmpdir(), 'articles-fuzz-'));
  const root = folder;
  mkdirSync(join(root, 'content/en_US'), { recursive: true });
  for (const name of [
    'site-config',
    'content/ads',
    ...['authors', 'categories', 'seo'].map((one) => `content/en_US/${one}`),
  ])
    writeFileSync(join(root, `${name}.json`), text);
  const found: Problem[] = [];
  await loadConfig(root).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    found.push(...error.problems);
  });
  const problems = createProblems();
  const base = { title: 'T', shortName: 'site', url: 'https://site.example', locales: ['en_US'] };
  await loadEditionParts({ ...siteConfigSchema.parse(base), root }, 'en_US', problems);
  await loadPaidLinks(root, problems);
  for (const problem of [...found, ...problems.errors, ...problems.warnings])
    expectPlace(problem, problem, text);
  expectLaw(!('polluted' in {}), 'the prototype of objects is changed');
}

let marker: ReturnType<typeof createLinkMarker> | null = null;

/** Every paid link is marked, and no element reaches over the end of its block. */
export async function paidLinks(text: string): Promise<void> {
  marker ??= createLinkMarker();
  const mark = await marker;
  const marked = mark(text);
  for (const scriptingEnabled of [true, false]) {
    const page = parse(`<!doctype html><body><main><div>${marked}</div></main><${END}></${END}>`, {
      scriptingEnabled,
    });
    expectEnd(page);
    if (!scriptingEnabled) expectMarked(page);
  }
}

function expectMarked(page: Node): void {
  for (const { tagName, attrs, namespaceURI } of elementsIn(page)) {
    if (tagName !== 'a' && tagName !== 'area') continue;
    const rel = attrs.find(({ name }) => name === 'rel')?.value.split(' ') ?? [];
    expectLaw(
      rel.includes('sponsored'),
      `a link is not marked${namespaceURI === html.NS.HTML ? '' : ' in a drawing'}`,
    );
  }
}

/** An element that no content has. */
const END = 'page-end-5c1e';

/** Tells if the text after the content is outside of the element with the content. */
function expectEnd(page: Node): void {
  const end = [...elementsIn(page)].find(({ tagName }) => tagName === END);
  const parent = end && defaultTreeAdapter.getParentNode(end);
  expectLaw(
    parent !== null && parent !== undefined && 'tagName' in parent && parent.tagName === 'body',
    'the block swallows the page',
  );
}
