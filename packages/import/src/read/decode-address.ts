/** Decodes percent-encoding. An address that is not valid percent-encoding is returned unchanged. */
import { attempt } from '../core.ts';
export function decodeAddress(address: string): string {
  return attempt(() => decodeURIComponent(address)) ?? address;
}
