import { afterEach, describe, expect, test } from 'vitest';
import { type ModelServer, type ModelServerOptions, startModelServer } from '../support/model-server.ts';
import { createSite, createTopics, readArticles, runGenerate, type TestSite } from './site.ts';

let site: TestSite | undefined;
let server: ModelServer | undefined;

afterEach(async () => {
  await server?.close();
  site?.remove();
});

async function setUp(options: ModelServerOptions = {}, settings: object = {}) {
  site = createSite(settings);
  server = await startModelServer(options);
  return { root: site.root, server, url: server.url };
}

describe('a run', () => {
  test('writes a draft in each locale with its record of origin', async () => {
    const { root, url, server } = await setUp();
    const { result, errors } = await runGenerate(root, url, { locales: ['en_US', 'ru_RU', 'tr_TR'], topics: createTopics(2) });
    expect(errors).toEqual([]);
    expect(result.rejected).toEqual([]);
    expect(result.written).toHaveLength(6);
    expect(server.billed()).toHaveLength(24);
    console.log([...readArticles(root)][0], [...readArticles(root)].map(([f])=>f), result);
  });
});
