/** `articles layers`: which file of which layer is used, and what hides what. */
import { relative, resolve } from 'node:path';
import { UserError } from '../foundation/errors.ts';
import { defineCommand } from './command.ts';

export const layersCommand = defineCommand({
  name: 'layers',
  summary: 'Show which file of which layer is used, and what hides what.',
  arguments: { '[file]': 'one file, by its path in the site or in a layer' },
  options: {},
  note: 'The site comes first, then its layers as "layers" in site-config.json lists them.',
  examples: ['articles layers', 'articles layers --json'],
  async run({ root, reporter }, _options, [asked]) {
    const { loadConfig } = await import('../config/load-config.ts');
    await loadConfig(root);
    const { findWithoutEffect, listLayered } = await import('../config/list-layers.ts');
    const { layersOf, logicalPath, splitLayer } = await import('../foundation/layers.ts');
    const { toSlashes } = await import('../foundation/paths.ts');
    const path = asked && logicalPath(root, toSlashes(relative(root, resolve(root, asked))));
    const files = listLayered(root).filter((one) => path === undefined || one.path === path);
    const layers = layersOf(root).map(({ folder }) => folder);
    if (path !== undefined && files.length === 0)
      throw new UserError({
        code: 'missing-file',
        message: `no layer has ${path}`,
        hint: layers.length > 0 ? 'see all files with: articles layers' : 'name layers in site-config.json',
      });
    const findings = path === undefined ? findWithoutEffect(root) : [];
    const nameOf = (file: string) => splitLayer(root, file).layer?.folder ?? 'the site';
    const width = Math.max(0, ...files.map((one) => one.path.length));
    const lines = files.map(({ path, files: [first = '', ...rest], merged }) => {
      const others = rest.map(nameOf).join(' and ');
      const how = merged ? `, over ${others}` : `, hides ${others}`;
      return `${path.padEnd(width)}  ${nameOf(first)}${rest.length > 0 ? how : ''}`;
    });
    reporter.output(layers.length > 0 ? lines.join('\n') : 'the site has no layers');
    for (const problem of findings) reporter.warn(problem);
    reporter.result({ layers, files, findings }, '');
  },
});
