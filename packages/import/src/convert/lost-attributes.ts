/** Notes attributes that change what an element means to readers, machines or the law, and for which Markdown has no place. */
import type { ElementNode } from './tree.ts';

/** Relations by which a source declares its links. */
const DECLARED = /^(?:sponsored|nofollow|ugc)$/;

export function noteAttributes(
  { attributes, name, line }: Pick<ElementNode, 'attributes' | 'name' | 'line'>,
  note: (line: number, message: string, detail?: string) => void,
): void {
  const relations = (attributes.get('rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => DECLARED.test(word));
  if (relations.length > 0) note(line, describeDeclared(relations.join(' ')), hostOf(attributes.get('href')));
  for (const attribute of ['hreflang', 'download', 'cite', 'ping'])
    if (attributes.has(attribute))
      note(line, `attribute "${attribute}" of <${name}>: not carried over`, attributes.get(attribute));
  if (
    attributes.get('lang') &&
    !/^(?:html|body|code|pre|[A-Z].*)$/.test(name) &&
    /^[a-z]{2,3}(?:-\w+)*$/i.test(attributes.get('lang') ?? '')
  )
    note(line, `attribute "lang" of <${name}>: not carried over`, attributes.get('lang'));
  if (name === 'abbr' && attributes.get('title'))
    note(line, 'long form of an abbreviation: not carried over', attributes.get('title'));
}

/** @param relations words of `rel` */
export function describeDeclared(relations: string): string {
  const next = /\bsponsored\b/.test(relations)
    ? 'add its host to "paidLinks.links" of site-config.json, and the build declares it again'
    : 'the declaration is not carried over';
  return `link that the source declares as ${relations}: ${next}`;
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : url;
}
