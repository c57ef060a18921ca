import { beforeEach, describe, expect, it } from 'vitest';

import { type ExecutionFault, ExecutionResult, type SendFailure } from '@tandem/core';
import { decode } from '@tandem/core/codec';
import { unwrapResult } from '@tandem/core/testing';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import { ExecuteRestArguments } from './execute-arguments.js';

let on: PlannedApplication;
beforeEach(async () => {
  on = await createPlannedApplication();
});

const planResponse = (body: string | Uint8Array, contentType?: string) => {
  on.plan.response = {
    headers: contentType === undefined ? [] : [['content-type', contentType]],
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  };
};

const handlerKeys = ['success', 'error', 'result'];

describe('a result', () => {
  it(
    'has every key, whatever the outcome',
    { tags: ['result:shape', 'lifecycle:shape', 'result:execution-id', 'result:response:null'] },
    async () => {
      const well = await on.rest();
      const ill = await on.rest({ url: '' });
      for (const result of [well, ill]) {
        expect(Object.keys(result)).toEqual([
          'executionId',
          'request',
          'response',
          'error',
          'lifecycle',
          'diagnostics',
          'logs',
          'environment',
        ]);
        expect(result.executionId).toMatch(/^exec_[0-9a-z]{16}$/);
        expect(Object.keys(result.request)).toEqual(['id', 'name', 'method', 'url']);
        const { preRequest, postResponse, tests } = result.lifecycle;
        expect(Object.keys(result.lifecycle)).toEqual(['preRequest', 'postResponse', 'tests', 'mocked']);
        expect(Object.keys(tests)).toEqual(['summary', 'results']);
        for (const summary of [preRequest, postResponse, tests.summary]) {
          expect(Object.keys(summary)).toEqual(handlerKeys);
        }
        expect(tests.summary.result).toEqual({ testResults: tests.results });
        expect(ExecutionResult.is(result)).toBe(true);
      }
      expect(ill.response).toBeNull();
      expect(Object.keys(well.response!)).toEqual([
        'status',
        'statusText',
        'time',
        'headers',
        'cookies',
        'textBody',
        'bodyType',
        'size',
        'bodyTruncated',
      ]);
    },
  );

  it('is stored with the sent body, part by part, or without a body if nothing was sent', async () => {
    const parts = [
      { name: 'a', value: '1', enabled: true },
      { name: 'off', value: '2', enabled: false },
    ];
    const getSent = async (fields: Parameters<PlannedApplication['rest']>[0]) => {
      const { executionId } = await on.rest(fields);
      return (await unwrapResult(on.application.executions.get({ id: executionId, request: true }))).sent;
    };
    expect(await getSent({ method: 'POST', body: { type: 'multipart', parts } })).toMatchObject({
      body: { type: 'multipart', parts: [{ name: 'a', value: '1' }] },
    });
    expect(await getSent({ url: '' })).toBeUndefined();
    on.plan.failure = { fault: { code: 'NETWORK_ERROR', message: 'x' } };
    expect(await getSent({ method: 'PUT' })).toHaveProperty('headers');
    on.plan.failure = { fault: { code: 'HEADER_INVALID', message: 'x' } };
    expect(await getSent({ method: 'PUT' })).toBeUndefined();
  });

  it(
    'contains time, headers and status as received',
    { tags: ['result:time', 'result:headers'] },
    async () => {
      on.plan.response = {
        status: 299,
        statusText: 'Fine',
        time: 12.5,
        headers: [
          ['X-A', '1'],
          ['x-a', '2'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      };
      expect((await on.rest()).response).toMatchObject({
        status: 299,
        statusText: 'Fine',
        time: 12.5,
        headers: { 'x-a': '1, 2', 'set-cookie': 'a=1\nb=2' },
      });
    },
  );

  it.each<SendFailure['fault']['code']>(['NETWORK_ERROR', 'TIMEOUT'])(
    'lets scripts read the part of the body that was received before %s',
    { tags: 'send:body-fails' },
    async (code) => {
      const fault: ExecutionFault = { code, message: 'Do something.' };
      const response = {
        status: 500,
        statusText: 'Oops',
        headers: [['x-id', '7']] as const,
        body: new TextEncoder().encode('abc'),
        time: 1,
        url: 'http://h/',
      };
      on.plan.failure = { fault, response };
      const result = await on.rest();
      expect(result.error).toEqual(fault);
      expect(result.response).toMatchObject({ status: 500, headers: { 'x-id': '7' }, textBody: 'abc' });
      expect(on.seen.order).toEqual(['onRequest', 'send', 'onResponse', 'onTest']);
      expect(on.seen.responses[0]).toMatchObject({ status: 500, body: 'abc' });
    },
  );

  it.each<[SendFailure['fault']['code'], boolean]>([
    ['RESPONSE_TOO_LARGE', true],
    ['TOO_MANY_REDIRECTS', true],
    ['NETWORK_ERROR', false],
  ])(
    'contains the received part of the response after %s',
    { tags: ['result:error', 'send:too-large', 'result:response:null'] },
    async (code, arrived) => {
      const fault: ExecutionFault = { code, message: 'Do something.', details: { a: 1 } };
      const response = {
        status: 302,
        statusText: '',
        headers: [['x', '1']] as const,
        body: new Uint8Array(3),
        time: 1,
        url: 'http://h/',
      };
      on.plan.failure = arrived ? { fault, response } : { fault };
      const result = await on.rest();
      expect(result.error).toEqual(fault);
      if (arrived) expect(result.response).toMatchObject({ status: 302, headers: { x: '1' }, size: 3 });
      else expect(result.response).toBeNull();
      expect(on.seen.order).toEqual(['onRequest', 'send']);
    },
  );
});

describe('a body', () => {
  it.each([
    ['text/html', 'text'],
    ['application/json', 'text'],
    ['application/problem+json; x=y', 'text'],
    ['application/xml', 'text'],
    ['application/atom+xml', 'text'],
    ['application/javascript', 'text'],
    ['application/x-www-form-urlencoded', 'text'],
    ['image/png', 'text'],
    ['application/octet-stream', 'text'],
    ['image/png', 'binary', 'a\0c'],
    ['application/octet-stream', 'binary', 'a\0c'],
  ])(
    'of %s is reported as %s',
    { tags: ['result:body:text', 'result:body:binary', 'result:body:kind'] },
    async (type, bodyType, body = 'abc') => {
      planResponse(body, type);
      expect((await on.rest()).response).toMatchObject({
        bodyType,
        textBody: bodyType === 'text' ? 'abc' : null,
        size: 3,
        bodyTruncated: false,
      });
    },
  );

  it(
    'is text if it has no content type and its bytes are UTF-8',
    { tags: ['result:body:kind'] },
    async () => {
      planResponse('grüße');
      expect((await on.rest()).response).toMatchObject({ bodyType: 'text', textBody: 'grüße', size: 7 });
      planResponse(new Uint8Array([0xff, 0xfe, 0]));
      expect((await on.rest()).response).toMatchObject({ bodyType: 'binary', textBody: null, size: 3 });
      planResponse('');
      expect((await on.rest()).response).toMatchObject({ bodyType: 'empty', textBody: '', size: 0 });
    },
  );

  it('is decoded with the charset of its content type', { tags: ['result:body:charset'] }, async () => {
    planResponse(new Uint8Array([0xe9, 0x80]), 'text/plain; charset="windows-1252"');
    expect((await on.rest()).response).toMatchObject({ textBody: 'é€', size: 2 });
  });

  it(
    'is cut at 32,768 bytes on a code point boundary, and reports its full size',
    { tags: ['result:truncated', 'result:truncated:at'] },
    async () => {
      planResponse('x'.repeat(32_768), 'text/plain');
      expect((await on.rest()).response).toMatchObject({ bodyTruncated: false, size: 32_768 });
      planResponse(`${'x'.repeat(32_767)}😀`, 'text/plain');
      expect((await on.rest()).response).toMatchObject({
        textBody: 'x'.repeat(32_767),
        bodyTruncated: true,
        size: 32_771,
      });
    },
  );

  it.each([
    [0, '', true],
    [2, 'he', true],
    [5, 'hello', false],
  ])(
    'is cut after the maxBodyBytes of the call: %d',
    { tags: ['result:truncated:at'] },
    async (maxBodyBytes, textBody, bodyTruncated) => {
      expect((await on.rest({}, { maxBodyBytes })).response).toMatchObject({
        textBody,
        bodyTruncated,
        size: 5,
      });
    },
  );
});

describe('the timeout and the redirects', () => {
  it(
    'come from the call, then from the request, and default to 30 s and ten',
    { tags: ['send:timeout:one-deadline', 'send:redirects'] },
    async () => {
      await on.rest();
      await on.rest({ settings: { timeoutMs: 7, followRedirects: false, maxRedirects: 3 } });
      await on.rest({ settings: { timeoutMs: 7 } }, { timeoutMs: 9 });
      await on.rest({ settings: { maxRedirects: 0 } });
      expect(on.seen.options).toMatchObject([
        { timeoutMs: 30_000, followRedirects: true, maxRedirects: 10, maxBytes: 50 * 1024 * 1024 },
        { timeoutMs: 7, followRedirects: false, maxRedirects: 3 },
        { timeoutMs: 9 },
        { followRedirects: false, maxRedirects: 0 },
      ]);
    },
  );

  it.each([0, 600_001, 1.5, '5'])(
    'cannot be %j milliseconds',
    { tags: ['send:timeout:one-deadline'] },
    (timeoutMs) => {
      const decoded = decode(ExecuteRestArguments)({ id: `rest_${'0'.repeat(16)}`, timeoutMs });
      expect(decoded).toMatchObject({ left: [{ path: 'timeoutMs' }] });
    },
  );
});
