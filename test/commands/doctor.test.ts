/** `articles doctor`: what is wrong with the environment. It asks only production, and never prints secrets. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/cli.ts';
import { makeFolder, makeSite, smallSite } from '../support/site.ts';

interface Check {
  name: string;
  state: string;
  message: string;
  hint?: string;
}

async function examine(root: string, environment: Record<string, string> = {}) {
  const log = join(makeFolder(), 'connections');
  const { code, stdout } = await runArticles(['doctor', '--root', root, '--json'], {
    environment: {
      HOME: makeFolder(),
      CONNECTIONS: log,
      OPENAI_API_KEY: '',
      GOOGLE_APPLICATION_CREDENTIALS: '',
      ...environment,
    },
    node: ['--import', './test/support/refuse-connections.mjs'],
  });
  const { checks }: { checks: Check[] } = JSON.parse(stdout);
  const find = (name: string) => checks.find((check) => check.name === name);
  const connections = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { code, stdout, checks, find, connections };
}

test('a site in order has no error, and says what is not set up', async () => {
  const { code, checks, find, connections } = await examine(makeSite());
  expect([code, connections]).toEqual([0, []]);
  expect(checks.filter(({ state }) => !['ok', 'note'].includes(state))).toEqual([]);
  for (const { state, hint } of checks) expect(hint === undefined).toBe(state === 'ok');
  expect(find('Google Cloud')).toMatchObject({ state: 'note', message: 'no credentials' });
  const isEnded = process.versions.node.startsWith('20.');
  expect(find('Node')).toMatchObject({
    state: isEnded ? 'note' : 'ok',
    message: expect.stringContaining(process.versions.node),
    ...(isEnded && { hint: 'install Node 24' }),
  });
});

test('credentials are present or not, and never printed', async () => {
  const secret = 'sk-very-secret-1234567890';
  const root = makeSite(smallSite({ deploy: { production: 's3://some-bucket' } }));
  const { stdout, find, connections } = await examine(root, {
    OPENAI_API_KEY: secret,
    AWS_ACCESS_KEY_ID: secret,
    AWS_SECRET_ACCESS_KEY: secret,
  });
  expect(find('S3')?.state).toBe('ok');
  expect(find('language model')?.message).toBe('OPENAI_API_KEY is set, for api.openai.com');
  expect(stdout).not.toContain('secret-123');
  // Production alone knows whether the schedule runs. Without a network that is a note.
  expect(find('schedule')).toMatchObject({ state: 'note', message: expect.stringContaining('does not say') });
  expect(connections.filter((to) => !/"host(?:name)?":"(?:some-bucket\.)?s3\./.test(to))).toEqual([]);
  const lost = await examine(makeSite(), { GOOGLE_APPLICATION_CREDENTIALS: '/no/such/key.json' });
  expect([lost.code, lost.find('Google Cloud')?.state]).toEqual([1, 'error']);
});

test('a folder without a site is an error with what to do', async () => {
  const { code, find } = await examine(makeFolder());
  expect(code).toBe(1);
  expect(find('site-config.json')).toMatchObject({
    state: 'error',
    hint: expect.stringContaining('articles init'),
  });
});

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is an error', async () => {
  const root = makeSite();
  chmodSync(root, 0o555);
  const { code, find } = await examine(root);
  chmodSync(root, 0o755);
  expect([code, find('site folder')?.message]).toEqual([1, expect.stringContaining('permission denied')]);
});

test('a file in place of the output is an error', async () => {
  const { code, find } = await examine(makeSite({ ...smallSite(), dist: 'a file' }));
  expect([code, find('output')?.state]).toEqual([1, 'error']);
});
