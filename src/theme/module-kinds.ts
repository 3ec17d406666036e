/**
 * Lists the kinds of code that a site may have: where the files of each are. To add a kind, add a line here; whoever uses
 * its modules finds them in `SiteCode.modules` and checks what they export.
 */

/** Paths relative to the root. The group is the module's name; other files are there to be imported. */
const MODULE_KINDS = {
  view: /^theme\/views\/([\w-]+)\.tsx$/,
  component: /^theme\/components\/(\w+)\.tsx$/,
  layout: /^theme\/layouts\/([\w-]+)\.tsx$/,
  page: /^theme\/pages\/(.+)\.tsx$/,
  directive: /^theme\/directives\/([a-z][\w-]*)\.tsx$/,
  schema: /^content\/(schema)\.ts$/,
} as const;

export type ModuleKind = keyof typeof MODULE_KINDS;

/** Files outside of theme/ that are code, relative to the root. */
export const CODE_FILES: readonly string[] = ['content/schema.ts'];

/** Files of package managers: they say which packages the code imports. */
export const LOCK_FILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'] as const;

export interface ModuleFile {
  kind: ModuleKind;
  name: string;
  /** Relative to the root. */
  file: string;
}

/** @returns null for a file that is no module by itself */
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
