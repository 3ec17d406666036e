/** WordPress: the XML file (WXR) of Tools, Export. */
import { formatBytes } from '../core.ts';
import type { ExportTool } from './export-tool.ts';

export const wordpressTool: ExportTool = {
  format: 'XML',
  listings: { category: '/category/', tag: '/tag/', author: '/author/' },
  async read({ path, shown, size }, notes, progress) {
    const { readWordPress } = await import('../read/wordpress-reader.ts');
    return readWordPress(path, shown, notes, (posts, bytes) =>
      progress(posts, `${formatBytes(bytes)} of ${formatBytes(size)}`),
    );
  },
};
