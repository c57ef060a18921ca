import { beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import type { ExecutionId } from '@tandem/core';

import { type PlannedApplication, createPlannedApplication } from '../testing/index.js';
import { sliceBody } from './get-execution.js';

let fixture: PlannedApplication;
beforeEach(async () => {
  fixture = await createPlannedApplication();
});

const secret = async (name: string, value: string) => {
  const { id, activeEnvironmentId } = fixture.workspace;
  await unwrapResult(
    fixture.store.environments.change(id, activeEnvironmentId!, [{ kind: 'secret', name, value }], 'now'),
  );
};
const planResponse = (body: string | Uint8Array, type = 'application/json') => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  fixture.plan.response = { body: bytes, headers: [['content-type', type]] };
};
const get = (input: Parameters<PlannedApplication['application']['executions']['get']>[0]) =>
  unwrapResult(fixture.application.executions.get(input));

describe('a past execution', () => {
  it('is stored with its result and listed, newest first', async () => {
    const first = await fixture.rest();
    fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
    const second = await fixture.graphql();
    const { executions } = await unwrapResult(fixture.application.executions.list({ take: 9 }));
    expect(executions).toMatchObject([
      { id: second.executionId, kind: 'graphql', status: null, error: 'TIMEOUT', method: 'POST' },
      { id: first.executionId, kind: 'rest', status: 200, error: null, name: 'R' },
    ]);
    expect((await get({ id: first.executionId })).result).toEqual(first);
  });

  it('is not listed for the id of an unknown request', async () => {
    const listed = (requestId: string) => fixture.application.executions.list({ requestId, take: 9 });
    expect(await unwrapRefusal(listed('nothing'))).toMatchObject({
      issues: [
        {
          path: 'requestId',
          message: 'requestId is not the id, path or name of a request of this workspace',
        },
      ],
    });
    expect(await unwrapResult(listed('rest_0000000000000009'))).toEqual({ executions: [] });
  });

  it('reports the size of its body and how much of it was stored', { tags: 'executions:size' }, async () => {
    const extent = async (id: ExecutionId, more = {}) => {
      const { size, keptBytes, truncated, body } = await get({ id, ...more });
      return { size, keptBytes, truncated, ...(body ? { body: body.size } : {}) };
    };
    const stored = 10 * 1024 * 1024;
    planResponse('x'.repeat(stored + 10), 'text/plain');
    const long = (await fixture.rest()).executionId;
    const cut = { size: stored + 10, keptBytes: stored, truncated: true };
    expect(await extent(long)).toEqual(cut);
    expect(await extent(long, { offset: 0 })).toEqual({ ...cut, body: stored + 10 });
    planResponse('{"a": 1}');
    const short = (await fixture.rest()).executionId;
    expect(await extent(short, { select: '$' })).toEqual({ size: 8, keptBytes: 8, truncated: false });
    await secret('KEY', 's3cret-value');
    planResponse(Uint8Array.from([0, 255, ...new TextEncoder().encode('s3cret-value')]), 'image/png');
    const hidden = (await fixture.rest()).executionId;
    expect(await extent(hidden)).toEqual({ size: 14, keptBytes: 0, truncated: true });
    fixture.plan.failure = { fault: { code: 'TIMEOUT', message: 'late' } };
    expect(await extent((await fixture.rest()).executionId)).toEqual({});
  });

  it('is stored without any secrets', async () => {
    await secret('KEY', 's3cret-value');
    planResponse('{"echo": "s3cret-value"}');
    const { executionId, response } = await fixture.rest({ url: 'http://h/{{KEY}}' });
    expect(response?.textBody).toContain('s3cret-value');
    const { result } = await get({ id: executionId });
    const { body } = await get({ id: executionId, offset: 0 });
    expect(body?.content).toBe('{"echo": "‹secret:KEY›"}');
    expect(result?.request.url).toBe('http://h/‹secret:KEY›');
    expect(JSON.stringify(result)).not.toContain('s3cret');
  });

  it('is shown without values that became secret later, even in ranges of its body', async () => {
    planResponse('{"echo": "s3cret-value"}');
    const { executionId } = await fixture.rest({ url: 'http://h/' });
    await secret('KEY', 's3cret-value');
    const { body } = await get({ id: executionId, offset: 0, length: 14 });
    expect(body?.content).toBe('{"echo": "‹s');
    expect(JSON.stringify(await get({ id: executionId, offset: 12 }))).not.toContain('cret-value');
    expect((await get({ id: executionId, select: '$.echo' })).selected).toEqual(['‹secret:KEY›']);
  });

  it('is stored with the sent request, which is returned on demand', async () => {
    await secret('KEY', 's3cret-value');
    const { executionId } = await fixture.rest({
      url: 'http://h/',
      method: 'POST',
      auth: { type: 'basic', username: 'me', password: '{{KEY}}' },
      headers: [{ name: 'x-key', value: '{{KEY}}', enabled: true }],
      body: { type: 'json', content: `{"key": "{{KEY}}", "long": "${'x'.repeat(70_000)}"}` },
    });
    expect((await get({ id: executionId })).sent).toBeUndefined();
    const { sent } = await get({ id: executionId, request: true });
    expect(sent?.headers).toContainEqual({ name: 'x-key', value: '‹secret:KEY›' });
    expect(sent?.headers.map(({ name }) => name)).toContain('authorization');
    expect(sent?.body).toMatchObject({ type: 'text', truncated: true });
    expect(JSON.stringify(sent)).toContain('‹secret:KEY›');
    expect(JSON.stringify(sent)).not.toContain('s3cret');
    expect(JSON.stringify(sent)).not.toContain(btoa('me:s3cret-value'));
  });

  it('has no sent request if it failed before sending', async () => {
    const { executionId } = await fixture.rest({ url: 'http://{{nowhere}}/' });
    expect((await get({ id: executionId, request: true })).sent).toBeUndefined();
  });

  it.each([
    [{ method: 'G T' }],
    [{ url: 'ftp://h/' }],
    [{ headers: [{ name: 'a b', value: '', enabled: true }] }],
    [{ body: { type: 'binary', file: 'missing' } as const }],
  ])('has no sent request if nothing was sent: %j', async (fields) => {
    const { executionId, error } = await fixture.rest(fields);
    expect(error).not.toBeNull();
    expect((await get({ id: executionId, request: true })).sent).toBeUndefined();
  });

  it('has the sent request if no response arrived, and if the script responded', async () => {
    fixture.plan.failure = { fault: { code: 'NETWORK_ERROR', message: 'no' } };
    const { executionId } = await fixture.rest();
    expect((await get({ id: executionId, request: true })).sent).toBeDefined();
    fixture.plan.onRequest = { mock: { status: 200, statusText: '', headers: [], body: '' } };
    const { executionId: mocked } = await fixture.rest();
    expect((await get({ id: mocked, request: true })).sent).toBeDefined();
  });

  it('is stored without a binary body that contains a secret', async () => {
    await secret('KEY', 'schlüssel');
    const bytes = Uint8Array.from([0, 255, ...new TextEncoder().encode('schlüssel'), 254]);
    planResponse(bytes, 'application/octet-stream');
    const { executionId } = await fixture.rest();
    expect(
      await unwrapRefusal(fixture.application.executions.get({ id: executionId, offset: 0 })),
    ).toMatchObject({
      kind: 'invalid-input',
    });
    planResponse(bytes.slice(0, 4), 'application/octet-stream');
    const { executionId: other } = await fixture.rest();
    expect((await get({ id: other, offset: 1 })).body).toEqual({
      offset: 1,
      length: 3,
      size: 4,
      encoding: 'base64',
      content: '/3Nj',
    });
  });

  it.each([{ offset: 0 }, { length: 3 }, { offset: 1, length: 2 }])(
    'is returned with a selection or a range of its body, but not both: %j',
    async (range) => {
      planResponse('{"items": [1, 2]}');
      const { executionId } = await fixture.rest();
      const id = executionId;
      expect(
        await unwrapRefusal(fixture.application.executions.get({ id, select: '$.items', ...range })),
      ).toMatchObject({
        kind: 'invalid-input',
        issues: [{ path: 'select', expected: 'select, or offset and length' }],
      });
    },
  );

  it('is returned with the selected part of a JSON body', async () => {
    planResponse('{"items": [1, 2]}');
    const { executionId: id } = await fixture.rest();
    expect((await get({ id, select: '$.items' })).selected).toEqual([[1, 2]]);
    planResponse('no json', 'text/plain');
    const { executionId: other } = await fixture.rest();
    expect(await unwrapRefusal(fixture.application.executions.get({ id: other, select: '$' }))).toMatchObject(
      {
        kind: 'invalid-input',
        issues: [{ path: 'select' }],
      },
    );
  });

  it('is not found if the id is unknown', async () => {
    const id = 'exec_0000000000000000' as ExecutionId;
    expect(await unwrapRefusal(fixture.application.executions.get({ id }))).toMatchObject({
      kind: 'not-found',
    });
  });

  it('returns its result even if the result cannot be stored', async () => {
    fixture.plan.full = { kind: 'storage-failed', doing: 'keeping', reason: 'full', cause: 'full' };
    const again = await fixture.rest();
    expect(again.response?.status).toBe(200);
    expect(again.diagnostics.map(({ code }) => code)).toEqual(['EXECUTION_NOT_KEPT']);
  });
});

describe('a range of text', () => {
  const body = { kind: 'text', bytes: new TextEncoder().encode('aé🚲b'), truncated: false } as const;
  it.each([
    [0, 2, 'aé', 3],
    [2, 1, '', 3],
    [1, 1, 'é', 3],
    [3, 2, '🚲', 7],
    [4, 9, 'b', undefined],
    [99, 9, '', undefined],
  ])('from %i, %i bytes long, contains the code points that begin there', (offset, length, content, next) => {
    expect([sliceBody(body, offset, length).content, sliceBody(body, offset, length).nextOffset]).toEqual([
      content,
      next,
    ]);
  });

  it('is the whole text when joined with the next ranges', () => {
    const parts: string[] = [];
    for (let at: number | undefined = 0; at !== undefined;) {
      const range: ReturnType<typeof sliceBody> = sliceBody(body, at, 1);
      parts.push(range.content);
      at = range.nextOffset;
    }
    expect(parts.join('')).toBe('aé🚲b');
  });
});
