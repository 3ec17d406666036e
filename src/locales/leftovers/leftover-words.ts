/** Defines the words that show a machine's hand in a text of one language. */

/** Patterns without flags of their own; case does not matter. Each begins at the beginning of a paragraph, if not said otherwise. */
export interface LeftoverWords {
  /** A refusal of the task, in the first person. */
  refusals: readonly string[];
  /** An answer to whoever gave the task, before the text. */
  openings: readonly string[];
  /** What people write too, though seldom in an article: words about the task, or to somebody in a chat. */
  talk: { openings: readonly string[]; anywhere: readonly string[] };
  /** What a line says before a number of words that nobody asked for. */
  counts: string;
  /** Labels of lines for an editor or for search engines, such as "Meta description". A colon follows. */
  labels: string;
  /** A line that only says that the text is over. */
  ends: string;
  /** Who asks and who answers, at the beginning of a line. `program` names a program and nothing else. */
  roles: { asks: string; answers: string; program: string };
  /** The end of a sentence that goes on. Matched at the end of a text. */
  cut: string;
}
