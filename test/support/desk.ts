/** Runs the desk of a site in the process of the test, and calls its API as its page does. */
import { request } from 'node:http';
import { runDesk } from '../../packages/desk/src/server/run-desk.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';

export interface DeskAnswer {
  status: number;
  // Each test knows the answer that it asks for.
  // biome-ignore lint/suspicious/noExplicitAny: as JSON.parse
  body: any;
  headers: Record<string, string | string[] | undefined>;
}

export async function startDesk(root: string) {
  const running = await runDesk({ root, host: '127.0.0.1', port: 0, reporter: createSilentReporter() });
  const { hostname, port, host, origin } = new URL(running.url);
  const send = (
    method: string,
    path: string,
    content: string | Buffer | undefined,
    headers: Record<string, string | undefined>,
  ) =>
    new Promise<DeskAnswer>((resolve, reject) => {
      const sent = Object.fromEntries(
        Object.entries({ host, ...headers }).filter(([, value]) => value !== undefined),
      );
      request({ hostname, port, path, method, headers: sent, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = response.headers['content-type']?.startsWith('application/json');
          resolve({
            status: response.statusCode ?? 0,
            body: isJson ? JSON.parse(text) : text,
            headers: response.headers,
          });
        });
      })
        .on('error', reject)
        .end(content);
    });
  // The address that the terminal prints, as a browser opens it.
  const shown = await send('GET', running.home.slice(origin.length), undefined, {});
  const [cookie = ''] = String(shown.headers['set-cookie']).split(';');
  const own = { origin, 'x-articles-desk': '1', 'content-type': 'application/json' };
  return {
    ...running,
    cookie,
    get: (path: string, headers: Record<string, string | undefined> = {}) =>
      send('GET', path, undefined, { cookie, ...headers }),
    read: (name: string, query: Record<string, string> = {}) =>
      send('GET', `/__desk/api/${name}?${new URLSearchParams(query)}`, undefined, { cookie }),
    post: (name: string, body: unknown, headers: Record<string, string | undefined> = {}) =>
      send('POST', `/__desk/api/${name}`, Buffer.isBuffer(body) ? body : JSON.stringify(body), {
        cookie,
        ...own,
        ...headers,
      }),
  };
}
