/** Owns the articles' texts between parsing and rendering: a file is read once, as far as there is room for its text. */
import { readFileSync } from 'node:fs';

export interface SourceTexts {
  keep(file: string, hash: string, text: string): void;
  /** The text that was parsed, or what the file holds now. It is let go. @param file below the root */
  take(file: string, hash: string): string;
}

/** In characters, each of one or two bytes. A thread that has as many before it gains too little from more. */
const ROOM = 16_000_000;

// Given as a text, an encoding is made into such an object for each file.
const UTF8 = { encoding: 'utf8', flag: 'r' } as const;

/** @throws as `readFileSync`. @param path absolute */
export function readText(path: string): string {
  return readFileSync(path, UTF8);
}

export function createSourceTexts(root: string): SourceTexts {
  const kept = new Map<string, { hash: string; text: string }>();
  let room = ROOM;
  const letGo = (file: string) => {
    const known = kept.get(file);
    room += known?.text.length ?? 0;
    kept.delete(file);
    return known;
  };
  return {
    keep(file, hash, text) {
      letGo(file);
      if (text.length > room) return;
      room -= text.length;
      kept.set(file, { hash, text });
    },
    take(file, hash) {
      const known = letGo(file);
      return known?.hash === hash ? known.text : readText(`${root}/${file}`);
    },
  };
}
