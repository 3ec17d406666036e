// Writes the pages of docs/reference/ that are made from definitions: commands, schemas, directives, strings, styles and
// types. `npm run reference` runs it, and so do `npm run docs` and `npm pack`; the compiled program must exist.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeCommands } from './reference/commands-page.mjs';
import { describeDataFiles } from './reference/data-files-page.mjs';
import { describeDirectives } from './reference/directives-page.mjs';
import { describeFrontMatter } from './reference/front-matter-page.mjs';
import { describeGates } from './reference/gates-page.mjs';
import { describeResults } from './reference/json-page.mjs';
import { describeSettings } from './reference/settings-page.mjs';
import { describeStrings } from './reference/strings-page.mjs';
import { describeTokens } from './reference/tokens-page.mjs';
import { describeViews } from './reference/views-page.mjs';

const root = resolve(import.meta.dirname, '..');

/**
 * @param program the commander `Command` of the whole program
 * @param contentSchemas of src/scaffold/content-schemas.ts
 * @param directives of `listDirectiveGuides`
 * @param buildOptions `BUILD_OPTIONS` of src/deploy/plan/build-options.ts
 * @param problemGates `PROBLEM_GATES` of src/foundation/problem-gates.ts
 * @param tokens text of the style sheet that sets them
 * @returns the pages as Markdown, by their names below docs/reference/
 */
export function createReference({ program, contentSchemas, directives, buildOptions, problemGates, tokens }) {
  const schemas = Object.fromEntries(contentSchemas.map(({ name, create }) => [name, create()]));
  return {
    'commands.md': describeCommands(program),
    'settings.md': describeSettings(schemas['site-config']),
    'front-matter.md': describeFrontMatter(schemas),
    'data-files.md': describeDataFiles(schemas, contentSchemas),
    'strings.md': describeStrings(schemas.locale),
    'directives.md': describeDirectives(directives),
    'gates.md': describeGates(program, buildOptions, problemGates),
    'tokens.md': describeTokens(tokens),
  };
}

async function writeReference() {
  const compiled = (name) => import(pathToFileURL(join(root, 'lib', name)));
  const [cli, schemas, directives, results, options, gates] = await Promise.all(
    ['cli.js', 'schemas.js', 'directives.js', 'results.js', 'build-options.js', 'problem-gates.js'].map(
      compiled,
    ),
  );
  const pages = createReference({
    program: cli.createProgram(() => {}, {}),
    contentSchemas: schemas.CONTENT_SCHEMAS,
    directives: directives.listDirectiveGuides(),
    buildOptions: options.BUILD_OPTIONS,
    problemGates: gates.PROBLEM_GATES,
    tokens: readFileSync(join(root, 'src/templates/styles/tokens.css'), 'utf8'),
  });
  const resultSchemas = new Map(
    Object.keys(results.COMMAND_RESULTS).map((name) => [name, results.resultJsonSchema(name)]),
  );
  pages['json.md'] = describeResults(resultSchemas);
  pages['views.md'] = describeViews(root, join(root, 'tsconfig.json'));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(root, 'docs/reference', name), text);
}

if (process.argv[1] === import.meta.filename) await writeReference();
