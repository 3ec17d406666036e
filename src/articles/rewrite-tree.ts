/** Brings the file of a category tree to a changed tree. What stays keeps its comments, its order and its short form. */
import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'yaml';
import type * as z from 'zod';
import { writeYaml } from '../config/read-yaml.ts';
import { withoutByteOrderMark } from '../config/utf8.ts';
import type { CategoryChange, CategoryName, TreeFile } from './change-tree.ts';

/** @param wanted the tree of the file after the change, as the schema reads it */
export async function rewriteYamlTree(
  bytes: Uint8Array,
  change: CategoryChange,
  wanted: TreeFile,
  schema: z.ZodType<TreeFile>,
): Promise<string> {
  const { parseDocument } = await import('yaml');
  const text = withoutByteOrderMark(Buffer.from(bytes).toString('utf8'));
  const document = parseDocument(text);
  if (!(await changeDocument(document, change, wanted, schema))) return writeYaml(wanted);
  return document.toString({ lineWidth: 0, indent: /^( +)\S/m.exec(text)?.[1]?.length ?? 2 });
}

/** The same for the data of a JSON file. */
export async function rewriteJsonTree(
  data: unknown,
  change: CategoryChange,
  wanted: TreeFile,
  schema: z.ZodType<TreeFile>,
): Promise<unknown> {
  const { Document } = await import('yaml');
  const document = new Document(data);
  return (await changeDocument(document, change, wanted, schema)) ? document.toJS() : wanted;
}

/** @returns false where the document does not say what is wanted then, as one with anchors may */
async function changeDocument(
  document: Document,
  change: CategoryChange,
  wanted: TreeFile,
  schema: z.ZodType<TreeFile>,
): Promise<boolean> {
  await moveNode(document, change);
  const moved = schema.safeParse(document.toJS());
  if (!moved.success) return false;
  for (const [key, group] of Object.entries(wanted)) {
    writeFields(document, [key], group, moved.data[key]);
    for (const [childKey, child] of Object.entries(group.children))
      writeFields(document, [key, 'children', childKey], child, moved.data[key]?.children[childKey]);
  }
  const { data } = schema.safeParse(document.toJS());
  return isDeepStrictEqual(data, JSON.parse(JSON.stringify(wanted)));
}

const FIELDS = ['key', 'title', 'description', 'slug', 'aliases'] as const;
type Fields = Partial<Pick<TreeFile[string], (typeof FIELDS)[number]>>;

/** @param is what the document says so far */
function writeFields(document: Document, path: string[], wanted: Fields, is: Fields = {}): void {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(wanted[field], is[field]));
  // The title of `other` follows from the language only where the file does not name `other`.
  if (changed.length > 0 && !document.hasIn(path)) changed.unshift('title');
  for (const field of changed) {
    const value = wanted[field];
    if (value === undefined) document.deleteIn([...path, field]);
    else document.setIn([...path, field], document.createNode(value));
  }
}

/** Puts the category where the change has it, with all that is written of it. */
async function moveNode(document: Document, { from, to, merge }: CategoryChange): Promise<void> {
  const { isMap, isScalar } = await import('yaml');
  const mapAt = (path: readonly string[]) => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    return isMap(node) ? node : undefined;
  };
  const pairsIn = (path: readonly string[]) => {
    if (!mapAt(path)) document.setIn(path, document.createNode({}));
    return mapAt(path)?.items ?? [];
  };
  const folderOf = ([category, child]: CategoryName) => (child === undefined ? [] : [category, 'children']);
  const nameOf = (key: unknown) => (isScalar(key) ? key.value : key);
  const [old, now] = [from.at(-1), to.at(-1)];
  const source = mapAt(folderOf(from))?.items ?? [];
  const at = source.findIndex(({ key }) => nameOf(key) === old);
  const pair = source[at];
  if (!pair) return;
  if (merge && from.length === 1) {
    const target = pairsIn([to[0], 'children']);
    const known = target.map(({ key }) => nameOf(key));
    const children = mapAt([from[0], 'children'])?.items ?? [];
    target.unshift(...children.filter(({ key }) => !known.includes(nameOf(key))));
  }
  const stays = folderOf(from)[0] === folderOf(to)[0];
  if (merge || !stays) source.splice(at, 1);
  if (merge) return;
  if (isScalar(pair.key)) pair.key.value = now;
  if (isMap(pair.value) && pair.value.has('key')) pair.value.set('key', now);
  if (!stays) pairsIn(folderOf(to)).push(pair);
}
