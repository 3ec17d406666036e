// Rewrites the built-in views and components into what `articles eject` copies: modules of a theme, with one import of
// `articles/theme` in place of those of the program.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param templates the folder of the sources. @returns path below theme/ → source */
export function listEjectable(templates) {
  const sources = new Map();
  for (const file of readdirSync(join(templates, 'views')).filter((name) => name.endsWith('-view.tsx'))) {
    const source = readFileSync(join(templates, 'views', file), 'utf8');
    const view = /^export function (\w+View)\(/m.exec(source)?.[1];
    if (!view) throw new Error(`views/${file} exports no view`);
    const path = `views/${file.replace('-view.tsx', '')}.tsx`;
    sources.set(
      path,
      toTheme(source.replace(`export function ${view}(`, `export default function ${view}(`)),
    );
  }
  for (const file of readdirSync(join(templates, 'components')).filter((name) => name.endsWith('.tsx'))) {
    const source = readFileSync(join(templates, 'components', file), 'utf8');
    const [line, name] = /^export const (\w+) = replaceable\('\1', BuiltIn\);\n\n/m.exec(source) ?? [];
    if (!name) continue;
    const own = source.replace(line, '').replace('function BuiltIn(', `export default function ${name}(`);
    sources.set(`components/${name}.tsx`, toTheme(own));
  }
  return sources;
}

const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;

function toTheme(source) {
  const names = new Set();
  const kept = [];
  const [, header = ''] = /^(\/\*\*[\s\S]*?\*\/\n)/.exec(source) ?? [];
  const rest = source
    .slice(header.length)
    .replace(IMPORT, (line, type, list, from) => {
      if (!from.startsWith('.')) kept.push(line);
      else
        for (const name of list.split(',').map((name) => name.trim()))
          if (name && name !== 'replaceable') names.add(type ? `type ${name}` : name);
      return '';
    })
    .replace(/^.*biome-ignore.*\n/gm, '');
  const plain = (name) => name.replace('type ', '').toLowerCase();
  const sorted = [...names].sort((a, b) => (plain(a) < plain(b) ? -1 : 1));
  const line = `import { ${sorted.join(', ')} } from 'articles/theme';\n`;
  const whole =
    line.length > 100
      ? `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from 'articles/theme';\n`
      : line;
  return `${header}${sorted.length > 0 ? whole : ''}${kept.join('')}\n${rest.replace(/^\n+/, '')}`;
}
