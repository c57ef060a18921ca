import { expect, it } from 'vitest';

import { isDisconnect } from './disconnect.js';

it.each([
  'ECANCELED',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'HPE_INVALID_METHOD',
])('an error with the code %s is caused by the client', (code) => {
  expect(isDisconnect(Object.assign(new Error('left'), { code }))).toBe(true);
});

it.each([
  undefined,
  null,
  'ECONNRESET',
  new Error('ECONNRESET'),
  { code: 'ENOENT' },
  { code: 7 },
  { code: 'XHPE_' },
])('%j is not caused by the client', (error) => {
  expect(isDisconnect(error)).toBe(false);
});
