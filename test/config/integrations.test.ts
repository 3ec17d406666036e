/** The settings of integrations: what they accept, what they refuse and why, and what they put into pages and policy. */
import { expect, test } from 'vitest';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { parseJsonFile } from '../../src/config/read-json.ts';
import { listScripts, sitePolicy } from '../../src/site/integrations.ts';

const VALID = { title: 'T', shortName: 'a-site', url: 'https://a.example', locales: ['en_US'] };

async function parse(integrations: object) {
  const bytes = Buffer.from(JSON.stringify({ ...VALID, integrations }));
  return parseJsonFile('site-config.json', bytes, siteConfigSchema);
}

async function problemsOf(integrations: object): Promise<string[]> {
  const parsed = await parse(integrations);
  return parsed.ok ? [] : parsed.problems.map(({ message, hint }) => `${message} → ${hint}`);
}

const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';

test.each<[object, string]>([
  [
    { analytics: [{ service: 'plausible', domain: 'a.example' }] },
    '"integrations.analytics.0": plausible loads a script of another host without its integrity → add "integrity": "sha384-…", or copy the script',
  ],
  [
    { analytics: [{ service: 'script', script: '/a.js', integrity: HASH }] },
    '"integrations.analytics.0": has an integrity, but its script is a file of the site → remove "integrity"',
  ],
  [
    { analytics: [{ service: 'plausibel' }] },
    '"integrations.analytics.0.service": needs a "service": "plausible"',
  ],
  [
    { analytics: [{ service: 'script', script: 'a.js' }] },
    '"integrations.analytics.0.script": must be a path of public/',
  ],
  [{ analytics: [{ service: 'script', script: '//evil.example/a.js' }] }, 'must be a path of public/'],
  [{ analytics: [{ service: 'script', script: '/a.js;x' }] }, 'must be a path of public/'],
  [
    { analytics: [{ service: 'script', script: '/a.js', attributes: { onload: 'x' } }] },
    'must be an attribute such as "data-site"',
  ],
  [
    { analytics: [{ service: 'matomo', site: 'x', host: 'https://m.example' }] },
    '"integrations.analytics.0.site": must be a number',
  ],
  [
    {
      analytics: [
        { service: 'plausible', domain: 'x', host: 'https://p.example/; script-src *', integrity: false },
      ],
    },
    'must be an origin such as',
  ],
  [{ comments: { service: 'frame', url: 'https://c.example/' } }, 'needs {url}'],
  [{ comments: { service: 'frame', url: 'javascript:alert(1)//{url}' } }, 'must be an absolute http(s) URL'],
  [{ newsletter: { action: '/subscribe' } }, 'must be an absolute http(s) URL'],
  [{ verification: { google: '<meta name="x">' } }, 'must be the code alone, without the tag around it'],
  [
    { head: [{ meta: { name: 'robots', content: 'noindex' } }] },
    '"integrations.head.0.meta.name": is an element that each page has already',
  ],
  [
    { head: [{ meta: { 'http-equiv': 'refresh', content: '0' } }] },
    'unknown field "integrations.head.0.meta.http-equiv"',
  ],
  [{ head: [{ link: { rel: 'stylesheet', href: '/a.css' } }] }, 'must be one of'],
  [{ head: [{ script: { src: '/a.js' } }] }, 'unknown field "integrations.head.0.script"'],
])('%j is refused', async (integrations, problem) => {
  expect((await problemsOf(integrations)).join('\n')).toContain(problem);
});

test('an entry has its script, its attributes and its sources together', async () => {
  const parsed = await parse({
    analytics: [
      { service: 'plausible', domain: 'a.example', script: '/js/p.js' },
      { service: 'umami', website: 'w-1', integrity: HASH, consent: 'none' },
      { service: 'goatcounter', host: 'https://a.goatcounter.example', integrity: false },
    ],
    newsletter: { action: 'https://list.example/a/b?c=d' },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const config = { ...parsed.value, root: '/' };
  expect(listScripts(config, (path) => `/blog${path}`)).toEqual([
    {
      service: 'plausible',
      name: 'plausible.io',
      src: '/blog/js/p.js',
      consent: 'analytics',
      attributes: { 'data-domain': 'a.example', 'data-api': 'https://plausible.io/api/event' },
    },
    {
      service: 'umami',
      name: 'cloud.umami.is',
      src: 'https://cloud.umami.is/script.js',
      consent: 'none',
      integrity: HASH,
      attributes: { 'data-website-id': 'w-1', 'data-host-url': 'https://api-gateway.umami.dev' },
    },
    {
      service: 'goatcounter',
      name: 'gc.zgo.at',
      src: 'https://gc.zgo.at/count.js',
      consent: 'analytics',
      attributes: { 'data-goatcounter': 'https://a.goatcounter.example/count' },
    },
  ]);
  expect(sitePolicy(config)).toEqual([
    { 'connect-src': ['https://plausible.io'] },
    { 'script-src': ['https://cloud.umami.is/script.js'], 'connect-src': ['https://api-gateway.umami.dev'] },
    { 'script-src': ['https://gc.zgo.at/count.js'], 'connect-src': ['https://a.goatcounter.example'] },
    { 'form-action': ['https://list.example'] },
  ]);
});
