// Writes the reference from definitions: of commander, of schemas, of directives and of styles.
// `scripts/compile.mjs` calls it, so the pages are as new as the program.
import { describeCommands } from './reference/commands-page.mjs';
import { describeDataFiles } from './reference/data-files-page.mjs';
import { describeDirectives } from './reference/directives-page.mjs';
import { describeFrontMatter } from './reference/front-matter-page.mjs';
import { describeSettings } from './reference/settings-page.mjs';
import { describeStrings } from './reference/strings-page.mjs';
import { describeTokens } from './reference/tokens-page.mjs';

/**
 * @param program the commander `Command` of the whole program
 * @param contentSchemas of src/commands/init/content-schemas.ts
 * @param directives of `listDirectiveGuides`
 * @param tokens text of the style sheet that sets them
 * @returns the pages as Markdown, by their names below docs/reference/
 */
export function createReference({ program, contentSchemas, directives, tokens }) {
  const schemas = Object.fromEntries(contentSchemas.map(({ name, create }) => [name, create()]));
  return {
    'commands.md': describeCommands(program),
    'settings.md': describeSettings(schemas['site-config']),
    'front-matter.md': describeFrontMatter(schemas),
    'data-files.md': describeDataFiles(schemas, contentSchemas),
    'strings.md': describeStrings(schemas.locale),
    'directives.md': describeDirectives(directives),
    'tokens.md': describeTokens(tokens),
  };
}
