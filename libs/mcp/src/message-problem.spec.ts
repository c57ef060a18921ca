import { expect, it } from 'vitest';

import { readElement } from './messages.js';

const request = { jsonrpc: '2.0', id: 1, method: 'ping' };

it.each([
  [null, 'a message must be an object'],
  [[request], 'a message must be an object'],
  [{}, 'jsonrpc must be "2.0"'],
  [{ ...request, jsonrpc: '1.0' }, 'jsonrpc must be "2.0"'],
  [{ ...request, id: null }, 'id must be a string or a whole number'],
  [{ ...request, id: 1.5 }, 'id must be a string or a whole number'],
  [{ ...request, method: 5 }, 'method must be a string'],
  [{ jsonrpc: '2.0', id: 1 }, 'method is missing'],
  [{ ...request, result: {} }, 'it is both a request and a response'],
  [{ ...request, params: null }, 'params must be an object; omit them if there are none'],
  [{ ...request, params: [] }, 'params must be an object; omit them if there are none'],
  [{ ...request, params: { _meta: null } }, 'params._meta must be an object'],
  [
    { ...request, params: { _meta: { progressToken: 0.5 } } },
    'params._meta.progressToken must be a string or a whole number',
  ],
  [{ ...request, task: {} }, 'it has other members than jsonrpc, id, method, params, result, error'],
])('the error explains why %j is not a message', (value, why) => {
  const message = `Not a JSON-RPC 2.0 message: ${why}`;
  expect(readElement(value, false)).toMatchObject({
    kind: 'wrong',
    frame: { error: { code: -32600, message } },
  });
});

it.each(['', 0, 'p'])('%j is accepted as a progress token', (progressToken) => {
  expect(readElement({ ...request, params: { _meta: { progressToken } } }, false).kind).toBe('request');
});
