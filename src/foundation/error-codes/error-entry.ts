/** What the catalogue says about one code. */
export interface ErrorEntry {
  /** What is wrong, in a sentence. */
  means: string;
  /** How it comes about. */
  cause: string;
  /** What to do. */
  cure: string;
  /** A message with this code. */
  example: string;
}
