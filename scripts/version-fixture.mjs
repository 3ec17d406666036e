// Makes what a site has after some work with this version of the program, for test/versions. A release runs it once:
//   AZURITE=/folder/azurite-blob node scripts/version-fixture.mjs NAME [FOLDER OF THE PROGRAM]
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [name, program = '.'] = process.argv.slice(2);
if (name === undefined) throw new Error('give the version a name');
if (!process.env.AZURITE)
  process.stderr.write('NOT KEPT: a container of Azure. Name azurite-blob in AZURITE\n');
// Beside the packages that it imports.
const folder = resolve('node_modules/.cache/version-fixture');
mkdirSync(folder, { recursive: true });
const outfile = join(folder, 'make-fixture.mjs');
await build({
  entryPoints: ['test/versions/make-fixture.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
const { makeFixture } = await import(pathToFileURL(outfile).href);
process.stdout.write(`${await makeFixture(name, program)}\n`);
rmSync(folder, { recursive: true });
