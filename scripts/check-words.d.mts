export function findWords(text: string): { index: number; word: string; suggestion: string }[];
export function hasOwnerHeader(text: string): boolean;
