/** Ghost: the JSON file of Settings, Import/Export. */
import type { ExportTool } from './export-tool.ts';

export const ghostTool: ExportTool = {
  format: 'JSON',
  listings: { category: '/tag/', tag: '/tag/', author: '/author/' },
  async read({ path, shown }, notes, progress) {
    const { readGhost } = await import('../read/ghost-reader.ts');
    return readGhost(path, shown, notes, progress);
  },
};
