/** Collects the views and components that a site replaces. */
import type { ComponentType } from 'react';
import { finding, type Problem, type Problems } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import * as publicTheme from '../templates/public.ts';
import type { View } from '../templates/render.tsx';
import { NO_REPLACEMENTS, type Replacements } from '../templates/replaceable.tsx';
import type { ModuleFile, ModuleKind } from './module-kinds.ts';
import type { SiteCode, SiteModule } from './run-code.ts';

export interface Overrides {
  /** The key is a path below theme/: "views/article", "layouts/wide", "pages/events". */
  views: ReadonlyMap<string, View>;
  components: Replacements;
}

export const NO_OVERRIDES: Overrides = { views: new Map(), components: NO_REPLACEMENTS };

/** Leaves out modules without a default export. */
export function overridesOf(code: SiteCode): Overrides {
  const views = new Map<string, View>();
  const components = new Map<string, ComponentType<object>>();
  for (const kind of VIEW_KINDS)
    for (const module of code.modules(kind))
      if (isView(module.exports.default)) views.set(viewName(module), module.exports.default);
  for (const { name, exports } of code.modules('component'))
    if (isComponent(exports.default)) components.set(name, exports.default);
  return { views, components };
}

/** Kinds of modules whose default export renders a page. */
const VIEW_KINDS: readonly ModuleKind[] = ['view', 'layout', 'page'];

/** The path of a module below theme/, without its ending: "views/article". */
export function viewName({ kind, name }: Pick<ModuleFile, 'kind' | 'name'>): string {
  return `${kind}s/${name}`;
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

/** @param kinds page kinds, which are the names of views */
export function checkOverrides(code: SiteCode, kinds: readonly string[], problems: Problems): void {
  const names: Partial<Record<ModuleKind, readonly string[]>> = { view: kinds, component: COMPONENTS };
  for (const kind of ['layout', 'page', 'view', 'component'] as const)
    for (const module of code.modules(kind)) {
      const problem = checkName(module, names[kind] ?? [module.name]) ?? checkExport(module);
      if (problem) problems.error(problem);
    }
}

function checkName({ kind, name, file }: SiteModule, names: readonly string[]): Problem | null {
  if (names.includes(name)) return null;
  const hint = hintNear(name, names, `rename it to one of: ${names.join(', ')}`);
  return { file, code: 'unknown-view', message: `there is no built-in ${kind} "${name}"`, hint };
}

function checkExport({ kind, name, file, exports }: SiteModule): Problem | null {
  if (typeof exports.default === 'function') return null;
  const example = kind === 'component' ? 'props' : '{ page }';
  const hint = `write: export default function ${nameFunction(name)}(${example}) { … }`;
  const message = `the file has no ${kind} as its default export`;
  return finding('missing-export', message, hint, { file, line: 1, column: 1 });
}

/** not-found → NotFound */
function nameFunction(name: string): string {
  return name.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
