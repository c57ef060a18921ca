import { expect, it } from 'vitest';

import { deriveNameFromUrl } from './name-from-url.js';

it.each([
  ['https://api.example/v1/orders?x=1#y', '/v1/orders'],
  ['https://api.example/', 'api.example'],
  ['https://api.example:8080?x=1', 'api.example:8080'],
  ['api.example/orders', '/orders'],
  ['{{base_url}}/orders/:id', '/orders/:id'],
  [`https://a/${'x'.repeat(200)}`, `/${'x'.repeat(99)}`],
  ['{{base_url}}', ''],
  ['localhost:3000/x', '/x'],
  ['', ''],
])('names a request to %s as %s', (url, expected) => {
  expect(deriveNameFromUrl(url)).toBe(expected);
});
