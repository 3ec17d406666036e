/** Keeps a copy of the addresses of the last production release, so that builds and checks know them without a network. */
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { attempt } from '../../foundation/attempt.ts';
import { finding, type Problem } from '../../foundation/errors.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { createUnreadable, isNewer } from '../../foundation/stored-version.ts';

/** The target has the record itself: a deploy writes this copy, also one that is refused. */
export const PUBLISHED_FILE = '.articles/published.json';

const VERSION = 1;
const schema = z.object({ version: z.literal(VERSION), addresses: z.array(z.string()) });

/** Addresses such as "/articles/a" that readers know. None for a site that was never deployed to production. */
export function readPublished(root: string): string[] {
  return schema.safeParse(readFile(root)).data?.addresses ?? [];
}

/** Says that the copy cannot be read: until a deploy writes it again, no address counts as lost. */
export function findUnreadPublished(root: string): Problem | null {
  const value = readFile(root);
  if (value === null || schema.safeParse(value).success) return null;
  const cure = 'remove it: the next deploy to production writes it again';
  const unread = createUnreadable(isNewer(value, VERSION), 'the list of published addresses', cure);
  return finding('unused-file', unread.message, unread.hint, { file: PUBLISHED_FILE });
}

/** null where there is no file; undefined where it has no JSON. */
function readFile(root: string): unknown {
  const bytes = attempt(() => readRegularFile(join(root, PUBLISHED_FILE)));
  return bytes === null || bytes === undefined ? null : attempt(() => JSON.parse(bytes.toString()));
}

/** An empty target says nothing about what readers know. */
export function savePublished(root: string, addresses: readonly string[]): void {
  if (addresses.length === 0) return;
  const file = join(root, PUBLISHED_FILE);
  makeFolder(dirname(file));
  replaceFileSync(file, `${JSON.stringify({ version: VERSION, addresses: [...addresses].sort() })}\n`);
}

/** The addresses of pages, without later pages of listings, whose number follows from their articles. */
export function listAddresses(files: Iterable<{ name: string; kind: string | undefined }>): Set<string> {
  const addresses = new Set<string>();
  for (const { name, kind } of files) {
    if (kind !== 'article' && kind !== 'page') continue;
    const address = addressOfFile(name);
    if (!/\/page\/\d+$/.test(address)) addresses.add(address);
  }
  return addresses;
}

/** `a/b.html`, `a/b/index.html` and the object `a/b` are "/a/b". */
export const addressOfFile = (name: string): string => `/${name.replace(/(?:(?:^|\/)index)?\.html$/, '')}`;
