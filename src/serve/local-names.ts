/** Owns the names under which this machine reaches itself. A foreign name that leads here is another site's (DNS rebinding). */

/** @param host as in the request header: a name or an address, and a port */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(?:(?:[\w-]+\.)*localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(name);
}
