/** Reads the code of a site for what asks for one part of it, outside of a build. */
import { UserError } from '../../foundation/errors.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { readThemeFiles } from '../../theme/theme-files.ts';
import { cacheFolder } from '../state/build-state.ts';

/** null for a site without code. @throws UserError for code with problems */
export async function readSiteCode(root: string): Promise<SiteCode | null> {
  const { loadCode } = await import('../../theme/load-code.ts');
  const code = await loadCode({ root, cacheFolder: cacheFolder(root) }, readThemeFiles(root));
  if (Array.isArray(code)) throw new UserError(code);
  return code;
}

/** The directives of the site, with an example of each. @throws UserError for code with problems */
export async function readDirectiveExamples(root: string) {
  const code = await readSiteCode(root);
  if (!code) return [];
  const { listThemeExamples } = await import('../../theme/theme-directives.tsx');
  return listThemeExamples(code);
}
