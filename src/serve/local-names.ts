/** Recognizes the names of this machine. Any other name that resolves to it belongs to another site (DNS rebinding). */

/** @param host as in the request header: a name or an address, and a port */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(?:(?:[\w-]+\.)*localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(name);
}
