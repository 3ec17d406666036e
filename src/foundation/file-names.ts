/** Refuses file names that some systems cannot store or cannot tell apart. */
import type { Problem } from './errors.ts';

interface Folder {
  /** '' or a path that ends in '/'. */
  path: string;
  /** The names in it, by their form on systems that ignore case and Unicode forms. */
  names: Map<string, string>;
  above: Folder | null;
}

/**
 * Creates a check for the files below one folder. Call it once with every path, in the order of a walk: it keeps the
 * names of the folders around a path only, since all names of a large site take a lot of memory.
 * @returns a function that returns null for a valid name
 */
export function createNameCheck(): (path: string) => Problem | null {
  let folder: Folder = { path: '', names: new Map(), above: null };
  return (path) => {
    // Node replaces bytes that are not UTF-8.
    if (path.includes('\ufffd')) return ambiguous('the name of the file is not valid UTF-8');
    const refused = refusedByWindows(path);
    if (refused) return refused;
    while (folder.above && !path.startsWith(folder.path)) folder = folder.above;
    while (true) {
      const end = path.indexOf('/', folder.path.length);
      const isFile = end === -1;
      const part = isFile ? path : path.slice(0, end);
      const form = part.slice(folder.path.length).normalize('NFC').toLowerCase();
      const other = folder.names.get(form);
      if (other === undefined) folder.names.set(form, part);
      else if (other !== part || isFile) return describeTwins(part, other, isFile);
      if (isFile) return null;
      folder = { path: `${part}/`, names: new Map(), above: folder };
    }
  };
}

function describeTwins(path: string, other: string, isFile: boolean): Problem {
  if (!isFile)
    return ambiguous(`"${path}" is also written "${other}": some systems keep only one of these folders`);
  const form = path.normalize('NFC') === other.normalize('NFC') ? 'another Unicode form' : 'another case';
  return ambiguous(`another file has the same name in ${form}: some systems keep only one of them`);
}

function ambiguous(message: string): Problem {
  return { code: 'ambiguous-file-name', message, hint: 'rename one of them' };
}

/** Names of devices with any ending, signs that are not allowed, and a dot or blank at the end. */
const REFUSED =
  /(?:^|\/)((?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.[^/]*)?|[^/]*(?:[<>:"|?*\\][^/]*|[. ]))(?:\/|$)/i;

/** @returns null for a path that Windows can store */
export function refusedByWindows(path: string): Problem | null {
  const [, name] = REFUSED.exec(path) ?? [];
  if (name === undefined) return null;
  return {
    code: 'invalid-file-name',
    message: `Windows cannot store a file or folder with the name "${name}"`,
    hint: 'choose another name',
  };
}

/** Files that systems and editors leave in a folder. Nobody means to publish them. */
export const LEFTOVER = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|#.*#|\..*\.sw[a-z])$/i;
