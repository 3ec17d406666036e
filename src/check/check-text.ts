/** Checks texts: images without alternative text, links and raw HTML that pages leave out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourcePlaces } from '../build/target-places.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { createPlaceFinder } from '../config/utf8.ts';
import { findBody } from '../content/front-matter/front-matter.ts';
import { decodeEntities } from '../content/markdown/html-text.ts';
import { toPlainView } from '../content/markdown/plain-view.ts';
import { safeUrl } from '../content/markdown/safe-urls.ts';
import type { MarkdownPlace } from '../content/markdown/source-places.ts';
import { checkFigures } from '../figures/check-figures.ts';
import { findWrongSums } from '../figures/wrong-sums.ts';
import type { Failure, Problems } from '../foundation/errors.ts';
import { isGenerationLocale } from '../locales/generation.ts';
import { WRITING } from '../locales/writing/writing-registry.ts';
import type { CheckedPage } from './rendered-pages.ts';

/** A target with a scheme that pages must not use. */
const REFUSED = /(?:\]\(\s*<?|\]:\s*<?|<)(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i;

/** @param page of a Markdown file */
export function checkText(
  config: SiteConfig,
  { file, withoutAlt }: Pick<CheckedPage, 'file' | 'withoutAlt'>,
  { placesIn, placesFor }: SourcePlaces,
  problems: Problems,
): void {
  if (file === null) return;
  const text = readFileSync(join(config.root, file), 'utf8');
  const bodyStart = findBody(text);
  const body = text.slice(bodyStart);
  warnOfSums(file, text, bodyStart, problems);
  const mayHoldHtml = !config.markdown.rawHtml && /<[a-z/]/i.test(body);
  if (withoutAlt.length === 0 && !mayHoldHtml && !REFUSED.test(body)) return;
  const places = placesIn(file);
  const warn = (place: MarkdownPlace | undefined, problem: Failure) =>
    problems.warn({ file, ...(place && { line: place.line, column: place.column }), ...problem });

  for (const source of new Set(withoutAlt)) {
    const found = placesFor(file, source).filter(
      ({ kind, text: alt }) => kind === 'html' || (kind === 'image' && alt.trim() === ''),
    );
    for (const place of found.length > 0 ? found : [undefined]) {
      warn(place, {
        code: 'missing-alternative-text',
        message: `the image "${place?.kind === 'image' ? place.target : source}" has no alternative text`,
        hint: 'describe it between [ and ]',
      });
    }
  }
  for (const place of places) {
    if (place.kind === 'html' || safeUrl(decodeEntities(place.target)) !== null) continue;
    const rest = place.kind === 'link' ? 'its text stays' : 'its alternative text stays';
    warn(place, {
      code: 'unsafe-link',
      message: `the ${place.kind} to "${place.target.slice(0, 60)}" is left out; ${rest}`,
      hint: 'use a URL with http, https, mailto or tel',
    });
  }
  if (mayHoldHtml) warnOfHtml(places, warn);
}

/** Code blocks and code spans become spaces: what a text quotes is not its own sum. */
function blankCode(markdown: string): string {
  const code =
    /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm;
  return markdown.replace(code, (text) => text.replace(/[^\n]/g, ' '));
}

/** Equations, sums in words and rows of tables that do not compute, in languages whose way to write numbers is known. */
function warnOfSums(file: string, text: string, bodyStart: number, problems: Problems): void {
  const locale = /^content\/(\w+)\//.exec(file)?.[1] ?? '';
  if (!isGenerationLocale(locale)) return;
  const words = WRITING[locale].numbers;
  const body = blankCode(text.slice(bodyStart));
  const wrong = [
    ...findWrongSums(body, words).map(({ sum, stated, ...found }) => ({
      ...found,
      what: `"${sum} = ${stated}" does not compute`,
    })),
    ...checkFigures(body, toPlainView(body), words, null).map(({ text: figure, ...found }) => ({
      ...found,
      what: `"${figure}" does not follow from the figures beside it`,
    })),
  ];
  if (wrong.length === 0) return;
  const placeAt = createPlaceFinder(text);
  for (const { start, computed, what } of wrong)
    problems.warn({
      file,
      ...placeAt(bodyStart + start),
      code: 'wrong-sum',
      message: `${what}: it is ${computed}`,
      hint: 'correct the sum',
    });
}

function warnOfHtml(
  places: readonly MarkdownPlace[],
  warn: (place: MarkdownPlace, problem: Failure) => void,
): void {
  const [first, ...others] = places.filter(({ kind, target }) => kind === 'html' && !/^\s*<!--/.test(target));
  if (!first) return;
  const tag = /<[^>]*>?/.exec(first.target)?.[0] ?? first.target;
  const more = others.length === 0 ? '' : `, and so are ${others.length} more below`;
  warn(first, {
    code: 'raw-html',
    message: `the raw HTML ${tag.slice(0, 60)} is left out${more}; its text stays`,
    hint: 'write it as Markdown, or set markdown.rawHtml if you trust all content',
  });
}
