// The licences of packages whose code is compiled into lib/, which have no folder of their own where the program is installed.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {string} root
 * @param {readonly string[]} modules paths below `root`
 * @returns {Promise<string>} a heading and the text of the licence for each package
 * @throws where a package has neither a licence file nor the name of a licence
 */
export async function readLicences(root, modules) {
  const folders = modules.flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const parts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? license : await readFile(join(root, folder, file), 'utf8');
    if (typeof text !== 'string') throw new Error(`${folder}: no licence`);
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(parts)).join(`\n${'-'.repeat(80)}\n\n`);
}
