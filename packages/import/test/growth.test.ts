/** Every reader of a source takes time in proportion to its text: at 64 kB, 256 kB and 1 MB, for texts of random signs of its grammar. */
import { testGrowth } from '../../../test/support/growth.ts';

await testGrowth('packages/import/test/growth-readers.ts');
