/** Drives browsers other than Chromium: Firefox by WebDriver BiDi, WebKitGTK and WPE WebKit by their WebDriver servers. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { freePort } from './listen.ts';

/** WPE of Debian 12 is the engine of Safari 16. */
export const ENGINE_NAMES = ['firefox', 'webkitgtk', 'wpe'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface Engine {
  goto(url: string): Promise<void>;
  /** Runs a function body in the page and returns its JSON. */
  run<Value>(body: string): Promise<Value>;
  /** Clicks as a person does, so that what needs a gesture works. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Text of an open dialog; null if there is none. */
  dialog(): Promise<string | null>;
  close(): Promise<void>;
}

const GTK = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const WPE = '/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser';
const NEEDS: Readonly<Record<EngineName, string[]>> = {
  firefox: ['/usr/bin/firefox-esr'],
  webkitgtk: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', GTK],
  wpe: ['/usr/bin/WPEWebDriver', WPE],
};

/** True if the engine is installed. Says loudly if it is not: not every system has it. */
export function hasEngine(name: EngineName): boolean {
  const isThere = NEEDS[name].every((file) => existsSync(file));
  if (!isThere)
    process.stderr.write(`NOT TESTED in ${name}: npm run test:tools -- --all installs it on Debian\n`);
  return isThere;
}

export function openEngine(name: EngineName): Promise<Engine> {
  return name === 'firefox' ? openFirefox() : openWebKit(name);
}

async function openFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: null,
    args: ['--width=1280', '--height=800'],
  });
  const [page = await browser.newPage()] = await browser.pages();
  let dialog: string | null = null;
  page.on('dialog', (opened) => {
    dialog = opened.message();
    void opened.dismiss();
  });
  return {
    goto: async (url) => void (await page.goto(url)),
    run: async (body) =>
      JSON.parse(
        (await page.evaluate(
          `(async () => JSON.stringify(await (async () => {${body}})() ?? null))()`,
        )) as string,
      ),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    dialog: async () => dialog,
    close: () => browser.close(),
  };
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

async function openWebKit(name: 'webkitgtk' | 'wpe'): Promise<Engine> {
  const isGtk = name === 'webkitgtk';
  const ended: (() => void)[] = [];
  const start = (command: string, args: string[], env = {}) => {
    const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    ended.push(() => child.kill());
  };
  const port = await freePort();
  const display = `:${100 + (port % 900)}`;
  if (isGtk) start('/usr/bin/Xvfb', [display, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  start(
    isGtk ? '/usr/bin/WebKitWebDriver' : '/usr/bin/WPEWebDriver',
    [`--port=${port}`, '--host=127.0.0.1'],
    {
      ...(isGtk && { DISPLAY: display }),
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  );
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const options = isGtk
    ? { 'webkitgtk:browserOptions': { binary: GTK, args: ['--automation'] } }
    : { 'wpe:browserOptions': { binary: WPE, args: ['--automation', '--headless'] } };
  const begin = async (): Promise<{ sessionId: string }> => {
    for (let tries = 0; ; tries++) {
      try {
        return await call('POST', '/session', { capabilities: { alwaysMatch: options } });
      } catch (error) {
        // The server and the display need a moment to start.
        if (tries > 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const { sessionId } = await begin();
  const at = `/session/${sessionId}`;
  const find = async (selector: string) =>
    (await call('POST', `${at}/element`, { using: 'css selector', value: selector }))[ELEMENT];
  return {
    goto: async (url) => {
      await call('POST', `${at}/url`, { url });
      // Under a virtual display, the transition of any page ends this engine's process.
      if (isGtk)
        await call('POST', `${at}/execute/sync`, {
          script: 'delete Document.prototype.startViewTransition',
          args: [],
        });
    },
    run: (body) =>
      call('POST', `${at}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; (async () => {${body}})().then((value) => done(value ?? null), (error) => done(String(error)))`,
        args: [],
      }),
    click: async (selector) => void (await call('POST', `${at}/element/${await find(selector)}/click`, {})),
    type: async (selector, text) =>
      void (await call('POST', `${at}/element/${await find(selector)}/value`, { text })),
    dialog: () => call('GET', `${at}/alert/text`).catch(() => null),
    async close() {
      await call('DELETE', at).catch(() => undefined);
      for (const end of ended) end();
    },
  };
}
