// Writes docs/third-party.md: every package that the program installs, with its licence and its size on disk.
// `--check` compares names, versions and licences with the lock file instead, and ends with 1 where they differ.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const page = join(root, 'docs/third-party.md');

function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Packages within a package have rows of their own.
    if (entry.isFile() && !path.slice(folder.length).includes('/node_modules/')) bytes += statSync(path).size;
  }
  return bytes;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const needed = listNeeded();
const rows = Object.entries(packages)
  .filter(([path]) => needed.has(path))
  .map(([path, { version, license, optional }]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    version,
    licence: license ?? readLicence(join(root, path)),
    optional: optional === true,
    folder: join(root, path),
  }))
  .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));

/** Paths of the packages that the dependencies of the root need. Those of the workspaces are compiled into lib/. */
function listNeeded() {
  const found = new Set();
  const visit = (from) => {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = findInstalled(from, name);
      if (path === null || found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('');
  return found;
}

/** As Node finds a package: beside the one that asks for it, or in a folder above. */
function findInstalled(from, name) {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path]) return path;
  return from === ''
    ? null
    : findInstalled(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

function readLicence(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).license ?? 'unknown') : 'unknown';
}

const identity = ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`;

if (process.argv.includes('--check')) {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const known = text.match(/^\| \S+ \| \d\S* \| [^|]+ \|/gm) ?? [];
  const wanted = rows.map(identity);
  const missing = wanted.filter((row) => !known.includes(row));
  const extra = known.filter((row) => !wanted.includes(row));
  for (const row of missing) process.stderr.write(`not in docs/third-party.md: ${row}\n`);
  for (const row of extra) process.stderr.write(`no longer installed: ${row}\n`);
  if (missing.length + extra.length > 0) {
    process.stderr.write('Run `node scripts/third-party.mjs` and look at the licences that are new.\n');
    process.exitCode = 1;
  }
} else {
  const sized = rows.map((row) => ({ ...row, size: existsSync(row.folder) ? sizeOf(row.folder) : 0 }));
  const installed = sized.filter(({ size }) => size > 0);
  const total = installed.reduce((sum, { size }) => sum + size, 0);
  const licences = [...new Set(rows.map(({ licence }) => licence))].sort();
  writeFileSync(
    page,
    `# Third-party packages

What \`npm install\` of the package brings besides itself, made by \`node scripts/third-party.mjs\` from the lock file.
On Linux x64 these are ${installed.length} packages of ${Math.round(total / 1e6)} MB; packages without a size are for other
platforms. Licences: ${licences.join(', ')}.

Packages whose code is compiled into the program, such as React and CodeMirror, are not in this list: their
licences are in \`lib/licences.txt\` of the package.

\`npm run check\` compares this page with the lock file. The workflow runs \`npm audit --omit=dev\`, which asks the registry
for known vulnerabilities of these packages. A mirror without that service answers 404 or 405: name the registry itself with
\`--registry https://registry.npmjs.org\`.

| Package | Version | Licence | kB |
|---|---|---|---|
${sized.map((row) => `${identity(row)} ${row.size > 0 ? Math.ceil(row.size / 1000) : ''} |`).join('\n')}
`,
  );
}
