/** Finds the object of a path in a bucket, where a deploy stores pages without their extension. */
import { answerFile, type HostAnswer, type HostedSite } from './host-answer.ts';

export function findObject(site: HostedSite, decoded: string): HostAnswer | null {
  if (!`${decoded}/`.startsWith(`${site.basePath}/`)) return null;
  const name = decoded.slice(site.basePath.length + 1);
  const object = (found: string) => answerFile(found, { 'Cache-Control': site.cacheControl(found) });
  if (name === '' || name.endsWith('/'))
    return site.has(`${name}index.html`) ? object(`${name}index.html`) : null;
  if (site.has(name) && !site.isPage(name)) return object(name);
  return site.has(`${name}.html`) && site.isPage(`${name}.html`) ? object(`${name}.html`) : null;
}
