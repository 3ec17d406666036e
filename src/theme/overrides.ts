/** Collects the views and components that a site replaces. */
import type { ComponentType } from 'react';
import type { Problem, Problems } from '../foundation/errors.ts';
import { findNear } from '../foundation/near-names.ts';
import * as publicTheme from '../templates/public.ts';
import type { View } from '../templates/render.tsx';
import { NO_REPLACEMENTS, type Replacements } from '../templates/replaceable.tsx';
import type { ModuleKind } from './module-kinds.ts';
import type { SiteCode, SiteModule } from './run-code.ts';

export interface Overrides {
  /** By path below theme/: "views/article", "layouts/wide", "pages/events". */
  views: ReadonlyMap<string, View>;
  components: Replacements;
}

export const NO_OVERRIDES: Overrides = { views: new Map(), components: NO_REPLACEMENTS };

/** Modules without a default export are left out. */
export function overridesOf(code: SiteCode): Overrides {
  const views = new Map<string, View>();
  const components = new Map<string, ComponentType<object>>();
  for (const kind of VIEW_KINDS)
    for (const { file, exports } of code.modules(kind))
      if (isView(exports.default)) views.set(viewName(file), exports.default);
  for (const { name, exports } of code.modules('component'))
    if (isComponent(exports.default)) components.set(name, exports.default);
  return { views, components };
}

/** Modules whose default export shows a page. */
const VIEW_KINDS: readonly ModuleKind[] = ['view', 'layout', 'page'];

/** theme/views/article.tsx → views/article */
export function viewName(file: string): string {
  return file.replace(/^theme\/|\.tsx$/g, '');
}

function isView(value: unknown): value is View {
  return typeof value === 'function';
}

function isComponent(value: unknown): value is ComponentType<object> {
  return typeof value === 'function';
}

/** Names of the components that a site can replace. */
const COMPONENTS = Object.entries(publicTheme)
  .filter(([, value]) => 'BuiltIn' in value)
  .map(([name]) => name);

/** @param kinds of the pages that a site can have */
export function checkOverrides(code: SiteCode, kinds: readonly string[], problems: Problems): void {
  for (const kind of ['layout', 'page'] as const)
    for (const module of code.modules(kind)) {
      const problem = checkExport(module);
      if (problem) problems.error(problem);
    }
  const known: [ModuleKind, readonly string[]][] = [
    ['view', kinds],
    ['component', COMPONENTS],
  ];
  for (const [kind, names] of known)
    for (const module of code.modules(kind)) {
      const problem = checkName(module, names) ?? checkExport(module);
      if (problem) problems.error(problem);
    }
}

function checkName({ kind, name, file }: SiteModule, names: readonly string[]): Problem | null {
  if (names.includes(name)) return null;
  const near = findNear(name, names);
  const hint = near ? `did you mean ${near}.tsx?` : `rename it to one of: ${names.join(', ')}`;
  return { file, code: 'unknown-view', message: `there is no built-in ${kind} "${name}"`, hint };
}

function checkExport({ kind, name, file, exports }: SiteModule): Problem | null {
  if (typeof exports.default === 'function') return null;
  const example = kind === 'component' ? 'props' : '{ page }';
  return {
    file,
    line: 1,
    column: 1,
    code: 'missing-export',
    message: `the file has no ${kind} as its default export`,
    hint: `write: export default function ${nameFunction(name)}(${example}) { … }`,
  };
}

/** not-found → NotFound */
function nameFunction(name: string): string {
  return name.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
