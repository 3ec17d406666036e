/** Every reader of content takes time in proportion to its text: at 64 kB, 256 kB and 1 MB, for texts of random signs of its grammar. */
import { testGrowth } from '../support/growth.ts';

await testGrowth('test/hostile/growth-readers.ts');
