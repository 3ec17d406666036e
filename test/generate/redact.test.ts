/** Whatever a server says about a key reaches no screen and no file: whole or cut, plain, in JSON, in a URL, in HTML or in base64. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readModelKey } from '../../src/generate/calls/model-client.ts';
import { createRedaction } from '../../src/generate/calls/redact.ts';
import { runArticles } from '../support/program.ts';
import { createSite, createTopics, generateArgs, runGenerate, serveModel, spawnCli } from './site.ts';

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const each = (write: (character: string) => string) => (text: string) => [...text].map(write).join('');

/** How servers and proxies write what they quote. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(`it is ${text}`).slice(1, -1),
  'json in json': (text) => JSON.stringify(JSON.stringify({ key: text })).slice(1, -1),
  'escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'code units': each((character) => `\\u00${hex(character)}`),
  url: (text) => `https://host.example/?key=${encodeURIComponent(text)}&x=1`,
  'url twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  percent: each((character) => `%${hex(character).toUpperCase()}`),
  html: each((character) => `&#x${hex(character)};`),
  entities: each((character) => `&#${character.charCodeAt(0)};`),
  base64: (text) => Buffer.from(text).toString('base64'),
  'basic credentials': (text) => `Basic ${Buffer.from(`user:${text}`).toString('base64')}`,
  'base64 of a header': (text) => Buffer.from(`Bearer ${text} `).toString('base64url'),
  'cut after 20': (text) => `${text.slice(0, 20)}…`,
  'the last 20': (text) => `…${text.slice(-20)}`,
};

const LENGTH = 12;

/** All that a reader of the text can decode from it. */
function decodings(text: string): string[] {
  const found = [text];
  const rounds = [
    (value: string) =>
      value.replace(/\\+u([0-9a-f]{4})/gi, (_all, code) => String.fromCharCode(Number(`0x${code}`))),
    (value: string) => value.replace(/\\/g, ''),
    (value: string) =>
      value.replace(/%([0-9a-f]{2})/gi, (_all, code) => String.fromCharCode(Number(`0x${code}`))),
    (value: string) =>
      value.replace(/%([0-9a-f]{2})/gi, (_all, code) => String.fromCharCode(Number(`0x${code}`))),
    (value: string) =>
      value.replace(/&#x([0-9a-f]+);/gi, (_all, code) => String.fromCharCode(Number(`0x${code}`))),
    (value: string) => value.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code))),
  ];
  for (const round of rounds) found.push(round(found.at(-1) ?? ''));
  for (const value of [...found])
    for (const [run] of value.matchAll(/[\w+/-]{16,}/g))
      for (const skip of [0, 1, 2, 3]) found.push(Buffer.from(run.slice(skip), 'base64').toString('latin1'));
  return found;
}

function holdsPart(text: string, key: string, length = LENGTH): boolean {
  const values = decodings(text);
  const parts = Array.from({ length: Math.max(1, key.length - length + 1) }, (_none, at) =>
    key.slice(at, at + length),
  );
  return parts.some((part) => values.some((value) => value.includes(part)));
}

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
  minLength: 30,
  maxLength: 80,
});
const printable = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 30,
  maxLength: 60,
});
const keys = fc.oneof(
  letters.map((text) => `sk-proj-${text}7`),
  letters.map((text) => `sk-ant-api03-${text}7`),
  letters.map((text) => `AIza${text}7`),
  printable.map((text) => `${text}7`),
  letters.map((text) => `publisher-${text}7`),
);
const prose = fc.string({ unit: 'grapheme', maxLength: 60 });

test.each(Object.keys(FORMS))('a key is replaced: %s', (name) => {
  const write = FORMS[name] ?? String;
  fc.assert(
    fc.property(keys, prose, prose, (key, before, after) => {
      const own = key.replace(/^sk-(?:proj|ant-api03)-/, '');
      const redact = createRedaction([key]);
      const said = `${before} ${write(key)} ${after}`;
      const shown = redact(said);
      expect({ said, shown, isHeld: holdsPart(shown, own) }).toEqual({ said, shown, isHeld: false });
      // What is valid JSON stays valid: a body is parsed after it.
      const body = JSON.stringify({ error: { message: said }, n: 1 });
      const { error, n } = JSON.parse(redact(body));
      expect([holdsPart(error.message, own), n]).toEqual([false, 1]);
    }),
    { numRuns: 300 },
  );
});

test('text without the key stays as it is', () => {
  fc.assert(
    fc.property(keys, prose, prose, (key, before, after) => {
      const text = JSON.stringify({ before, after, sk: 'sk-proj-… and sk-ant-api03-' });
      expect(createRedaction([key])(text)).toBe(text);
    }),
  );
  // What servers without keys are given as one is no secret.
  for (const word of ['lm-studio', 'not-needed', 'no-key-required', 'ollama', ''])
    expect(createRedaction([word])(`Set the key to ${word || 'nothing'}.`)).toContain(word || 'nothing');
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

const KEY = 'sk-proj-Zq7/vT2+mB9xKc4LwP8nHs3RdJ6fYg1';

test.each(['plain', 'json in json', 'url', 'base64', 'the last 20'])(
  'no screen, journal, ledger, article or batch has a key that a server says: %s',
  async (name) => {
    const said = (FORMS[name] ?? String)(KEY);
    const errors = (status: number) => ({
      status,
      body: JSON.stringify({ error: { message: `no access with ${said} today`, code: said, type: said } }),
    });
    const site = createSite({ retryUnknown: { failed: 0, gateway: 0, lost: 0, usd: 0 }, maxRepairs: 0 });
    const own = KEY.slice('sk-proj-'.length);
    const check = (what: string, texts: readonly string[]) => {
      for (const text of texts) expect([what, holdsPart(text, own) ? text : '']).toEqual([what, '']);
    };
    for (const status of [400, 401, 500, 200]) {
      const server = await serveModel({
        fault: (call) =>
          call.number < 2
            ? errors(status)
            : {
                completion: (plain) => ({
                  ...plain,
                  id: said,
                  choices: [
                    { ...plain.choices[0], message: { role: 'assistant', content: said, refusal: said } },
                  ],
                }),
              },
      });
      const outcome = await runGenerate(
        site,
        server.url,
        { topics: createTopics(1, `${name} ${status}`) },
        { apiKey: KEY, maxMinutes: 1 },
      );
      expect(server.calls[0]?.authorization).toBe(`Bearer ${KEY}`);
      check(`run ${status}`, [JSON.stringify(outcome)]);
    }
    const server = await serveModel();
    const batch = await runGenerate(
      site,
      `${server.url}/none`,
      { mode: 'batch' },
      { apiKey: KEY, action: 'submit' },
    );
    check('batch', [JSON.stringify(batch)]);
    for (const path of filesBelow(site)) check(path, [readFileSync(path, 'utf8')]);
    const { stdout, stderr } = await runArticles(['generate', '--report', '--json', '--root', site]);
    check('report', [stdout, stderr]);
  },
);

test('the key may stand in a file, and a missing file is named without a stack', async () => {
  const site = createSite();
  const file = join(site, 'key');
  writeFileSync(file, `${KEY}\n`);
  const environment = { OPENAI_API_KEY_FILE: file };
  expect(readModelKey('OPENAI_API_KEY', environment)?.trim()).toBe(KEY);
  expect(readModelKey('OPENAI_API_KEY', { OPENAI_API_KEY: 'a' })).toBe('a');
  expect(() => readModelKey('OPENAI_API_KEY', { ...environment, OPENAI_API_KEY: 'a' })).toThrow(/both set/);
  expect(() => readModelKey('JUDGE_API_KEY', { JUDGE_API_KEY_FILE: join(site, 'no') })).toThrow(
    /the file of JUDGE_API_KEY_FILE cannot be read/,
  );
  const server = await serveModel();
  const topics = join(site, 'topics.csv');
  writeFileSync(topics, 'topic\nWhat a rake cap changes\n');
  const { code } = await spawnCli(generateArgs(site, topics, server.url), environment).ended;
  expect([code, server.calls[0]?.authorization]).toEqual([0, `Bearer ${KEY}`]);
});
