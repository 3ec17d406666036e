/** The policy of a page: the common one, what the site adds, and what is on the page. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { parseJsonFile } from '../../src/config/read-json.ts';
import { createPagePolicies } from '../../src/templates/document.ts';
import { createPolicies } from '../../src/templates/page-policy.ts';

const COMMON = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'sha256-x'"],
  'object-src': ["'none'"],
};
const policyOf = createPolicies(COMMON, [{ 'frame-src': ['https://maps.example'] }]);

test('a page without needs has the common policy with what the site adds', () => {
  const content =
    "default-src 'self'; script-src 'self' 'sha256-x'; object-src 'none'; frame-src 'self' https://maps.example";
  expect(policyOf([])).toEqual({ content, isOwn: false });
  expect(policyOf([undefined, undefined])).toBe(policyOf([]));
  expect(policyOf([{ 'frame-src': ['https://maps.example'] }])).toBe(policyOf([]));
});

test('what is on a page is added to the directives that it names, once each', () => {
  const needs = { 'frame-src': ['https://video.example'], 'media-src': ['https://video.example'] };
  expect(policyOf([needs, undefined, needs])).toEqual({
    content:
      "default-src 'self'; script-src 'self' 'sha256-x'; object-src 'none'; frame-src 'self' https://maps.example https://video.example; media-src 'self' https://video.example",
    isOwn: true,
  });
  expect(policyOf([{ 'object-src': ['https://a.example'] }]).content).toContain(
    'object-src https://a.example;',
  );
});

test('the policy of a page without additions is that of a site without the setting', () => {
  expect(createPagePolicies([])([]).content).toMatch(
    /^default-src 'self'; img-src 'self' http: https: data:; script-src 'self' 'sha256-\S+' 'sha256-\S+'; style-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'$/,
  );
});

test('no source ends its directive or its attribute', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(...' ;,"<>&\n\t\0\u0085'),
      fc.string(),
      (before, evil, after) => {
        expect(() => policyOf([{ 'frame-src': [before + evil + after] }])).toThrow('is not a source');
        expect(() => policyOf([{ [`frame-src${evil}`]: ['https://a.example'] }])).toThrow(
          'is not a directive',
        );
      },
    ),
  );
});

async function problemsOf(contentSecurityPolicy: unknown) {
  const config = {
    title: 'T',
    shortName: 'a-site',
    url: 'https://a.example',
    locales: ['en_US'],
    security: { contentSecurityPolicy },
  };
  const parsed = await parseJsonFile(
    'site-config.json',
    Buffer.from(JSON.stringify(config)),
    siteConfigSchema,
  );
  return parsed.ok ? [] : parsed.problems.map(({ message, hint }) => `${message} → ${hint}`);
}

test.each([
  ['frame-src', 'https://maps.example'],
  ['frame-src', 'maps.example:8443/embed/'],
  ['img-src', 'blob:'],
  ['connect-src', 'wss://live.example'],
  ['script-src', 'https://*.cdn.example'],
  ['script-src', "'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC'"],
  ['script-src', "'wasm-unsafe-eval'"],
  ['style-src', "'unsafe-inline'"],
  ['form-action', 'https:'],
])('%s may have %s', async (directive, source) => {
  expect(await problemsOf({ [directive]: [source] })).toEqual([]);
});

test.each([
  ['script-src', "'unsafe-inline'", 'has no effect: the hashes of the built-in scripts switch it off'],
  ['script-src', "'unsafe-eval'", 'would let any text run as a script'],
  ['script-src', "'strict-dynamic'", 'would switch off all allowed hosts, the site itself too'],
  ['script-src', "'nonce-abc'", 'is the same for all readers, so it protects nothing'],
  ['script-src', 'https:', 'allows every host'],
  ['script-src', 'data:', 'allows every host'],
  ['script-src', '*', 'allows every host'],
  ['worker-src', 'blob:', 'allows every host'],
  ['frame-src', '*', 'allows every host'],
  ['frame-src', "'unsafe-inline'", 'is not a source of frame-src'],
  ['frame-src', "'sha256-abc='", 'is not a source of frame-src'],
  ['frame-src', "'self'", 'changes nothing'],
  ['frame-src', 'https://a.example; script-src *', 'has a character that would end the source'],
  ['frame-src', 'https://a.example\nhttps://b.example', 'has a character that would end the source'],
  ['frame-src', 'https://a.example, https://b.example', 'has a character that would end the source'],
  ['frame-src', 'https://a.example"><script>', 'has a character that would end the source'],
  ['frame-src', 'https://a.example/?q=1', 'is not a source of frame-src'],
  ['frame-src', 'javascript:', 'is not a source of frame-src'],
  ['frame-src', '', 'is not a source of frame-src'],
])('%s refuses %j', async (directive, source, reason) => {
  const [problem = ''] = await problemsOf({ [directive]: [source] });
  expect(problem).toContain(`"security.contentSecurityPolicy.${directive}.0": "${source}" ${reason} → `);
});

test.each([
  ['frame-scr', 'is not a known directive → did you mean "frame-src"?'],
  [
    'frame-ancestors',
    'cannot be set for pages → pages cannot set it: the files of "hosting" send it as a header',
  ],
  ['default-src', 'cannot be set for pages → it would allow everything'],
  ['frame-src; script-src', 'is not a known directive → use one of connect-src, '],
  ['toString', 'is not a known directive → use one of connect-src, '],
])('the directive %s is refused', async (directive, reason) => {
  const [problem = ''] = await problemsOf({ [directive]: ['https://a.example'] });
  expect(problem).toContain(`"security.contentSecurityPolicy.${directive}": ${reason}`);
});
