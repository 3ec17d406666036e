/** `articles check` finds what the security policy of a page blocks, and names the line that allows it. */
import { describe, expect, it, test } from 'vitest';
import { check as checkSite } from '../../src/check/run-check.ts';
import { formatPlace, type Problem } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { article, json, makeSite, smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';

async function check(files: Record<string, string>, security: object = {}): Promise<readonly Problem[]> {
  const config = { locales: ['en_US'], markdown: { rawHtml: true }, security };
  const root = makeSite({ ...smallSite(config), ...files });
  const { errors } = await checkSite({
    root,
    drafts: false,
    future: false,
    reporter: createSilentReporter(),
  });
  return errors;
}

const withBody = (body: string) => ({ [FILE]: article({ title: 'First', slug: 'first', body }) });
const withAds = (...blocks: string[]) => ({
  'content/ads.json': json({ sapeLinks: { '/authors': blocks } }),
});

/** The settings that the hint of a problem names. */
function settingsIn({ hint = '' }: Problem): { security: Record<string, Record<string, string[]>> } {
  const [, line = ''] = /^add to site-config.json what you trust: (.*)$/.exec(hint) ?? [];
  return JSON.parse(`{${line}}`);
}

const BLOCKED: [html: string, what: string, sources: Record<string, string[]>][] = [
  [
    '<iframe src="https://maps.example/embed?q=1" title="map"></iframe>',
    '<iframe> of "https://maps.example/embed?q=1"',
    { 'frame-src': ['https://maps.example'] },
  ],
  [
    '<script src="https://cdn.example/a/w.js?x=1"></script>',
    '<script> of "https://cdn.example/a/w.js?x=1"',
    { 'script-src': ['https://cdn.example/a/w.js'] },
  ],
  ['<script>let a = 1 && 2</script>', '<script>', {}],
  ['<style>p { color: red }</style>', '<style>', {}],
  ['<p style="color:red">x</p>', 'style of <p>', {}],
  ['<p onclick="go(&quot;x&quot;)">x</p>', 'onclick of <p>', {}],
  [
    '<form action="https://list.example/subscribe"></form>',
    '<form> of',
    { 'form-action': ['https://list.example'] },
  ],
  ['<video src="//film.example/a.mp4"></video>', '<video> of', { 'media-src': ['https://film.example'] }],
  [
    '<audio controls><source src="https://f.example:8443/a.mp3"></audio>',
    '<source> of',
    { 'media-src': ['https://f.example:8443'] },
  ],
  [
    '<link rel="stylesheet" href="https://css.example/a.css">',
    'style sheet of',
    { 'style-src': ['https://css.example'] },
  ],
];

describe.each(BLOCKED)('%s', (html, what, sources) => {
  test('in a text is an error at its place; the line allows it', async () => {
    const [problem, ...others] = await check(withBody(`Text.\n\n${html}\n`));
    expect(others).toEqual([]);
    if (!problem) throw new Error('nothing was found');
    expect(problem.message).toContain(`the security policy of the page blocks the ${what}`);
    expect(formatPlace(problem)).toMatch(/first\.md:9:\d+$/);
    const { security } = settingsIn(problem);
    expect(security.contentSecurityPolicy).toMatchObject(sources);
    expect(await check(withBody(`Text.\n\n${html}\n`), security)).toEqual([]);
  });

  test('in a paid link is an error at its field; the line allows it there, and not in texts', async () => {
    const [problem, ...others] = await check(withAds('<a href="https://a.example">a</a>', html));
    expect(others).toEqual([]);
    if (!problem) throw new Error('nothing was found');
    expect(problem.message).toContain(what);
    expect(formatPlace(problem)).toBe('content/ads.json:5:7');
    const { security } = settingsIn(problem);
    expect(security.ads).toMatchObject(sources);
    expect(await check(withAds(html), security)).toEqual([]);
    expect(await check(withBody(html), security)).toHaveLength(1);
  });
});

test.each([
  '<object data="https://a.example/x.pdf"></object>',
  '<embed src="https://a.example/x.swf">',
  '<base href="https://evil.example/">',
])('%s can be allowed by no setting', async (html) => {
  expect((await check(withBody(html))).map(({ hint }) => hint)).toEqual(['remove it: no setting allows it']);
});

it('says nothing of what pages allow', async () => {
  const body = `<img src="https://i.example/a.png" alt="a"> <script type="application/json">{"a": 1}</script>
<iframe src="/terms" title="t"></iframe> <iframe srcdoc="x" title="x"></iframe> <form action="/sitemap"></form>
<video src="https://small.example/proof.mp4" poster="data:image/png;base64,AA"></video> <iframe title="none"></iframe>`;
  expect(await check({ ...withBody(body), 'public/proof.mp4': 'x' })).toEqual([]);
});

it('reports one source of a file once, and the same in another file again', async () => {
  const html = '<iframe src="https://maps.example/a" title="a"></iframe>';
  const second = 'content/en_US/articles/second.md';
  const errors = await check({
    ...withBody(`${html}\n\n${html}`),
    [second]: article({ title: 'Second', slug: 'second-look', body: html }),
  });
  expect(errors.map(({ file }) => file)).toEqual([FILE, FILE, second]);
});

it('does not take the host, port or path of another for an allowed one', async () => {
  const allowed = ['https://maps.example:8443', '*.cdn.example', 'https://files.example/maps/'];
  const frames = [
    'https://maps.example/a',
    'https://evilmaps.example:8443/a',
    'http://maps.example:8443/a',
    'https://cdn.example/a',
    'https://files.example/map',
  ];
  const html = frames.map((src) => `<iframe src="${src}" title="t"></iframe>`).join('\n');
  const errors = await check(withBody(html), { contentSecurityPolicy: { 'frame-src': allowed } });
  expect(errors.map(({ message }) => /"(.*)"/.exec(message)?.[1]).sort()).toEqual(frames.sort());
  const fine = ['https://maps.example:8443/b', 'https://a.b.cdn.example/', 'https://files.example/maps/x'];
  const good = fine.map((src) => `<iframe src="${src}" title="t"></iframe>`).join('\n');
  expect(await check(withBody(good), { contentSecurityPolicy: { 'frame-src': allowed } })).toEqual([]);
});

it('finds a script of an integration that is no file of the site', async () => {
  const root = makeSite(
    smallSite({
      locales: ['en_US'],
      integrations: { analytics: [{ service: 'script', script: '/count.js' }] },
    }),
  );
  const options = { root, drafts: false, future: false, reporter: createSilentReporter() };
  const [problem, ...others] = (await checkSite(options)).errors;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    file: 'site-config.json',
    message: 'the script "/count.js" is neither a page nor a file of the site',
    hint: 'put it at public/count.js',
  });
  expect(problem?.line).toBeGreaterThan(1);
  writeFiles(root, { 'public/count.js': '1' });
  expect((await checkSite(options)).errors).toEqual([]);
});
