/** Finds what the security policy of a page blocks, with the line of site-config.json that allows it. */
import type { SourcePlaces } from '../build/target-places.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { decodeEntities } from '../content/markdown/html-text.ts';
import type { MarkdownPlace } from '../content/markdown/source-places.ts';
import { finding, type Place, type Problem, type Problems } from '../foundation/errors.ts';
import type { Site } from '../site/site.ts';
import { isAllowed, type Load, parsePolicy, sourcesFor } from './page-loads.ts';
import type { CheckedPage } from './scan-pages.ts';

/** @returns a function that checks one page */
export function createPolicyCheck(site: Site, places: SourcePlaces, problems: Problems) {
  const reported = new Set<string>();
  const parsed = new Map<string, ReturnType<typeof parsePolicy>>();
  const parse = (content: string) => {
    const policy = parsed.get(content) ?? parsePolicy(content);
    parsed.set(content, policy);
    return policy;
  };
  const place = (load: Load, file: string | null, page: CheckedPage['page']): Place[] => {
    if (file === null) return [{ file: `page ${page.path}` }];
    return load.inline === undefined
      ? places.placesOf({ file, page: page.path, target: load.target })
      : [findInline(places, file, load.target)];
  };

  return ({ page, file, policy, bodyLoads, otherLoads }: CheckedPage): void => {
    const url = site.routes.absolute(page.path);
    const check = (load: Load, source: string | null) => {
      if (isAllowed(parse(policy), load, url)) return;
      const key = `${source ?? ''}\n${load.directive}\n${load.target}`;
      if (reported.has(key)) return;
      reported.add(key);
      const problem = describeBlocked(load, url, 'contentSecurityPolicy');
      for (const at of place(load, source, page)) problems.error({ ...at, ...problem });
    };
    for (const load of bodyLoads) check(load, file);
    for (const load of otherLoads) check(load, null);
  };
}

/** @param setting the setting below `security` that allows it */
export function describeBlocked(load: Load, page: string, setting: 'ads' | 'contentSecurityPolicy'): Problem {
  const { directive, what, target, inline } = load;
  const shown = inline ? what : `${what} of "${target.slice(0, 80)}"`;
  const message = `the security policy of the page blocks the ${shown}`;
  const sources = sourcesFor(load, page);
  if (sources.length === 0) return finding('blocked-by-policy', message, 'remove it: no setting allows it');
  const line = JSON.stringify({ security: { [setting]: { [directive]: sources } } });
  return finding('blocked-by-policy', message, `add to ${CONFIG_FILE} what you trust: ${line.slice(1, -1)}`);
}

/** Finds the raw HTML that contains the text. */
function findInline(places: SourcePlaces, file: string, text: string): Place {
  const isHtml = ({ kind }: MarkdownPlace) => kind === 'html';
  const found =
    places.placesFor(file, text).find(isHtml) ??
    places.placesIn(file).find((place) => isHtml(place) && decodeEntities(place.target).includes(text));
  return found ? { file, line: found.line, column: found.column } : { file };
}
