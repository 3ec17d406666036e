/** Collects the notes of an import in groups with the same message. */
import type { Note } from './core.ts';

/** Notes with the same message. */
export interface NoteGroup {
  message: string;
  count: number;
  notes: readonly Note[];
}

export type Notes = ReturnType<typeof createNotes>;

export function createNotes() {
  const groups = new Map<string, Note[]>();
  return {
    add(note: Note): void {
      const message = note.message.replace(/\s+/g, ' ').trim();
      const group = groups.get(message);
      if (group) group.push({ ...note, message });
      else groups.set(message, [{ ...note, message }]);
    },
    /** Sorted by the number of notes, largest first. */
    groups: (): NoteGroup[] =>
      [...groups]
        .map(([message, notes]) => ({ message, count: notes.length, notes }))
        .sort((a, b) => b.count - a.count || (a.message < b.message ? -1 : 1)),
  };
}
