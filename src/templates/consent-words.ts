/** Writes the words of the privacy notice as JSON, for the script that shows it. */
import { fillText } from '../locales/locale-format.ts';
import type { Strings } from '../locales/strings.ts';

export function consentWords({ consent }: Strings, hosts: string): string {
  return JSON.stringify({ ...consent, text: fillText(consent.text, { hosts }) });
}
