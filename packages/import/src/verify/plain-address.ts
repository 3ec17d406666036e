/** The form in which the judge compares addresses and files of texts. */
import { decodeAddress } from '../read/decode-address.ts';

export const plainAddress = (path: string) =>
  decodeAddress(path)
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?:\/(?:_?index|readme))?(?:\.(?:mdx?|markdown|html?))?\/*$/, '');
