/**
 * Everything that this package uses of the program. No other module of the package imports from `src/` of the program:
 * this list is the whole contract between the two, and `test/architecture.test.ts` checks it.
 */

export { groupBy } from '../../../src/foundation/group-by.ts';
export { makeFolder } from '../../../src/foundation/make-folder.ts';
export { packageFile } from '../../../src/foundation/package-files.ts';
export { relativePath } from '../../../src/foundation/paths.ts';
export { listFiles } from '../../../src/foundation/walk-directory.ts';
export { build } from '../../../src/index.ts';
