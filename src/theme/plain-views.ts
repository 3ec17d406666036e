/** Decides which views of a site are rendered plainly, since they look into texts, and says where they do. */
import { SourceMap } from 'node:module';
import type { Metafile } from 'esbuild';
import type { Problem } from '../foundation/errors.ts';
import { findInspections } from './find-inspections.ts';
import type { ModuleFile, ModuleKind } from './module-kinds.ts';

export interface PlainViews {
  /** Whether no view is compiled: a component is part of any page. */
  all: boolean;
  /** Files of views, relative to the root. */
  files: string[];
  warnings: Problem[];
}

/** Modules that pages of one shape are made with. A page or a directive of the site is rendered once. */
const SHAPED: readonly ModuleKind[] = ['view', 'layout', 'component'];

export function findPlainViews(
  files: readonly ModuleFile[],
  { script, sourceMap, inputs }: { script: string; sourceMap: string; inputs: Metafile['inputs'] },
): PlainViews {
  const map = new SourceMap(JSON.parse(sourceMap));
  const places = findInspections(script).flatMap(({ line, column, what }) => {
    const entry = map.findEntry(line - 1, column);
    if (!('originalSource' in entry)) return [];
    const { originalSource: file, originalLine, originalColumn } = entry;
    return [{ file, line: originalLine + 1, column: originalColumn + 1, what }];
  });
  const inspecting = new Set(places.map(({ file }) => file));
  const reached = new Set<string>();
  const plain = files.filter(({ kind, file }) => {
    if (!SHAPED.includes(kind)) return false;
    const parts = [...reachableFrom(file, inputs)].filter((part) => inspecting.has(part));
    for (const part of parts) reached.add(part);
    return parts.length > 0;
  });
  return {
    all: plain.some(({ kind }) => kind === 'component'),
    files: plain.filter(({ kind }) => kind !== 'component').map(({ file }) => file),
    warnings: places
      .filter(({ file }) => reached.has(file))
      .map(({ what, ...place }) => ({
        ...place,
        code: 'slow-view',
        message: `${what} may look into a text, so pages that use this code are rendered without the fast path`,
        hint: 'decide by numbers, flags, `kind` or `level` of the page; the pages are right, but a build takes longer',
      })),
  };
}

function reachableFrom(file: string, inputs: Metafile['inputs'], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path } of inputs[file]?.imports ?? []) reachableFrom(path, inputs, found);
  return found;
}
