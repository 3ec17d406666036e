/** Refuses names of files that not every system can hold or tell apart. */
import type { Failure } from './errors.ts';

/**
 * Makes a check for the files below one folder; every path has to pass through it once.
 * @returns what is wrong with the name; null where it is fine
 */
export function createNameCheck(): (path: string) => Failure | null {
  const known = new Map<string, string>();
  return (path) => {
    // Node replaces bytes that are not UTF-8.
    if (path.includes('\ufffd'))
      return {
        code: 'ambiguous-file-name',
        message: 'the name of the file is not valid UTF-8',
        hint: 'rename the file',
      };
    if (IS_ASCII.test(path)) return null;
    const form = path.normalize('NFC');
    const other = known.get(form);
    known.set(form, path);
    if (other === undefined) return null;
    return {
      code: 'ambiguous-file-name',
      message: 'another file has the same name in another Unicode form: some systems keep only one of them',
      hint: 'rename one of the two files',
    };
  };
}

const IS_ASCII = /^\p{ASCII}*$/u;
