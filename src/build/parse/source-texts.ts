/** Keeps the texts of articles from parsing to rendering, up to a limit, so that most files are read only once. */
import { readFileSync } from 'node:fs';
import { type ApprovedTexts, chooseText, type ShownText } from '../../content/article/approved-texts.ts';

export interface SourceTexts {
  /** Reads the text that readers get of an article. @throws as `readFileSync` */
  read(file: string): ShownText;
  keep(file: string, hash: string, text: string): void;
  /** Removes and returns the text that was kept, or reads the file again. @param file relative to the root */
  take(file: string, hash: string): string;
}

/** Number of characters to keep in each thread. A larger number saves no time. */
const ROOM = 4_000_000;

// Node would convert a string to such an object for each file.
const UTF8 = { encoding: 'utf8', flag: 'r' } as const;

export function createSourceTexts(root: string, approved: ApprovedTexts | null = null): SourceTexts {
  const read = (file: string) => chooseText(root, approved, file, readFileSync(`${root}/${file}`, UTF8));
  const kept = new Map<string, { hash: string; text: string }>();
  let room = ROOM;
  const remove = (file: string) => {
    const known = kept.get(file);
    room += known?.text.length ?? 0;
    kept.delete(file);
    return known;
  };
  return {
    read,
    keep(file, hash, text) {
      remove(file);
      if (text.length > room) return;
      room -= text.length;
      kept.set(file, { hash, text });
    },
    take(file, hash) {
      const known = remove(file);
      return known?.hash === hash ? known.text : read(file).text;
    },
  };
}
