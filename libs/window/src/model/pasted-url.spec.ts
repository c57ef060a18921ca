import { expect, it } from 'vitest';

import { pastedUrl } from './pasted-url.js';

it.each([
  ['http://a.test/x\n', 'http://a.test/x'],
  ['\r\n  http://a.test/long\r\n  /path?q=a b', 'http://a.test/long/path?q=a b'],
  ['{{base}}/a b', '{{base}}/a b'],
  ['\n', ''],
])('%j is pasted as %j', (text, url) => {
  expect(pastedUrl(text)).toBe(url);
});
