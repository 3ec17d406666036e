/** Decodes percent-encoding. An address that is not valid percent-encoding is returned unchanged. */
export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
