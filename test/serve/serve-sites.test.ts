/** Tests `articles serve --sites`: one process, and a host name for each site. */
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/serve.ts';
import { makeFolder, smallSite, writeFiles } from '../support/site.ts';

const TERMS = 'content/en_US/info/terms.md';
const terms = (words: string) => `---\ntitle: Terms\n---\n${words} of {{site.title}}.\n`;

/** Two sites of one layer. @returns the folder that holds them */
function makeHouse(): string {
  const folder = makeFolder();
  writeFiles(join(folder, 'house'), { [TERMS]: terms('Terms') });
  const site = (config: object) => ({ ...smallSite({ layers: ['../../house'], ...config }), [TERMS]: null });
  writeFiles(join(folder, 'sites/Élan & Co'), site({ title: 'Elan' }));
  writeFiles(join(folder, 'sites/two'), site({ title: 'Two', basePath: '/blog' }));
  return folder;
}

function open(port: number, host: string, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers: { host }, agent: false }, resolve);
    onTestFinished(() => void asked.destroy());
    asked.on('error', reject).end();
  });
}

async function get(port: number, host: string, path = '/'): Promise<[status: number, text: string]> {
  const response = await open(port, host, path);
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return [response.statusCode ?? 0, text];
}

/** Resolves with the next build that the open pages of a site are told of. */
async function nextBuild(port: number, host: string): Promise<() => Promise<void>> {
  const events = (await open(port, host, '/__events')).setEncoding('utf8')[Symbol.asyncIterator]();
  await events.next();
  return async () => void (await events.next());
}

test('each site answers to its name, and no other name gets a page of a site', async () => {
  const folder = makeHouse();
  const served = await startServer(['serve', '--watch', '--sites', `${folder}/sites/*`, '--port', '0']);
  const { port } = served;
  expect(served.result).toMatchObject({
    kind: 'serve-sites',
    home: `http://localhost:${port}/`,
    sites: [{ home: `http://two.localhost:${port}/blog` }, { home: `http://elan-co.localhost:${port}` }],
  });
  expect(await get(port, `elan-co.localhost:${port}`, '/terms')).toEqual([
    200,
    expect.stringContaining('Terms of Elan.'),
  ]);
  expect(await get(port, `TWO.localhost:${port}`, '/blog/terms')).toEqual([
    200,
    expect.stringContaining('Terms of Two.'),
  ]);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const [status, text] = await get(port, `${host}:${port}`);
    expect([status, text]).toEqual([
      200,
      expect.stringContaining(`href="http://two.localhost:${port}/blog"`),
    ]);
    expect(text).toContain('sites/Élan &amp; Co</a>');
  }
  expect(await get(port, 'localhost', '/terms')).toEqual([404, expect.stringContaining('two.localhost')]);
  for (const host of ['three.localhost', 'sub.two.localhost'])
    expect(await get(port, host)).toEqual([404, expect.stringContaining('two.localhost')]);
  for (const host of ['two.localhost.example', 'two.example', 'example'])
    expect(await get(port, host)).toEqual([403, expect.stringContaining('this machine only')]);
  expect(await served.stop()).toBe(0);
});

test('a save in a site builds that one, a save in a layer all that name it', async () => {
  const folder = makeHouse();
  const served = await startServer(['serve', '--watch', '--sites', `${folder}/sites/*`, '--port', '0']);
  const { port } = served;
  const hosts = ['elan-co.localhost', 'two.localhost'] as const;
  const [first, second] = [await nextBuild(port, hosts[0]), await nextBuild(port, hosts[1])];
  writeFiles(join(folder, 'sites/Élan & Co'), { 'content/en_US/info/about-us.md': terms('About') });
  await first();
  writeFiles(join(folder, 'house'), { [TERMS]: terms('New terms') });
  await Promise.all([first(), second()]);
  expect((await get(port, hosts[0], '/info/about-us'))[1]).toContain('About of Elan.');
  expect((await get(port, hosts[0], '/terms'))[1]).toContain('New terms of Elan.');
  expect((await get(port, hosts[1], '/blog/terms'))[1]).toContain('New terms of Two.');
  expect(served.log()).toMatch(/Élan & Co: .*about-us/);
  expect(served.log()).not.toMatch(/two: .*about-us/);
});

test('folders of one name get the names of those above, and errors say which site they are of', async () => {
  const folder = makeFolder();
  for (const name of ['a', 'b']) writeFiles(join(folder, `${name}/site`), smallSite({ title: name }));
  const args = ['serve', '--sites', `${folder}/*/site`, '--port', '0'];
  const { port, stop } = await startServer(args);
  for (const name of ['a', 'b'])
    expect((await get(port, `${name}-site.localhost`))[1]).toContain(`"og:site_name" content="${name}"`);
  await stop();
  writeFiles(folder, { 'b/site/site-config.json': '{' });
  await expect(startServer(args)).rejects.toThrow(`${folder}/b/site/site-config.json:1:2`);
});
