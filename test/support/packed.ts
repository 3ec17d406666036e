/** The program from its tarball, in an empty folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Installs the packed program as npm unpacks it; what npm would fetch is that of this checkout. @returns the folder of the package */
export function installPacked(folder: string): string {
  // A checkout may have its packages behind a symbolic link, which npm would pack.
  const source = join(folder, 'source');
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['package.json', 'content', ...files.filter((file: string) => !/[*!]/.test(file))])
    cpSync(name, join(source, name), { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const tarball = join(source, packed.trim().split('\n').at(-1) ?? '');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'articles'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, 'articles'), '--strip-components=1']);
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(modules, name));
  return join(modules, 'articles');
}
