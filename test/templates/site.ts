/** Serves the fixtures as a small site on loopback: their HTML, the style sheet, plain pictures. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { languageOf } from '../../src/locales/codes.ts';
import { viewOf } from '../../src/pages/page-registry.ts';
import type { Body, Page } from '../../src/site/page.ts';
import { createFrame, createPagePolicies, fillFrame } from '../../src/templates/document.ts';
import { renderHeadElements } from '../../src/templates/head.ts';
import { type Chrome, renderChrome, renderMain } from '../../src/templates/render.tsx';
import { listen } from '../support/listen.ts';
import { builtInStrings } from '../support/strings.ts';
import { EDITIONS, editionOf } from './fixtures.ts';

/** A picture of the shape that the path names, such as "/logo-288x58.svg"; else 16:9. */
function drawPicture(path: string): string {
  const [, width = 16, height = 9] = /(\d+)x(\d+)\.svg$/.exec(path) ?? [];
  const area = `viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${area}><path fill="#14532d" d="M0 0h${width}v${height}H0z"/></svg>`;
}

/** The whole document of a page. */
export function renderPage(page: Page, body: Body | null, chrome: Chrome): string {
  const strings = builtInStrings(page.locale);
  const { assets } = editionOf(page.locale);
  const frame = createFrame({ locale: page.locale, strings, chrome, assets });
  const main = renderMain(page, body, viewOf(page), strings);
  const policy = createPagePolicies([])([...(page.policy ?? []), body?.policy]);
  return fillFrame(frame, { path: page.path, policy, head: renderHeadElements(page), main }).join('');
}

/** `/{language}/{fixture name}` → HTML. */
export function renderFixtures(): Map<string, string> {
  const files = new Map<string, string>();
  for (const { locale, chrome, fixtures } of EDITIONS) {
    const rendered = renderChrome(chrome);
    for (const { name, page, body } of fixtures)
      files.set(`/${languageOf(locale)}/${name}`, renderPage(page, body, rendered));
  }
  return files;
}

export async function bundleStyles(): Promise<string> {
  const result = await build({
    entryPoints: ['src/templates/styles/index.css'],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'out',
    publicPath: '/',
    assetNames: '[name]',
    loader: { '.woff2': 'file' },
    logLevel: 'silent',
  });
  return result.outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? '';
}

/** @param more path → HTML of further pages */
export async function serveFixtures(more: ReadonlyMap<string, string> = new Map()) {
  const files = new Map([...renderFixtures(), ...more]);
  const styles = await bundleStyles();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.endsWith('.woff2')) {
      response.writeHead(200, { 'content-type': 'font/woff2' });
      return response.end(readFileSync(join('src/templates/fonts', basename(path))));
    }
    const html = files.get(path);
    const [type, text] = html
      ? ['text/html; charset=utf-8', html]
      : path.endsWith('.css')
        ? ['text/css', styles]
        : /\.(?:svg|webp)$/.test(path)
          ? ['image/svg+xml', drawPicture(path)]
          : path.endsWith('.js')
            ? ['text/javascript', '']
            : ['text/html; charset=utf-8', `<!doctype html><title>${path}</title>`];
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  const { url: origin, close } = await listen(server);
  return {
    origin,
    paths: [...files.keys()],
    close,
  };
}
