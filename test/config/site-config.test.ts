/** Every setting is described for editors, and a wrong one in plain English for people. */
import { expect, test } from 'vitest';
import { siteConfigJsonSchema, siteConfigSchema } from '../../src/config/config-schema.ts';
import { parseJsonFile } from '../../src/config/read-json.ts';

interface Node {
  description?: string;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
}

function listSettings({ properties, additionalProperties }: Node, path = ''): [string, Node][] {
  const own = Object.entries(properties ?? {}).flatMap(([name, node]): [string, Node][] => [
    [path + name, node],
    ...listSettings(node, `${path}${name}.`),
  ]);
  return typeof additionalProperties === 'object'
    ? [...own, ...listSettings(additionalProperties, `${path}*.`)]
    : own;
}

test('every setting has a description that is a sentence', () => {
  const settings = listSettings(siteConfigJsonSchema());
  expect(settings.length).toBeGreaterThan(70);
  const missing = settings.filter(([, { description }]) => !/^[A-Z].{8,}\.$/.test(description ?? ''));
  expect(missing.map(([path, { description }]) => [path, description])).toEqual([]);
});

async function problemsOf(settings: object): Promise<string[]> {
  const valid = { title: 'T', shortName: 'a-site', url: 'https://a.example', locales: ['en_US'] };
  const bytes = Buffer.from(JSON.stringify({ ...valid, ...settings }));
  const parsed = await parseJsonFile('site-config.json', bytes, siteConfigSchema);
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
}

test.each([
  [{ title: '' }, '"title": is empty'],
  [{ title: 5 }, '"title": must be text'],
  [{ title: undefined }, '"title": is missing'],
  [{ title: 'x'.repeat(121) }, '"title": must have at most 120 characters'],
  [{ feedItems: 0 }, '"feedItems": must be at least 1'],
  [{ feedItems: 5000 }, '"feedItems": must be at most 1000'],
  [{ feedItems: 1.5 }, '"feedItems": must be a whole number'],
  [{ locales: [] }, '"locales": is empty'],
  [{ locales: ['german'] }, '"locales.0": must be a language tag such as "en_US", "de" or "zh_Hant"'],
  [
    { features: { socialImages: 'all' } },
    '"features.socialImages": must be one of "article", "category", "site", false',
  ],
  [{ features: { serviceWorker: 'off' } }, '"features.serviceWorker": must be one of true, false, "remove"'],
  [{ urls: { layout: 'x' } }, '"urls.layout": must be one of "file", "directory"'],
  [{ url: 'example' }, '"url": must be an absolute http(s) URL'],
  [{ contact: { email: 'x' } }, '"contact.email": must be an e-mail address'],
  [{ generate: { prices: { x: 5 } } }, '"generate.prices.x": must be a map of fields'],
  [{ generate: { rules: { x: true } } }, 'unknown field "generate.rules.x"'],
  [{ deploy: [] }, '"deploy": must be a map of fields'],
])('%j is described in plain English', async (settings, message) => {
  expect(await problemsOf(settings)).toEqual([message]);
});
