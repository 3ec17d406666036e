/** Tests `serve --edit` (B35, server side): one field, no other byte, from pages of this machine only. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type Served, startServe } from '../support/serve.ts';
import { smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';
const SOURCE =
  "\ufeff---\r\n# a comment\r\ntitle:   'The first price'   # kept\r\nslug: first-price\r\nauthor: Ann Reed\r\ndate: 2026-01-10\r\ncustom: [ 1,2 ]\r\n---\r\nThe   text.  \r\n\r\n\ttab\r\n";
const EDIT = {
  path: '/articles/first-price',
  field: 'title',
  value: 'A new price',
  previous: 'The first price',
};

let root = '';
let served: Served;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  writeFiles(root, { ...smallSite(), [FILE]: SOURCE });
  served = await startServe(root, ['--edit', '--port', '0'], () => undefined);
  return async () => {
    await served.stop();
    rmSync(root, { recursive: true, force: true });
  };
});
beforeEach(() => writeFileSync(join(root, FILE), SOURCE));

const source = () => readFileSync(join(root, FILE), 'utf8');

/** A POST whose every header is the test's own; undefined leaves one out. */
function post(body: unknown, headers: Record<string, string | undefined> = {}) {
  const { hostname, port, host, origin } = new URL(served.url);
  const all = { host, origin, 'content-type': 'application/json', ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise<{ status: number; body: { value?: string; message?: string } }>((resolve, reject) => {
    request({ hostname, port, path: '/__edit', method: 'POST', headers: sent, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    })
      .on('error', reject)
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

describe('B35', () => {
  it('saves a title and touches no other byte', async () => {
    const { mode } = statSync(join(root, FILE));
    expect(await post(EDIT)).toEqual({ status: 200, body: { value: 'A new price' } });
    expect(source()).toBe(SOURCE.replace('The first price', 'A new price'));
    expect(statSync(join(root, FILE)).mode).toBe(mode);
  });

  it('removes line breaks and trims', async () => {
    const { body } = await post({ ...EDIT, value: '  A new\r\n price\n' });
    expect(body.value).toBe('A new price');
    expect(source()).toBe(SOURCE.replace('The first price', 'A new price'));
  });

  it('adds a description that was made from the text', async () => {
    const description = { ...EDIT, field: 'description', value: 'What it costs', previous: 'The text.' };
    expect((await post(description)).status).toBe(200);
    expect(source()).toBe(SOURCE.replace('# kept\r\n', '# kept\r\ndescription: What it costs\r\n'));
  });

  it('does not overwrite what has changed meanwhile', async () => {
    const { status, body } = await post({ ...EDIT, previous: 'An older price' });
    expect(status).toBe(409);
    expect(body.message).toContain(FILE);
    expect(source()).toBe(SOURCE);
  });

  it('saves edits that come together one after the other', async () => {
    const answers = await Promise.all([post(EDIT), post({ ...EDIT, value: 'Another' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each<[string, unknown]>([
    ['an empty value', { ...EDIT, value: ' \n ' }],
    ['another field', { ...EDIT, field: 'author' }],
    ['a field that is none', { ...EDIT, field: '__proto__' }],
    ['a page that is no article', { ...EDIT, path: '/authors' }],
    ['a path that leads out', { ...EDIT, path: '/../../etc/passwd' }],
    ['more than an edit', { ...EDIT, file: '/etc/passwd' }],
    ['no previous text', { path: EDIT.path, field: 'title', value: 'x' }],
    ['a text that is not JSON', '{'],
    ['far too much', { ...EDIT, value: 'x'.repeat(50_000) }],
  ])('answers 400 to %s', async (_name, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBeTruthy();
    expect(source()).toBe(SOURCE);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
    ['from a file', { origin: 'null' }],
    ['without an origin', { origin: undefined }],
    ['under another name that leads here', { host: 'evil.example', origin: 'http://evil.example' }],
    [
      'under a name that begins like ours',
      { host: '127.0.0.1.evil.example', origin: 'http://127.0.0.1.evil.example' },
    ],
  ])('answers 403 %s', async (_name, headers) => {
    expect((await post(EDIT, headers)).status).toBe(403);
    expect(source()).toBe(SOURCE);
  });

  it('answers 400 to a form, which other sites may send', async () => {
    expect((await post(EDIT, { 'content-type': 'text/plain' })).status).toBe(400);
    expect(source()).toBe(SOURCE);
  });

  it('answers nothing under the name of another site that leads here', async () => {
    const { hostname, port, host } = new URL(served.url);
    const statusOf = (name: string, path: string) =>
      new Promise((resolve, reject) => {
        const asked = request({ hostname, port, path, headers: { host: name }, agent: false }, (response) => {
          resolve(response.statusCode);
          asked.destroy();
        });
        asked.on('error', reject).end();
      });
    for (const path of ['/', '/__events']) {
      expect(await statusOf(`rebind.example:${port}`, path)).toBe(403);
      expect(await statusOf(`127.0.0.1.example:${port}`, path)).toBe(403);
      for (const name of [host, `localhost:${port}`, `[::1]:${port}`])
        expect(await statusOf(name, path)).toBe(200);
    }
  });

  it('answers POST only', async () => {
    expect((await fetch(`${served.url}/__edit`)).status).toBe(405);
  });

  it('saves what is typed into the page, and leads to its source in the desk', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      // The address that the terminal prints has the token of the desk, which no answer tells to others.
      await page.goto(served.home);
      expect(page.url()).toBe(`${served.url}/`);
      await page.goto(`${served.url}/articles/first-price`);
      await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'The first price');
      await page.click('.article-head h1');
      await page.keyboard.type(', again');
      await page.keyboard.press('Enter');
      await expect.poll(source).toBe(SOURCE.replace('The first price', 'The first price, again'));
      await page.waitForFunction(() => document.title.startsWith('The first price, again'));
      const opening = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Open in desk' }).click();
      const desk = await opening;
      const shown = desk.getByRole('region', { name: 'The first price, again', exact: true });
      await shown.locator('.cm-content').getByText('The text.').waitFor();
      const asked = await fetch(`${served.url}/__desk?path=/articles/first-price`, { redirect: 'manual' });
      expect([asked.status, asked.headers.get('location')]).toEqual([302, desk.url()]);
      expect((await fetch(desk.url())).status).toBe(401);
    } finally {
      await browser.close();
    }
  });
});
