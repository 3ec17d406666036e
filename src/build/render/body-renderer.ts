/** Renders the Markdown text of a page, the same for the files of a build and for `articles check`. */

import { placeAt } from '../../config/utf8.ts';
import { fillSiteText } from '../../content/data/site-values.ts';
import { findBody } from '../../content/front-matter/front-matter.ts';
import type { ImageSource } from '../../content/markdown/markdown-options.ts';
import { TextRefusedError } from '../../content/markdown/page-size.ts';
import { createMarkdownRenderer } from '../../content/markdown/render-markdown.ts';
import { UserError } from '../../foundation/errors.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { markPaidLinks } from '../../site/mark-paid-links.ts';
import type { Body } from '../../site/page.ts';
import { createPaidTest } from '../../site/paid-addresses.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { directivesOf } from '../../theme/theme-directives.tsx';
import { createSourceTexts, type SourceTexts } from '../parse/source-texts.ts';
import { joinImageUrl } from '../plan/image-url.ts';
import type { EditionSetup, PageTask, RenderSetup } from '../threads/task-messages.ts';

export function createBodyRenderer(
  setup: RenderSetup,
  code: SiteCode | null,
  textOf: SourceTexts['take'] = createSourceTexts(setup.root).take,
): (task: Pick<PageTask, 'body' | 'images' | 'links' | 'offers' | 'locale'>) => Body | null {
  const render = createMarkdownRenderer();
  const all = directivesOf(code);
  const isPaid = createPaidTest(setup.paid);
  return ({ body, images, links, offers, locale }) => {
    if (!body) return null;
    const text = textOf(body.file, body.hash).replace(/^\uFEFF/, '');
    const { strings } = editionOf(setup, locale);
    const { article } = strings;
    const { basePath, data } = setup;
    const start = findBody(text);
    const options = {
      rawHtml: setup.rawHtml,
      ...(setup.namesLines && { firstLine: text.slice(0, start).split(/\r\n?|\n/).length }),
      language: languageOf(locale),
      typography: setup.typography ? languageOf(locale) : null,
      basePath,
      contentsDepth: setup.contentsDepth,
      labels: {
        copyCode: article.copyCode,
        footnotes: article.footnotes,
        backToReference: article.backToText,
        table: article.table,
      },
      resolveImage: (target: string) => ownEntry(images, target) ?? remoteImage(target, setup),
      resolveLink: (target: string) => ownEntry(links, target),
      directives: { all, context: { locale, strings, basePath, data, offers: offers ?? {} } },
    };
    try {
      const rendered = render(fillSiteText(body.file, text.slice(start), setup.values), options);
      if (setup.paid === null && !offers) return rendered;
      const rel = setup.paid?.paidLinks.rel ?? '';
      return { ...rendered, html: markPaidLinks(rendered.html, { isPaid, rel, offers, ads: strings.ads }) };
    } catch (error) {
      if (!(error instanceof TextRefusedError)) throw error;
      const ends = new Map<string, number>();
      throw new UserError(
        error.refusals.map(({ words = '', ...refusal }) => {
          // Equal words follow each other.
          const at = words === '' ? -1 : text.indexOf(words, ends.get(words) ?? start);
          ends.set(words, at + words.length);
          return { file: body.file, column: 1, ...refusal, ...(at >= 0 && placeAt(text, at)) };
        }),
      );
    }
  };
}

/** A target may have the name of a property that every object has. */
function ownEntry<Value>(table: Readonly<Record<string, Value>> | null, name: string): Value | null {
  return table && Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}

/** An image that the site does not hold, so that its size is not known. */
function remoteImage(target: string, { imageBaseUrl, basePath }: RenderSetup): ImageSource {
  return { url: joinImageUrl(target, imageBaseUrl, basePath), width: null, height: null, sources: [] };
}

export function editionOf({ editions }: Pick<RenderSetup, 'editions'>, locale: LocaleCode): EditionSetup {
  const edition = editions[locale];
  if (!edition) throw new Error(`no edition ${locale}`);
  return edition;
}
