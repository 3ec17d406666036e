/** Korean: an article from topic to file, and the mistakes that its checks find. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { checkGrammar } from '../../src/generate/checks/check-language.ts';
import { WRITING } from '../../src/locales/writing/writing-registry.ts';
import { loadOriginals } from './originals.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 60_000 });

test('writes Korean articles, measured in characters', async () => {
  const root = createSite();
  const server = await serveModel();
  const request = { locales: ['ko_KR' as const], topics: createTopics(2), publish: true };
  const { result, errors } = await runGenerate(root, server.url, request);
  expect([errors, result.rejected]).toEqual([[], []]);
  expect(result.written).toHaveLength(2);
  const text = readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8');
  const body = text.slice(text.indexOf('---\n', 4) + 4).replace(/\s/g, '');
  expect(body.length).toBeGreaterThan(120 * 2.6);
  const sections = server.calls.find(({ step }) => step === 'sections');
  expect(sections?.body.messages[1]?.content).toContain('characters without spaces');
});

test.each([
  ['플레이어은(는) 카드를 봅니다.', 'two particles'],
  ['확률를 계산합니다.', 'does not fit'],
  ['그는 「좋은 패」라고 말했습니다.', 'quotation marks of another'],
  ['이 規則은 간단합니다.', 'Chinese'],
])('%s', (text, message) => {
  expect(checkGrammar(text, WRITING.ko_KR).map((finding) => finding.message)).toEqual([
    expect.stringContaining(message),
  ]);
});

test.each([
  '패를 봅니다. 확률을 계산하고 배당률을 적습니다.',
  '`"문자열"`은 코드입니다.',
  '마을을 지나 가을에 만납니다.',
])('%s is right', (text) => {
  expect(checkGrammar(text, WRITING.ko_KR)).toEqual([]);
});

test('the Korean articles of the sample publication pass', () => {
  const wrong = loadOriginals()
    .filter(({ language }) => language === 'ko')
    .flatMap(({ file, body }) =>
      checkGrammar(body, WRITING.ko_KR).map(({ message }) => `${file}: ${message}`),
    );
  expect(wrong).toEqual([]);
});
