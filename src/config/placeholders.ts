/** Finds what `articles init` leaves for the owner to fill in: the address https://example.com, and texts with "TODO:". */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { finding, type Problem } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { readFolder } from '../foundation/walk-directory.ts';
import { CONFIG_FILE } from './config-file.ts';
import type { SiteConfig } from './config-schema.ts';
import { placeAt } from './utf8.ts';

const ADDRESS = /"url"\s*:\s*"https?:\/\/example\.com\b[^"\n]{0,60}"?/g;
/** The end of a word, so that a message cuts none. */
const TODO = /\bTODO:[^\n"]{0,60}(?=$|[\s".])/gm;

/** Stands above a text that `articles locale` has copied from another edition. */
export const UNTRANSLATED = 'TODO: translate this text.';

/** Articles of the templates, with a placeholder in a comment of their front matter. */
const EXAMPLES = [
  'write-an-article',
  'organise-your-site',
  'publish-your-site',
  'betting-strategies/what-a-price-says',
];

/** True for an article of a template whose placeholder is still there. @param file relative to the root */
export function isExample(root: string, file: string): boolean {
  const [, name = ''] = /^content\/\w+\/articles\/(.+)\.md$/.exec(file) ?? [];
  return EXAMPLES.includes(name) && existsSync(join(root, file)) && read(root, file).match(TODO) !== null;
}

/** Looks in the settings, the data files, the info pages and the text of the home page; an article may well explain what a TODO is, unless it is an example. */
export function findPlaceholders({ root, locales }: Pick<SiteConfig, 'root' | 'locales'>): Problem[] {
  const texts = locales.flatMap((locale) => [
    ...['', '/info', '/pages'].flatMap((part) => {
      const folder = `content/${locale}${part}`;
      const names = part === '/pages' ? /^index\.md$/ : /\.(?:json|md|yaml)$/;
      return readFolder(join(root, folder))
        .filter((entry) => entry.isFile() && names.test(entry.name))
        .map(({ name }) => `${folder}/${name}`);
    }),
    ...EXAMPLES.map((name) => `content/${locale}/articles/${name}.md`).filter(
      (file) => existsSync(join(root, file)) && !/^draft: true$/m.test(read(root, file)),
    ),
  ]);
  return [
    ...find(
      root,
      CONFIG_FILE,
      ADDRESS,
      'the address is a placeholder',
      'set "url" to the address of your site, such as "https://notes.example.org"',
    ),
    ...[CONFIG_FILE, ...texts].flatMap((file) =>
      isExample(root, file)
        ? find(root, file, TODO, 'the article is an example', 'delete the file')
        : find(root, file, TODO, 'the text has a placeholder', 'write what it asks for, or remove it'),
    ),
  ];
}

function find(root: string, file: string, mark: RegExp, message: string, hint: string): Problem[] {
  const text = read(root, file);
  return [...text.matchAll(mark)].map(({ 0: quoted, index }) => {
    const rest = text[index + quoted.length] === ' ' ? ' …' : '';
    return finding('placeholder', `${message}: ${quoted}${rest}`, hint, { file, ...placeAt(text, index) });
  });
}

const read = (root: string, file: string) => readRegularFile(join(root, file)).toString();
