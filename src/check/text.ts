/** Owns the check of the texts themselves: pictures without words, raw HTML that is left out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinImageUrl } from '../build/jobs.ts';
import type { SiteConfig } from '../config/schema.ts';
import { findBody } from '../content/front-matter.ts';
import type { Problems } from '../errors.ts';
import { findPlaces } from './markdown-places.ts';
import type { CheckedPage } from './pages.ts';

/** @param page of a Markdown file. @param html whether the file holds what looks like a tag */
export function checkText(
  config: SiteConfig,
  { file, withoutAlt }: Pick<CheckedPage, 'file' | 'withoutAlt'>,
  problems: Problems,
): void {
  if (file === null) return;
  const text = readFileSync(join(config.root, file), 'utf8');
  const mayHoldHtml = !config.markdown.rawHtml && /<[a-z/]/i.test(text.slice(findBody(text)));
  if (withoutAlt.length === 0 && !mayHoldHtml) return;
  const places = findPlaces(text);
  const { articleImageBaseUrl, basePath } = config;
  for (const source of new Set(withoutAlt)) {
    const found = places.find(
      ({ kind, target }) =>
        kind === 'html' ||
        (kind === 'image' && joinImageUrl(target, articleImageBaseUrl, basePath) === source),
    );
    const place = found ?? places.find(({ kind }) => kind === 'image');
    problems.warn({
      file,
      ...(place && { line: place.line, column: place.column }),
      message: `the image "${place?.kind === 'image' ? place.target : source}" has no alternative text`,
      hint: 'say between [ and ] what it shows',
    });
  }
  if (!mayHoldHtml) return;
  const [first, ...others] = places.filter(({ kind, target }) => kind === 'html' && !/^\s*<!--/.test(target));
  if (!first) return;
  const tag = /<[^>]*>?/.exec(first.target)?.[0] ?? first.target;
  const more = others.length === 0 ? '' : `, and so are ${others.length} more below`;
  problems.warn({
    file,
    line: first.line,
    column: first.column,
    message: `the raw HTML ${tag.slice(0, 60)} is left out${more}; its text stays`,
    hint: 'write it as Markdown, or set markdown.rawHtml where all content is trusted',
  });
}
