import { expect, it } from 'vitest';

import { cleanPastedUrl, addScheme } from './pasted-url.js';

it.each([
  ['http://a.test/x\n', 'http://a.test/x'],
  ['\r\n  http://a.test/long\r\n  /path?q=a b', 'http://a.test/long/path?q=a b'],
  ['{{base}}/a b', '{{base}}/a b'],
  ['\n', ''],
])('%j is pasted as %j', (text, url) => {
  expect(cleanPastedUrl(text)).toBe(url);
});

it.each([
  ['localhost:3000/x', 'http://localhost:3000/x'],
  [' 127.0.0.1?q=1', 'http://127.0.0.1?q=1'],
  ['a.test/:id', 'http://a.test/:id'],
  ['https://a.test', 'https://a.test'],
  ['ftp://a.test', 'ftp://a.test'],
  ['{{host}}/x', '{{host}}/x'],
  ['/x', '/x'],
  ['', ''],
])('%j is sent as %j', (typed, sent) => {
  expect(addScheme(typed)).toBe(sent);
});
