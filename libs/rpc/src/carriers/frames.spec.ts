import { createQuietContext } from '@tandem/application';
import { describe, expect, it } from 'vitest';

import { RpcDefect, RpcRefusal } from '../rpc-error.js';
import { createReceiver } from './frames.js';

const refusal = { code: 'REVISION_CONFLICT', message: 'Somebody changed it.', details: { present: 1 } };

const receive = createReceiver({
  callByName: (name) => {
    if (name === 'rest_get') return Promise.reject(new RpcRefusal(refusal));
    if (name === 'rest_delete') return Promise.reject(new RpcRefusal({ code: 'NEW', message: 'No.' }));
    if (name === 'rest_list') return Promise.reject(new RpcDefect('some-id'));
    if (name === 'rest_create') return Promise.reject(new Error('at /secret'));
    return Promise.resolve({ workspaceId: null });
  },
});

const answer = (frame: unknown) => receive(frame, createQuietContext());

describe('a frame', () => {
  it.each([
    [null],
    [[]],
    [17],
    ['x'],
    [{}],
    [{ jsonrpc: '1.0', method: 'rest_list' }],
    [{ jsonrpc: '2.0', id: {}, method: 'x' }],
  ])('that is not a request gets an error: %j', async (frame) => {
    expect(await answer(frame)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } });
  });

  it.each([
    [{ jsonrpc: '1.0', id: 5, method: 'rest_list' }, 5],
    [{ jsonrpc: '2.0', id: 'a' }, 'a'],
    [{ jsonrpc: '2.0', id: 'a', method: 1 }, 'a'],
    [{ jsonrpc: '2.0', id: true, method: 'rest_list' }, null],
  ])('that has an id but is not a request gets an error with this id: %j', async (frame, id) => {
    expect(await answer(frame)).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: 'Not a JSON-RPC 2.0 request' },
    });
  });

  it('that calls an unknown method gets -32601', async () => {
    expect(await answer({ jsonrpc: '2.0', id: 7, method: 'nope' })).toMatchObject({
      id: 7,
      error: { code: -32601 },
    });
  });

  it('without an id gets no response', async () => {
    expect(await answer({ jsonrpc: '2.0', method: 'workspaces_active', params: {} })).toBeNull();
    expect(await answer({ jsonrpc: '2.0', method: 'rest_get', params: {} })).toBeNull();
  });

  it.each([
    ['workspaces_active', { result: { workspaceId: null } }],
    ['rest_get', { error: { code: -32009, message: refusal.message, data: refusal } }],
    ['rest_delete', { error: { code: -32603, message: 'No.', data: { code: 'NEW', message: 'No.' } } }],
    ['rest_list', { error: { code: -32603, message: 'Internal error', data: { errorId: 'some-id' } } }],
    ['rest_create', { error: { code: -32603, message: 'Internal error' } }],
  ])('that calls %s gets the response %j', async (method, expected) => {
    expect(await answer({ jsonrpc: '2.0', id: 'a', method })).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      ...expected,
    });
  });
});
