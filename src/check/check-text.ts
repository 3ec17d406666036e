/** Checks texts for images without alternative text, and for links that pages leave out. */

import { join } from 'node:path';
import type { SourcePlaces } from '../build/target-places.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { createPlaceFinder, placeAt } from '../config/utf8.ts';
import { findBody } from '../content/front-matter/front-matter.ts';
import { blankCode } from '../content/markdown/blank-code.ts';
import { decodeEntities } from '../content/markdown/html-text.ts';
import { findLeftovers } from '../content/markdown/leftovers.ts';
import { safeUrl } from '../content/markdown/safe-urls.ts';
import type { MarkdownPlace } from '../content/markdown/source-places.ts';
import { findWrongSums } from '../figures/wrong-sums.ts';
import { type ErrorCode, finding, type Problems } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { isGenerationLocale } from '../locales/generation.ts';
import { WRITING } from '../locales/writing/writing-registry.ts';
import type { CheckedPage } from './scan-pages.ts';

/** Matches a target with a scheme that pages must not use. */
const REFUSED = /(?:\]\(\s*<?|\]:\s*<?|<)(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i;

type Warn = (place: MarkdownPlace | undefined, code: ErrorCode, message: string, hint: string) => void;

/** @param page a page that shows the text of a Markdown file */
export function checkText(
  config: SiteConfig,
  { file, withoutAlt }: Pick<CheckedPage, 'file' | 'withoutAlt'>,
  { placesIn, placesFor }: SourcePlaces,
  problems: Problems,
): void {
  if (file === null) return;
  const text = readRegularFile(join(config.root, file)).toString();
  const bodyStart = findBody(text);
  const body = text.slice(bodyStart);
  warnOfSums(file, text, bodyStart, problems);
  warnOfSpaces(file, text, bodyStart, problems);
  warnOfLeftovers(file, text, bodyStart, problems);
  if (withoutAlt.length === 0 && !REFUSED.test(body)) return;
  const places = placesIn(file);
  const warn: Warn = (place, code, message, hint) =>
    problems.warn(
      finding(code, message, hint, { file, ...(place && { line: place.line, column: place.column }) }),
    );

  for (const source of new Set(withoutAlt)) {
    const found = placesFor(file, source).filter(
      ({ kind, text: alt }) => kind === 'html' || (kind === 'image' && alt.trim() === ''),
    );
    for (const place of found.length > 0 ? found : [undefined]) {
      const message = `the image "${place?.kind === 'image' ? place.target : source}" has no alternative text`;
      warn(place, 'missing-alternative-text', message, 'describe it between [ and ]');
    }
  }
  for (const place of places) {
    const target = decodeEntities(place.target);
    if (place.kind === 'html' || target.startsWith('offer:') || safeUrl(target) !== null) continue;
    const rest = place.kind === 'link' ? 'its text stays' : 'its alternative text stays';
    const message = `the ${place.kind} to "${place.target.slice(0, 60)}" is left out; ${rest}`;
    warn(place, 'unsafe-link', message, 'use a URL with http, https, mailto or tel');
  }
}

/** Warns of equations that do not compute, in languages whose number format is known. */
function warnOfSums(file: string, text: string, bodyStart: number, problems: Problems): void {
  const locale = /^content\/(\w+)\//.exec(file)?.[1] ?? '';
  if (!isGenerationLocale(locale)) return;
  const wrong = findWrongSums(blankCode(text.slice(bodyStart)), WRITING[locale].numbers);
  if (wrong.length === 0) return;
  const placeAt = createPlaceFinder(text);
  for (const { start, sum, stated, computed } of wrong) {
    const message = `"${sum} = ${stated}" does not compute: it is ${computed}`;
    const place = { file, ...placeAt(bodyStart + start) };
    problems.warn(finding('wrong-sum', message, 'correct the sum', place));
  }
}

/** Warns of what chat programs and models leave behind, in every language. */
function warnOfLeftovers(file: string, text: string, bodyStart: number, problems: Problems): void {
  const language = /^content\/([a-z]+)/.exec(file)?.[1] ?? 'en';
  for (const { what, hint, isCertain, start, end } of findLeftovers(text.slice(bodyStart), language)) {
    // The author may be a person.
    if (!isCertain) continue;
    const words = text
      .slice(bodyStart + start, bodyStart + end)
      .replace(/\s+/g, ' ')
      .slice(0, 60);
    const place = { file, ...placeAt(text, bodyStart + start) };
    problems.warn(finding('machine-leftover', `${what}: "${words}"`, hint, place));
  }
}

/** Warns of images that are shown as text: Markdown takes no target with a space. */
function warnOfSpaces(file: string, text: string, bodyStart: number, problems: Problems): void {
  const images = /!\[[^\]\n]*\]\(([^()<>"'\n]*\S\s[^()<>"'\n]*)\)/g;
  for (const { 1: target = '', index } of blankCode(text.slice(bodyStart)).matchAll(images)) {
    const message = `the image of ${target.slice(0, 80)} is shown as text: Markdown takes no target with a space`;
    const hint = `rename the file without spaces, or write <${target.trim()}> between the brackets`;
    problems.warn(finding('image-as-text', message, hint, { file, ...placeAt(text, bodyStart + index) }));
  }
}
