/** The lines of one language that a test plants into articles, by what they do wrong. */
export interface PlantedLines {
  promise: readonly string[];
  urgency: readonly string[];
  bonus: readonly string[];
  messenger: readonly string[];
  host: readonly string[];
  study: readonly string[];
  leak: readonly string[];
  self: readonly string[];
  unsafe: readonly string[];
  /** Nothing is wrong with them, although they use the same words. */
  clean: readonly string[];
}
