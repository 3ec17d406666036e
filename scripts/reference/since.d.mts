/** Versions of what came after the first one. */
export const LATER: Readonly<Record<string, string>>;
