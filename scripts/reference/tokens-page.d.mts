export interface Token {
  name: string;
  light: string;
  /** '' where it is that of the light look. */
  dark: string;
  korean: string;
  /** What it is, as a sentence. */
  text: string;
}
export function listTokens(css: string): Token[];
