import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runArticles } from '../support/cli.ts';
import { makeFolder, makeSite } from '../support/site.ts';

const HOOK = pathToFileURL(join(import.meta.dirname, '../support/refuse-connections.mjs')).href;

/** Runs a command whose connections are refused. @returns its exit code and where it wanted to go */
async function runRefused(args: readonly string[]) {
  const log = join(makeFolder(), 'connections');
  const { code, stderr } = await runArticles(args, {
    node: ['--import', HOOK],
    environment: { CONNECTIONS: log, OPENAI_API_KEY: 'sk-test-0123456789' },
  });
  return { code, stderr, connections: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

test('commands that work on files open no connection', async () => {
  const root = makeSite();
  const fresh = join(makeFolder(), 'fresh');
  const folder = pathToFileURL(join(makeFolder(), 'target')).href;
  const commands = [
    ['init', fresh],
    ['new', 'A title', '--root', root],
    ['build', '--root', root],
    ['build', '--root', root, '--clean', '--drafts', '--future'],
    ['check', '--root', root],
    ['search', 'price', '--root', root],
    ['categories', '--root', root],
    ['review', '--root', root],
    ['deploy', '--root', root, '--target', folder, '--yes'],
    ['releases', '--root', root, '--target', folder],
    ['generate', '--root', root, '--locale', 'en_US', '--count', '1', '--dry-run'],
  ];
  for (const args of commands)
    expect({ args, ...(await runRefused(args)) }).toMatchObject({ args, code: 0, connections: '' });
}, 120_000);

test('the look itself sees a connection', async () => {
  const root = makeSite();
  await runArticles(['build', '--root', root]);
  const { code, connections } = await runRefused([
    'deploy',
    '--root',
    root,
    '--target',
    'gs://no-such-bucket',
    '--dry-run',
  ]);
  expect(code).toBe(3);
  expect(connections).not.toBe('');
}, 120_000);
