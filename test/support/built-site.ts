/** Copies of built sites: a build takes a second of processor time, a copy of one some milliseconds. */
import { runArticles } from './program.ts';
import { type Files, makeFolder, makeSite, readTree, smallSite, writeFiles } from './site.ts';

/** Files of the site and of its build, by what was built. The test files of one process share them. */
const built = new Map<string, Promise<Files>>();

/** @returns the root of a new copy, which is removed when the test ends. @param args further ones of `articles build` */
export async function makeBuiltSite(
  files: Files = smallSite(),
  args: readonly string[] = [],
): Promise<string> {
  const key = JSON.stringify([files, args]);
  const making = built.get(key) ?? buildOnce(files, args);
  built.set(key, making);
  const root = makeFolder();
  writeFiles(root, await making);
  return root;
}

async function buildOnce(files: Files, args: readonly string[]): Promise<Files> {
  const root = makeSite(files);
  const { code, stderr } = await runArticles(['build', '--root', root, ...args]);
  if (code !== 0) throw new Error(`the site was not built\n${stderr}`);
  return Object.fromEntries(readTree(root));
}
