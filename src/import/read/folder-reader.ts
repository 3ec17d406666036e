/** Reads a folder of texts as its tool describes it. */
import type { ImportedPost, ImportedSite, Syntax } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { ContentFolder, Entry, FolderTool } from '../tools/folder-tool.ts';
import { divideByLanguage, splitLanguage } from './content-languages.ts';
import { fillValues } from './fill-values.ts';
import { readAuthors, readConfig, readFolderData, readUrl } from './folder-settings.ts';
import { readLiteral } from './literals.ts';
import { readPostDate } from './post-dates.ts';
import { FIELDS, lastPart, lineOf, readImage, readPostAuthors, reportFields } from './post-fields.ts';
import { splitFields } from './source-fields.ts';
import type { SourceFolder } from './source-folder.ts';
import { isFalse, isTrue, listAt, textAt, toValues, type Values } from './values.ts';

const TEXT = /\.(?:md|mdx|markdown|mkd|mdown|html)$/i;

export async function readFolderSite(
  tool: FolderTool,
  source: SourceFolder,
  notes: Notes,
  each: (done: number) => void,
): Promise<ImportedSite> {
  const config = await readConfig(tool, source);
  const text = (field: keyof FolderTool['site']) => textAt(config, ...tool.site[field]);
  const timeZone = text('timeZone');
  const authors = await readAuthors(tool, source, notes);
  const texts = source.files.filter((file) => TEXT.test(file));
  const contents = tool
    .contents(config, source.files)
    .flatMap((content) => divideByLanguage(content, texts, config, tool));
  const folderData = await readFolderData(source);
  const posts: ImportedPost[] = [];
  const claimed = new Set<string>();
  for (const content of contents) {
    const prefix = content.folder === '' ? '' : `${content.folder}/`;
    if (content.folder.startsWith('../'))
      notes.add({
        file: content.folder,
        message: 'folder of texts outside of the source: not read, import the folder above it',
      });
    for (const file of texts) {
      if (!file.startsWith(prefix) || claimed.has(file)) continue;
      if (content.only && !content.only.test(file.slice(prefix.length))) continue;
      claimed.add(file);
      const post = await readPost(tool, { file, content, config, source, timeZone, notes, folderData });
      if (post) posts.push(post);
      each(posts.length);
    }
  }
  const siteAuthor = text('author');
  return {
    title: text('title'),
    description: text('description'),
    url: readUrl(text('url'), config),
    language: text('language'),
    timeZone,
    authors:
      authors.length > 0 || siteAuthor === null
        ? authors
        : [
            {
              key: siteAuthor,
              name: siteAuthor,
              slug: null,
              description: textAt(config, 'siteMetadata.author.summary'),
            },
          ],
    categories: [],
    posts,
    assets: tool
      .assets(config)
      .filter(({ folder }) => folder === '' || source.files.some((file) => file.startsWith(`${folder}/`))),
    attachments: new Map(),
  };
}

interface PostInput {
  file: string;
  content: ContentFolder;
  config: Values;
  source: SourceFolder;
  timeZone: string | null;
  notes: Notes;
  folderData: ReadonlyMap<string, Values>;
}

async function readPost(tool: FolderTool, input: PostInput): Promise<ImportedPost | null> {
  const { file, config, source, timeZone, notes } = input;
  const text = source.text(file);
  if (text === null) return null;
  const split = await splitFields(text);
  if (split.problem) {
    const { line, message } = split.problem;
    notes.add({ file, line, message: `not imported: ${message}` });
    return null;
  }
  const syntax = tool.syntax(file);
  const isHtml = /\.html$/i.test(file);
  // Templates have no text.
  if (isHtml && Object.keys(split.fields).length === 0) return null;
  const fields: Values = {
    ...inherited(input),
    ...(await exportedFields(split.body, file)),
    ...split.fields,
  };
  const inContent = input.content.folder === '' ? file : file.slice(input.content.folder.length + 1);
  const { path, content } = splitLanguage(inContent.replace(TEXT, ''), input.content, config, tool);
  const body = fillValues(removeBlockMarks(split.body, syntax), syntax, { config, fields });
  const heading = /^#[ \t]+(.+?)[ \t]*(?:\{[^}\n]*\})?[ \t]*#*$/m.exec(
    body.replace(/^(`{3,})[\s\S]*?^\1/gm, ''),
  );
  const title = textAt(fields, 'title') ?? heading?.[1] ?? null;
  const day =
    /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(path.slice(path.lastIndexOf('/') + 1)) ??
    /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:\/|-)/.exec(path);
  const read = (names: readonly string[]) => {
    const written = textAt(fields, ...names);
    const date = written === null ? null : readPostDate(written, timeZone);
    if (written !== null && date === null)
      notes.add({ file, line: lineOf(text, written), message: `date "${written}" is not understood` });
    return date;
  };
  const date = read(FIELDS.date) ?? (day ? readPostDate(day.slice(1, 4).join('-'), null) : null);
  const entry: Entry = {
    file,
    path,
    fields,
    content,
    config,
    day: date?.slice(0, 10) ?? null,
    title: title ?? '',
  };
  if (tool.ignores?.(entry)) return null;
  reportFields(split.fields, { file, text, notes });
  const clean = tool.cleanPath(path) || path;
  const several = tool.separator ?? /\s*,\s*/;
  const tags = listAt(fields, FIELDS.tags, several).filter((tag) => !tool.technicalTags?.test(tag));
  const byPath = tool.categories?.(entry) ?? [];
  const plural = listAt(fields, ['categories'], several);
  const named = plural.length > 0 ? plural : listAt(fields, FIELDS.categories, /\s*,\s*/);
  return {
    file,
    line: 1,
    kind: content.kind,
    path: clean,
    title,
    slug: lastPart(textAt(fields, 'slug')),
    description: textAt(fields, ...FIELDS.description),
    authors: readPostAuthors(fields),
    date,
    updated: read(FIELDS.updated),
    draft: isTrue(fields, 'draft') || isFalse(fields, 'published') || (tool.isDraft?.(entry) ?? false),
    image: readImage(fields),
    pinned: ['pinned', 'pin', 'sticky'].some((name) => isTrue(fields, name)),
    featured: isTrue(fields, 'featured'),
    categories: [...new Set([...byPath, ...named])].map((name) => [name]),
    tags,
    folders: clean.split('/').slice(0, -1),
    addresses: tool.addresses(entry),
    language: textAt(fields, 'lang', 'language') ?? content.language ?? null,
    // The page shows the title already.
    body: heading && heading[1] === title ? withoutHeading(body) : body,
    format: isHtml ? 'html' : 'markdown',
    syntax,
    bodyLine: split.bodyLine,
  };
}

/** Fields of the data files of the folders above, the nearest first. */
function inherited({ file, folderData }: PostInput): Values {
  let values: Values = {};
  for (const [folder, fields] of folderData) if (file.startsWith(folder)) values = { ...values, ...fields };
  return values;
}

/** `export const metadata = {…}` of MDX. */
async function exportedFields(body: string, file: string): Promise<Values> {
  if (!file.endsWith('.mdx')) return {};
  const found =
    /^export\s+const\s+(?:meta(?:data)?|frontmatter)\s*(?::[^=\n]+)?=\s*(\{[\s\S]*?^\}|\{.*\})/m.exec(body);
  return found?.[1] ? toValues(await readLiteral(found[1])) : {};
}

/** Docusaurus reads the text of these blocks as MDX. Every line stays where it is. */
function removeBlockMarks(body: string, syntax: Syntax): string {
  if (syntax !== 'docusaurus') return body;
  return body.replace(/^([ \t]*)(`{3,}|~{3,})mdx-code-block[^\n]*(\n[\s\S]*?\n)\1\2[ \t]*$/gm, '$3');
}

/** The line stays, so that reports name the right ones. */
function withoutHeading(body: string): string {
  return body.replace(/^\s*#[ \t]+.+$/m, (heading) => heading.replace(/[^\n]/g, ''));
}
