/** Decides what becomes of the targets that led nowhere in the source, once all texts are converted. */
import { findBody, languageOf, listAnchors } from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { changeTargets, type DeadTargets, withoutCover, withoutDead } from './dead-parts.ts';
import type { Destination } from './destination.ts';
import type { PlacedPost } from './place-posts.ts';
import { type FoundTarget, type FoundTargets, NO_PART } from './resolve-targets.ts';

/** A file to write: new text, or a copy of a file of the source. */
export type PlannedFile = { path: string } & ({ text(): string } | { copyOf: string });

interface Settling {
  placed: readonly PlacedPost[];
  found: FoundTargets;
  /** Pictures of the source that the build would refuse. */
  refused: ReadonlySet<string>;
  destination: Destination;
  notes: Notes;
}

/** What changes in a text. */
interface Change extends DeadTargets {
  /** Targets, and the new ones. */
  next: Map<string, string>;
}

/** Replaces the texts that change. */
export function settleTargets(
  files: PlannedFile[],
  { placed, found, refused, destination, notes }: Settling,
): void {
  const changes = new Map<ImportedPost, Change>();
  const changeOf = (post: ImportedPost): Change => {
    const change = changes.get(post) ?? { links: new Set(), images: new Set(), next: new Map() };
    changes.set(post, change);
    return change;
  };
  const note = (message: string, { post, line, target }: FoundTarget) =>
    notes.add({ file: post.file, line, message, detail: target.slice(0, 300) });

  for (const link of found.links) {
    note('link that leads to nothing in the source: its words are kept', link);
    changeOf(link.post).links.add(link.target);
  }
  // Where many are missing, they are kept at another place.
  const isElsewhere = found.images.length * 10 > found.pictures;
  for (const image of found.images) {
    note(
      isElsewhere
        ? 'picture that is not in the source: left as it is'
        : 'picture that is not in the source: its description is kept',
      image,
    );
    if (!isElsewhere) changeOf(image.post).images.add(image.target);
  }
  for (const image of found.copied) {
    if (!refused.has(image.file)) continue;
    note('picture that cannot be copied: its description is kept', image);
    changeOf(image.post).images.add(image.target);
  }
  const places = new Map(files.map(({ path }, at) => [path, at]));
  const placeOf = new Map(placed.map(({ post, file }) => [post, places.get(file) ?? -1]));
  const anchors = new Map<ImportedPost, ReadonlySet<string>>();
  const anchorsOf = (post: ImportedPost): ReadonlySet<string> => {
    const known = anchors.get(post) ?? readAnchors(files[placeOf.get(post) ?? -1], destination);
    anchors.set(post, known);
    return known;
  };
  for (const link of found.fragments) {
    // The marks of footnotes have ids of their own.
    if (anchorsOf(link.to).has(link.id) || /^fn/.test(link.id)) continue;
    const page = link.target.slice(0, link.target.indexOf('#'));
    note(page === '' ? 'link to a part that its text does not have: its words are kept' : NO_PART, link);
    if (page === '') changeOf(link.post).links.add(link.target);
    else changeOf(link.post).next.set(link.target, page);
  }
  for (const [post, change] of changes) {
    const at = placeOf.get(post) ?? -1;
    const file = files[at];
    if (file && 'text' in file) files[at] = { path: file.path, text: () => applyChange(file.text(), change) };
  }
}

const applyChange = (text: string, change: Change) =>
  changeTargets(withoutDead(withoutCover(text, change.images), change), change.next);

/** The ids that links can lead to. */
function readAnchors(file: PlannedFile | undefined, { locale, config }: Destination): ReadonlySet<string> {
  if (!file || !('text' in file)) return new Set();
  const text = file.text();
  const options = { language: languageOf(locale), rawHtml: config.markdown.rawHtml };
  return new Set(listAnchors(text.slice(findBody(text)), options).ids);
}
