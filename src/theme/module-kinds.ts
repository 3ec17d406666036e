/**
 * The kinds of code that a site may have, with the location of their files. To add a kind, add a line here. The code that
 * uses its modules gets them from `SiteCode.modules` and validates their exports.
 */

/** Patterns of paths relative to the root. The group captures the module's name. Other files are only imported by modules. */
const MODULE_KINDS = {
  view: /^theme\/views\/([\w-]+)\.tsx$/,
  component: /^theme\/components\/(\w+)\.tsx$/,
  layout: /^theme\/layouts\/([\w-]+)\.tsx$/,
  page: /^theme\/pages\/(.+)\.tsx$/,
  directive: /^theme\/directives\/([a-z][\w-]*)\.tsx$/,
  schema: /^content\/(schema)\.ts$/,
} as const;

export type ModuleKind = keyof typeof MODULE_KINDS;

/** Code outside of theme/, relative to the root. */
export const CODE_FILES: readonly string[] = ['content/schema.ts'];

/** Lock files, which determine the packages that the code imports. */
export const LOCK_FILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'] as const;

export interface ModuleFile {
  kind: ModuleKind;
  name: string;
  /** Relative to the root. */
  file: string;
}

/** @returns null for a file that modules only import */
export function moduleOf(file: string): ModuleFile | null {
  for (const [kind, pattern] of Object.entries(MODULE_KINDS)) {
    const name = pattern.exec(file)?.[1];
    if (name !== undefined && isKind(kind)) return { kind, name, file };
  }
  return null;
}

function isKind(name: string): name is ModuleKind {
  return name in MODULE_KINDS;
}
