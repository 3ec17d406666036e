import { expect, test } from 'vitest';
import { isAbsoluteUrl, safeUrl } from '../../src/content/markdown/safe-urls.ts';

test.each([
  ['https://a.example/b?c#d', 'https://a.example/b?c#d'],
  [' http://a.example ', 'http://a.example'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['tel:+911234', 'tel:+911234'],
  ['/articles/a', '/articles/a'],
  ['a/b.png', 'a/b.png'],
  ['#part', '#part'],
  ['?q=javascript:1', '?q=javascript:1'],
  ['//cdn.example/x', '//cdn.example/x'],
  ['/a:b', '/a:b'],
  ['/images/کتاب\u200cها.jpg', '/images/کتاب\u200cها.jpg'],
  ['/മലയാളം\u200d', '/മലയാളം\u200d'],
  ['javascript:alert(1)', null],
  ['JavaScript:alert(1)', null],
  [' \u0001javascript:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['\u200bjavascript:alert(1)', null],
  ['vbscript:x', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['data:image/png;base64,AA', null],
  ['file:///etc/passwd', null],
  ['blob:https://a.example/x', null],
  ['x-app:open', null],
])('%j may be %j', (url, safe) => {
  expect(safeUrl(url)).toBe(safe);
});

test.each([
  ['https://A.Example:8080/x', true],
  ['//b.example/x', true],
  ['https://user:pass@c.example', true],
  ['mailto:a@b.example', true],
  ['/x', false],
  ['x/https://a.example', false],
])('%s leaves the site: %s', (url, absolute) => {
  expect(isAbsoluteUrl(url)).toBe(absolute);
});
