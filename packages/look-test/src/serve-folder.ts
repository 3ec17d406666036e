/** Answers the requests of a browser with the files of a built site. No port is opened, and nothing else is answered. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const ORIGIN = 'https://look.example';

/** @param out output folder of a build with `urls.layout: "file"`. @returns the address of its home page, without a slash at its end */
export async function serveFolder(context: BrowserContext, out: string): Promise<string> {
  await context.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = decodeURIComponent(pathname);
    const names = [path, `${path}.html`, `${path}index.html`];
    const found =
      origin === ORIGIN
        ? names.find((name) => /\.\w+$/.test(name) && existsSync(join(out, name)))
        : undefined;
    return found === undefined ? route.abort() : route.fulfill({ path: join(out, found) });
  });
  return ORIGIN;
}
