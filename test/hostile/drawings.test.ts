/** Hostile drawings, written again, neither run nor load anything when Chromium opens them as documents of the site. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { cleanSvg } from '../../src/pictures/clean-svg.ts';
import { launchChromium } from '../support/chromium.ts';
import { listen } from '../support/listen.ts';
import { createDraw } from '../support/random.ts';

/** Most are refused. */
const COUNT = 10_000;
/** Drawings that are shown as they are, to prove that the browser would notice. */
const CONTROL = 200;
const ON_A_PAGE = 100;

const XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"';

/** A hostile drawing: parts that run or load something, in wrappings that hide them. */
function createDrawing(index: number): string {
  const draw = createDraw(`drawing ${index}`);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[draw(from.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  };
  const encode = (text: string) =>
    [...text]
      .map((character) =>
        draw(3) === 0
          ? `&#${draw(2) === 0 ? character.codePointAt(0) : `x${character.codePointAt(0)?.toString(16)}`};`
          : character,
      )
      .join('');
  const run = `fetch('/ran/${index}')`;
  const address = `http://foreign.example/${index}`;
  const link = pick([encode(`javascript:${run}`), encode(` JavaScript:${run}`), `java&#9;script:${run}`]);
  const href = pick(['href', 'xlink:href']);
  const loads = pick([
    `url(${address})`,
    `url("${address}")`,
    `URL( '${address}' )`,
    `\\75rl(${address})`,
    `u\\72l("${address}")`,
    `image-set("${address}" 1x)`,
    `-webkit-image-set(url(${address}) 1x)`,
  ]);
  const inAttribute = loads.replaceAll('"', '&quot;');
  const parts = [
    `<script>${run}</script>`,
    `<script><![CDATA[${run}]]></script>`,
    `<script href="data:text/javascript,${encodeURIComponent(run)}"/>`,
    `<s:script xmlns:s="http://www.w3.org/2000/svg">${run}</s:script>`,
    `<h:script ${XHTML}>${run}</h:script>`,
    `<script xmlns="http://www.w3.org/1999/xhtml">${run}</script>`,
    `<set begin="0s" dur="1s" attributeName="x" onbegin="${encode(run)}"/>`,
    `<svg onload="${encode(run)}"/>`,
    `<image href="/missing/${index}" onerror="${run}"/>`,
    `<style onload="${run}">a{}</style>`,
    `<h:img ${XHTML} src="x:" onerror="${run}"/>`,
    `<a ${href}="${link}"><rect width="9" height="9"/></a>`,
    `<a ${href}="#"><animate attributeName="${encode(href)}" values="${link}" dur="9s"/><rect width="9" height="9"/></a>`,
    `<a ${href}="#"><set attributeName="${encode(href)}" to="${link}" begin="0s"/><rect width="9" height="9"/></a>`,
    `<a id="l${index}"><rect width="9" height="9"/></a><set href="#l${index}" attributeName="href" to="${link}" begin="0s"/>`,
    `<use ${href}="${address}#a"/>`,
    `<use ${href}="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" id="a"><script>${run}</script></svg>`)}#a"/>`,
    `<image ${href}="${encode(address)}" width="9" height="9"/>`,
    `<filter id="f${index}"><feImage ${href}="${address}"/></filter><rect filter="url(#f${index})" width="9" height="9"/>`,
    `<foreignObject width="9" height="9"><h:img ${XHTML} src="${address}"/></foreignObject>`,
    `<foreignObject width="9" height="9"><h:iframe ${XHTML} srcdoc="&lt;script>parent.${run}&lt;/script>"/></foreignObject>`,
    `<switch><foreignObject width="9" height="9"><h:img ${XHTML} src="${address}" onerror="${run}"/></foreignObject><text y="9">t</text></switch>`,
    `<switch><foreignObject width="9" height="9"><switch xmlns="http://www.w3.org/2000/svg"><script>${run}</script></switch></foreignObject><g><script>${run}</script></g></switch>`,
    `<h:iframe ${XHTML} src="javascript:parent.${run}"/>`,
    `<h:img ${XHTML} src="${address}"/>`,
    `<h:input ${XHTML} type="image" src="${address}"/>`,
    `<h:link ${XHTML} rel="stylesheet" href="${address}"/>`,
    `<h:video ${XHTML} poster="${address}" src="${address}"/>`,
    `<h:object ${XHTML} data="${address}"/>`,
    `<h:embed ${XHTML} src="${address}"/>`,
    `<h:meta ${XHTML} http-equiv="refresh" content="0;url=${address}"/>`,
    `<h:base ${XHTML} href="${address}"/><image href="x" width="9" height="9"/>`,
    `<style>@import "${address}";</style>`,
    `<style>@import ${loads};</style>`,
    `<style>@\\69mport url(${address});</style>`,
    `<style>svg{background:${loads}}</style>`,
    `<style>a{content:"/*"} svg{background:${loads}} a{content:"*/"}</style>`,
    `<style>a{content:"\n"} svg{background:${loads}} a{content:""}</style>`,
    `<style>/*/ svg{x:"*/ svg{background:${loads}} /*"}/**/</style>`,
    `<style>@font-face{font-family:f;src:${loads}}</style><text y="9" font-family="f">text</text>`,
    `<style>@font-face{font-family:f;src:url(${address})}@font-face{font-family:f;src:${loads}} /*@font-face{*/ svg{background:url(${address})}</style>`,
    `<style>@font@font-face{src:url(${address})}-face{font-family:f;src:${loads}}</style><text y="9" font-family="f">text</text>`,
    `<style><g>svg{</g>svg{background:${loads.replaceAll('<', '')}}</style>`,
    `<style>svg{back<!-- -->ground:u<![CDATA[rl(${address})]]>}</style>`,
    `<rect width="9" height="9" style="fill:${inAttribute};mask:${inAttribute}"/>`,
    `<rect width="9" height="9" filter="${inAttribute}" clip-path="${inAttribute}" mask="${inAttribute}"/>`,
    `<rect width="9" height="9" fill="red"><set attributeName="mask" to="${inAttribute}" begin="0s"/></rect>`,
    `<rect width="9" height="9" fill="red"><animate attributeName="${encode('style')}" values="mask:${inAttribute}" dur="9s"/></rect>`,
  ];
  const wrappings: ((part: string) => string)[] = [
    (part) => part,
    (part) => part,
    (part) => `<?x <a b=" ?>${part}<?x "> ?>`,
    (part) => `<?x <a b=' ?>${part}<?x '> ?>`,
    (part) => `<?x <!-- ?>${part}<?x --> ?>`,
    (part) => `<?x <![CDATA[ ?>${part}<?x ]]> ?>`,
    (part) => `<?x <!DOCTYPE [ ?>${part}<?x ]> ?>`,
    (part) => `<!-- <a b=" -->${part}<!-- "> -->`,
    (part) => `<![CDATA[<a b="]]>${part}<![CDATA[">]]>`,
    (part) => `<title>${part}</title>`,
    (part) => `<metadata>${part}</metadata>`,
    (part) => `<style>${part}</style>`,
    (part) => `<desc>&lt;style>${part}&lt;/style></desc>`,
    (part) => `<switch>${part}</switch>`,
    (part) => `<unknown a=">">${part}</unknown>`,
    (part) => `<g xmlns="urn:x"><g xmlns="http://www.w3.org/2000/svg">${part}</g></g>`,
    (part) => `<g id="&quot;&gt;&lt;!--">${part}</g>`,
    (part) => `<symbol id="s${index}">${part}</symbol><use href="#s${index}"/>`,
  ];
  const body = Array.from({ length: 1 + draw(2) }, () => {
    let part = pick(parts);
    for (let depth = draw(3); depth > 0; depth--) part = pick(wrappings)(part);
    return part;
  }).join('<path d="M0 0h9v9z" fill="url(#p)"/>');
  const doctype =
    draw(10) === 0
      ? `<!DOCTYPE svg [<!ENTITY e "${body.replace(/[&%"]/g, (one) => `&#${one.codePointAt(0)};`)}">]>`
      : '';
  return `${doctype}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">${doctype === '' ? body : '&e;'}</svg>`;
}

/** Opens drawings as documents and clicks their links. @returns indices of those that ran or loaded something */
async function judge(drawings: ReadonlyMap<number, string>): Promise<Set<number>> {
  const server = createServer((request, response) => {
    const index = Number(/^\/drawing\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1);
    const drawing = drawings.get(index);
    const isPage = request.url?.startsWith('/page');
    response.writeHead(drawing || isPage ? 200 : 404, {
      'Content-Type': isPage ? 'text/html' : 'image/svg+xml',
    });
    const from = Number(request.url?.slice('/page/'.length));
    const shown = [...drawings.keys()].slice(from, from + ON_A_PAGE);
    response.end(isPage ? shown.map((one) => `<iframe src="/drawing/${one}"></iframe>`).join('') : drawing);
  });
  const { port, close } = await listen(server);
  const browser = await launchChromium();
  const acted = new Set<number>();
  try {
    for (let from = 0; from < drawings.size; from += ON_A_PAGE) {
      const page = await browser.newPage();
      await page.route('**', (route) => {
        const { pathname, hostname } = new URL(route.request().url());
        if (hostname === '127.0.0.1' && /^\/(?:page|drawing)\//.test(pathname)) return route.continue();
        acted.add(Number(/\d+/.exec(pathname)?.[0] ?? from));
        return route.abort();
      });
      await page.goto(`http://127.0.0.1:${port}/page/${from}`);
      await page.evaluate(async () => {
        for (const frame of document.querySelectorAll('iframe'))
          for (const link of frame.contentDocument?.querySelectorAll('a') ?? [])
            link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await page.close();
    }
  } finally {
    await browser.close();
    await close();
  }
  return acted;
}

test(`of ${COUNT} hostile drawings none runs or loads anything once it is written again`, async () => {
  const all = new Map(Array.from({ length: COUNT }, (_, index) => [index, createDrawing(index)]));
  const written = new Map(
    [...all].flatMap(([index, drawing]) => {
      const cleaned = cleanSvg(drawing);
      return 'svg' in cleaned ? [[index, cleaned.svg]] : [];
    }),
  );
  expect(written.size).toBeGreaterThan(COUNT / 20);
  const acted = await judge(written);
  expect([...acted].map((index) => [all.get(index), written.get(index)])).toEqual([]);
  // The browser notices what the drawings do.
  const control = await judge(new Map([...all].slice(0, CONTROL)));
  expect(control.size).toBeGreaterThan(CONTROL / 4);
}, 300_000);
