/** The package exports the function itself, which its own types hide in a property. */
declare module 'bidi-js' {
  interface Bidi {
    /** @returns the level of each UTF-16 unit: odd from right to left */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { levels: Uint8Array };
    /** @returns the bracket of the other side; null for other characters */
    getMirroredCharacter(character: string): string | null;
  }

  export default function createBidi(): Bidi;
}
