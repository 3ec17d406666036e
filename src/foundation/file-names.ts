/** Refuses file names that some systems cannot store or cannot tell apart. */
import type { Problem } from './errors.ts';

/**
 * Creates a check for the files below one folder. Call it once with every path.
 * @returns a function that returns null for a valid name
 */
export function createNameCheck(): (path: string) => Problem | null {
  const known = new Map<string, string>();
  return (path) => {
    // Node replaces bytes that are not UTF-8.
    if (path.includes('\ufffd')) return ambiguous('the name of the file is not valid UTF-8');
    const refused = refusedByWindows(path);
    if (refused) return refused;
    for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
      const part = end === -1 ? path : path.slice(0, end);
      // Folders come again with each of their files.
      const form = part.normalize('NFC').toLowerCase();
      const other = known.get(form);
      if (other === undefined) known.set(form, part);
      else if (other !== part || end === -1) return describeTwins(part, other, end === -1);
      if (end === -1) return null;
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
