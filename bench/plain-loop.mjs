// What a build cannot do without: reads and hashes the sources, and writes the files of a finished site.
// node bench/plain-loop.mjs SOURCES SITE OUT
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [sources, site, out] = process.argv.slice(2);
for (const { path, bytes } of readAll(sources)) hash(path, bytes);
for (const { path, bytes } of readAll(site)) {
  hash(path, bytes);
  const target = join(out, path.slice(site.length));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

function* readAll(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield { path, bytes: readFileSync(path) };
  }
}

function hash(path, bytes) {
  return createHash('sha256').update(path).update(bytes).digest('hex');
}
