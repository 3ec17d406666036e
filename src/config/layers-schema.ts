/** The setting `layers`, and the settings that a layer may have. */
import * as z from 'zod';

const from = z
  .string()
  .regex(
    /^(?:\.{1,2}(?:\/[^/\\\0]+)*\/?|(?:@[\w.~-]+\/)?[\w~-][\w.~-]*)$/,
    'must be a folder such as "../house", or the name of a package',
  );

const path = z
  .string()
  .regex(
    /^(?:theme|prompts|public|content)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/,
    'must be a path such as "theme/views"',
  );

export const layers = z
  .array(
    z.union([
      from,
      z.strictObject({
        from: from.describe('The folder or package.').meta({ examples: ['../house'] }),
        without: z
          .array(path)
          .describe('Files and folders of the layer that the site does not take.')
          .meta({ examples: [['theme/views/home.tsx']] }),
      }),
    ]),
  )
  .default([])
  .describe(
    'Folders and packages whose files and settings the site shares with other sites. Files and settings of the site itself come first, then those of the layers from left to right.',
  )
  .meta({ examples: [['../house', 'our-look']] });

export type LayerSettings = z.output<typeof layers>;

/**
 * The settings that a site takes from its layers: look, order and form. Every other one counts only where the site has it:
 * who the site is, what leaves it, what it allows, what it pays, and where it goes.
 */
export const SHARED_SETTINGS: ReadonlySet<string> = new Set([
  ...['locales', 'timeZone', 'themeColor', 'covers', 'look', 'contact', 'images', 'urls', 'sections', 'home'],
  ...['category', 'taxonomies', 'archives', 'permalinks', 'navigation', 'footer', 'features', 'typography'],
  ...['feedItems', 'agents'],
]);

/** Files of content/ of which every layer's counts: maps in them merge by key, and records are added. */
export function isMerged(path: string): boolean {
  return /^content\/(?:\w+\/strings\.json|notices\.(?:yaml|json))$/.test(path);
}
