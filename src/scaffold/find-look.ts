/** Finds the look that a new site begins with: one of the program, an installed package, or a folder. */
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { UserError } from '../foundation/errors.ts';
import { LOOKS, lookPackage } from '../foundation/layers.ts';
import { hintNear } from '../foundation/near-names.ts';
import { packageFile } from '../foundation/package-files.ts';
import { relativePath } from '../foundation/paths.ts';

export interface Look {
  /** As `layers` of the site names it. */
  layer: string;
  /** Absolute path of a package that the site depends on. The program brings its own looks. */
  folder?: string;
}

/**
 * @param name "quiet", the name of a package, or a folder that begins with "." or "/"
 * @param site absolute path of the new site. @param from folder in which the command runs
 * @throws UserError for what is not there
 */
export function findLook(name: string, site: string, from: string): Look {
  const own = LOOKS.find((look) => name === look || name === lookPackage(look));
  if (own) return { layer: lookPackage(own) };
  if (/^[.\\/]|^[a-z]:/i.test(name)) {
    const folder = resolve(from, name);
    const path = relativePath(site, folder);
    if (path !== '' && statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      return { layer: path.startsWith('.') ? path : `./${path}` };
  } else if (/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/.test(name)) {
    // A package beside the site, or beside the program: `npx -p articles-press -p NAME` puts both in one place.
    const folders = [join(site, 'package.json'), packageFile('package.json')].flatMap(
      (place) => createRequire(place).resolve.paths(name) ?? [],
    );
    const folder = folders.map((modules) => join(modules, name)).find((path) => existsSync(path));
    if (folder !== undefined) return { layer: name, folder };
  }
  throw new UserError({
    code: 'unknown-choice',
    message: `there is no look "${name}"`,
    hint: hintNear(
      name,
      LOOKS,
      `use ${LOOKS.join(', ')}, a folder such as ../house, or a package after: npm install NAME`,
    ),
  });
}
