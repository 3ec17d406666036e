/** Makes the files around the content of a new site: package.json, README, workflow, settings of Git and of editors. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { makeFolder } from '../foundation/make-folder.ts';
import { packageFile } from '../foundation/package-files.ts';
import { relativePath } from '../foundation/paths.ts';
import { createFile } from '../foundation/replace-file.ts';
import { createShortName } from '../foundation/slug.ts';
import { createEditorSettings } from './content-schemas.ts';
import type { Look } from './find-look.ts';

/** The scripts of `npm run`. Arguments after `--` go to the last command. */
const SCRIPTS = {
  dev: 'articles serve --watch --drafts',
  check: 'articles check',
  build: 'articles build --strict',
  deploy: 'articles build --strict && articles deploy --env production',
};

/** esbuild works without its script, so npm 11 and Yarn 4 need not ask about it. */
export const NO_INSTALL_SCRIPTS = {
  allowScripts: { esbuild: false },
  dependenciesMeta: { esbuild: { built: false } },
};

interface Package {
  name: string;
  version: string;
  engines: { node: string };
}

/** @param folder absolute path of a site that has a package.json of its own. @returns the command that adds what the site needs of it */
export async function describePackageByHand(folder: string, look: Look | null): Promise<string> {
  const dependencies = Object.entries(await listDependencies(folder, look));
  const values = Object.fromEntries([
    ...Object.entries(SCRIPTS).map(([script, line]) => [`scripts.${script}`, line]),
    ...dependencies.map(([name, source]) => [`dependencies.${name}`, source]),
  ]);
  return `npm pkg set ${Object.entries(values)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')}`;
}

/** @param folder absolute path of the new site. @returns paths in it and texts */
export async function createProjectFiles(
  folder: string,
  title: string,
  look: Look | null = null,
): Promise<[string, string][]> {
  const { engines } = await readManifest(packageFile(''));
  const project = {
    name: await createShortName([basename(folder), title], 'en'),
    version: '1.0.0',
    private: true,
    type: 'module',
    engines,
    scripts: SCRIPTS,
    ...NO_INSTALL_SCRIPTS,
    dependencies: await listDependencies(folder, look),
  };
  return [
    ['package.json', `${JSON.stringify(project, null, 2)}\n`],
    ['README.md', createReadme(title)],
    ['.gitattributes', 'content/approvals.jsonl merge=union\ncontent/generated.jsonl merge=union\n'],
    ['.gitignore', 'node_modules/\ndist/\ndist-preview/\n.dist.*\n.articles/\n'],
    ['.editorconfig', EDITOR],
    ['.vscode/settings.json', `${JSON.stringify(createEditorSettings(), null, 2)}\n`],
    ['.github/workflows/site.yml', await createWorkflow()],
  ];
}

/** Gives an imported site the same files. Those that exist stay as they are. */
export async function addProjectFiles(root: string, title: string): Promise<void> {
  for (const [path, text] of await createProjectFiles(root, title)) {
    makeFolder(dirname(join(root, path)));
    await createFile(join(root, path), text);
  }
}

const EDITOR = `root = true

[*]
charset = utf-8
end_of_line = lf
indent_size = 2
indent_style = space
insert_final_newline = true

[*.json]
trim_trailing_whitespace = true
`;

async function readManifest(folder: string): Promise<Package> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

async function listDependencies(folder: string, look: Look | null): Promise<Record<string, string>> {
  return {
    // This name is independent of the name of the package, because code of a theme imports articles/theme.
    articles: await findPackageSource(folder),
    ...(look?.folder !== undefined && { [look.layer]: await findVersion(folder, look.folder) }),
  };
}

/** The dependency by which npm finds this package: in the registry, or the file or folder that it runs from. */
export async function findPackageSource(folder: string): Promise<string> {
  const own = packageFile('');
  const source = await findVersion(folder, own);
  return source.startsWith('file:') ? source : `npm:${(await readManifest(own)).name}@${source}`;
}

/** The version or file by which npm finds an installed package: in the registry, or the file or folder that it comes from. */
async function findVersion(folder: string, own: string): Promise<string> {
  const [, modules, installed = ''] = /^(.*[\\/]node_modules)[\\/](.*?)[\\/]?$/.exec(own) ?? [];
  if (modules === undefined) return `file:${relativePath(folder, own.replace(/[\\/]$/, ''))}`;
  const lock = join(modules, '.package-lock.json');
  const { packages = {} } = existsSync(lock) ? JSON.parse(await readFile(lock, 'utf8')) : {};
  const resolved: unknown = packages[`node_modules/${installed}`]?.resolved;
  if (typeof resolved !== 'string' || !resolved.startsWith('file:'))
    return `^${(await readManifest(own)).version}`;
  return `file:${relativePath(folder, join(dirname(modules), resolved.slice('file:'.length).split('/').join(sep)))}`;
}

/** The first job of the example. It needs no account; the other jobs deploy and are set up later. */
async function createWorkflow(): Promise<string> {
  const example = await readFile(packageFile('examples/workflows/github-actions.yml'), 'utf8');
  const [checks = ''] = example.replace(/^(#.*\n)+/, '').split('\n  preview:\n');
  return `# Checks every change. The examples of articles also deploy previews and the main branch.\n${checks.trimEnd()}\n`;
}

function createReadme(title: string): string {
  return `# ${title.replace(/[\\`*_[\]<>#]/g, '\\$&')}

\`\`\`sh
npm install
npm run dev        # the site in the browser, drafts included; shows every save
npm run check      # dead links, missing pictures, long titles, with file and line
npm run build      # writes the site to dist/
npm run deploy     # builds, and makes the bucket or folder of deploy.production equal to it
\`\`\`

Before the first deploy, set \`deploy.production\` in \`site-config.json\`: a bucket such as \`gs://field-notes\`, or a folder such as
\`file:///srv/www\`.

\`npx articles-press new "A Title"\` starts an article. \`npx articles-press desk\` opens the editor in
the browser: all articles, their source and their pages. \`npx articles-press --help\` lists the other commands.

| File | Holds |
|---|---|
| \`site-config.json\` | title, address, languages, time zone and other settings; editors complete them by its schema |
| \`content/*/articles/\` | the articles, in Markdown |
| \`content/*/categories.json\`, \`authors.json\` | the categories, each with a key and a title; the authors |
| \`content/*/info/\` | pages about the site, its privacy and its terms |
| \`content/images/\` | pictures |
| \`theme/\` | colours, fonts and styles of your own |
| \`.vscode/settings.json\` | editors check and complete these files by it after \`npm install\` |
| \`.github/workflows/\` | \`site.yml\` checks every change on GitHub, and \`scheduled.yml\` publishes what is due, once it may; both need \`package-lock.json\` in the repository |
`;
}
