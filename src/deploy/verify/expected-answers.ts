/** Lists what a site should answer, from a build or from the record of a release. */
import type { OutputKind } from '../../foundation/response-headers.ts';
import type { DesiredObject } from '../plan/change-set.ts';
import { isHidden } from '../plan/hidden-site.ts';

export interface ExpectedAnswer {
  /** Below the address of the site, percent-encoded: "" or "/articles/a". */
  path: string;
  kind: OutputKind;
  contentType: string;
  /** '' where the host decides. */
  cacheControl: string;
  /** SHA-256 of the body in base64url; null where only the body itself can tell. */
  hash: string | null;
  /** Loads the deployed body. null where it is not known. */
  load: (() => Promise<Buffer>) | null;
}

export interface ExpectedSite {
  answers: ExpectedAnswer[];
  /** The error pages for addresses without a page, one for each edition. */
  notFound: ExpectedAnswer[];
}

/** The hosts' settings name these pages, so they keep their ending. */
const ERROR_PAGE = /(^|\/)(404|500)(\.html|\/index\.html)$/;
const NOT_FOUND = /(^|\/)404(\.html|\/index\.html)$/;

/** @param load reads the deployed bytes of an object. null where nothing has them */
export function listExpected(
  objects: readonly DesiredObject[],
  load: ((name: string) => Promise<Buffer>) | null,
): ExpectedSite {
  const site: ExpectedSite = { answers: [], notFound: [] };
  for (const { name, kind, hash, contentType, cacheControl } of objects) {
    if (isRuleFile(name)) continue;
    // The hash of a changed file is that of the file before the change.
    const isChanged = isHidden(hash);
    const answer: ExpectedAnswer = {
      path: addressOf({ name, kind }),
      kind,
      contentType,
      cacheControl,
      hash: isChanged ? null : hash,
      // A file of this kind may lead on from an old address.
      load: load && (isPage({ kind }) || isChanged || /\.html?$/.test(name)) ? () => load(name) : null,
    };
    site.answers.push(answer);
    if (kind === 'error' && NOT_FOUND.test(name)) site.notFound.push(answer);
  }
  return site;
}

/** True for a file that configures the host, which does not serve it to readers. */
function isRuleFile(name: string): boolean {
  return /^(_headers|_redirects|_worker\.js|_routes\.json|middleware\.js|firebase\.json|vercel\.json|staticwebapp\.config\.json|wrangler\.json|CNAME)$|(^|\/)\.(?!well-known\/)/.test(
    name,
  );
}

/** True for a page that readers see, rather than a file. */
export const isPage = ({ kind }: Pick<DesiredObject, 'kind'>): boolean =>
  kind === 'article' || kind === 'page' || kind === 'error';

/** The address of an object below its site; "" for the home page. */
export function addressOf({ name, kind }: Pick<DesiredObject, 'name' | 'kind'>): string {
  const path =
    isPage({ kind }) && !ERROR_PAGE.test(name)
      ? name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')
      : name;
  return path === '' ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Always has home, error pages, the service worker, and the lists of the whole site; others are spread evenly over the rest. */
export function takeSample(answers: readonly ExpectedAnswer[], size: number): ExpectedAnswer[] {
  const isFixed = ({ path, kind }: ExpectedAnswer) =>
    path === '' || kind === 'error' || kind === 'worker' || (kind === 'index' && path.lastIndexOf('/') === 0);
  const rest = answers.filter((answer) => !isFixed(answer));
  const step = rest.length / Math.max(size, 1);
  return [...answers.filter(isFixed), ...rest.filter((_, at) => at % Math.max(step, 1) < 1)];
}
