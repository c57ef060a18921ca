import { expect, it } from 'vitest';

import type { ExecutionId, WorkspaceId } from '../../domain/ids.js';
import type { SentRequest, StoredExecution } from '../../domain/stored-execution.js';
import type { Store } from '../../ports/repositories.js';
import { countingIds } from '../fixed-ambient.js';
import { sampleTime, sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';

const ids = countingIds();
const none = { success: true, error: null, result: null };

const sent: SentRequest = {
  headers: [{ name: 'accept', value: '*/*' }],
  body: { type: 'multipart', parts: [{ name: 'a', value: 'b', isFile: false }] },
};

const sample = (workspaceId: WorkspaceId, requestId = 'rest_a'): StoredExecution => {
  const id = `exec_${ids.next()}` as ExecutionId;
  const request = { id: requestId, name: 'R', method: 'GET', url: 'http://h/' };
  return {
    workspaceId,
    contentType: 'text/plain',
    summary: {
      id,
      kind: 'rest',
      requestId,
      name: 'R',
      method: 'GET',
      url: 'http://h/',
      status: null,
      error: 'TIMEOUT',
      testsPassed: 0,
      testsFailed: 0,
      startedAt: sampleTime,
      durationMs: 1.5,
    },
    result: {
      executionId: id,
      request,
      response: null,
      error: { code: 'TIMEOUT', message: 'late' },
      lifecycle: {
        preRequest: none,
        postResponse: none,
        tests: { summary: { success: true, error: null, result: { testResults: [] } }, results: [] },
        mocked: false,
      },
      diagnostics: [],
      logs: [],
    },
    ...(requestId === 'rest_sent' ? { sent } : {}),
  };
};

const workspaceIn = ({ workspaces }: Store) => given(workspaces.create(sampleWorkspace()));

/** What every adapter of the `Executions` port promises. */
export const executionsContract = (name: string, open: OpenStore): void => {
  suite(`${name} keeps executions`, open, (on) => {
    it(
      'gives back the request as it was sent, where there is one',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const one = sample(workspaceId, 'rest_sent');
        await given(store.executions.add(one, null, 9));
        expect(await given(store.executions.get(workspaceId, one.summary.id))).toEqual(one);
      }),
    );
    it(
      'gives back what was kept, its body byte for byte',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const [plain, text, binary] = [sample(workspaceId), sample(workspaceId), sample(workspaceId)];
        const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
        await given(store.executions.add(plain, null, 9));
        const cut = { kind: 'text', bytes: new TextEncoder().encode('hé'), truncated: true } as const;
        await given(store.executions.add(text, cut, 9));
        await given(store.executions.add(binary, { kind: 'binary', bytes, truncated: false }, 9));
        expect(await given(store.executions.get(workspaceId, plain.summary.id))).toEqual(plain);
        expect(await given(store.executions.body(workspaceId, plain.summary.id))).toBeNull();
        expect(await given(store.executions.body(workspaceId, text.summary.id))).toEqual(cut);
        expect(await given(store.executions.body(workspaceId, binary.summary.id))).toEqual({
          kind: 'binary',
          bytes,
          truncated: false,
        });
        expect(await given(store.executions.workspaceOf(binary.summary.id))).toBe(workspaceId);
      }),
    );

    it(
      'keeps the newest of each workspace, as many as it is told',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        const kept = sample(other.id);
        await given(store.executions.add(kept, null, 2));
        const made = [1, 2, 3, 4].map(() => sample(mine.id));
        for (const one of made) await given(store.executions.add(one, null, 2));
        const { items } = await given(store.executions.list(mine.id, { take: 10 }));
        expect(items.map(({ id }) => id)).toEqual([made[3]!.summary.id, made[2]!.summary.id]);
        expect((await given(store.executions.list(other.id, { take: 10 }))).items).toHaveLength(1);
        expect(await refusal(store.executions.get(mine.id, made[0]!.summary.id))).toMatchObject({
          kind: 'not-found',
          entity: 'execution',
        });
      }),
    );

    it(
      'lists page by page, and those of one request alone',
      on(async (store) => {
        const { id } = await workspaceIn(store);
        const made = ['rest_a', 'rest_b', 'rest_a', 'rest_b', 'rest_a'].map((of) => sample(id, of));
        for (const one of made) await given(store.executions.add(one, null, 9));
        const first = await given(store.executions.list(id, { take: 2, requestId: 'rest_a' }));
        const after = first.next ?? '';
        const second = await given(store.executions.list(id, { take: 2, requestId: 'rest_a', after }));
        const expected = [made[4], made[2], made[0]].map((one) => one!.summary);
        expect([...first.items, ...second.items]).toEqual(expected);
        expect(second.next).toBeUndefined();
        expect((await refusal(store.executions.list(id, { take: 2, after: 'x' }))).kind).toBe(
          'invalid-input',
        );
      }),
    );

    it(
      'says not-found for the id of an execution of another workspace',
      on(async (store) => {
        const [mine, other] = [await workspaceIn(store), await workspaceIn(store)];
        const { summary } = await given(store.executions.add(sample(other.id), null, 9));
        for (const answer of [
          store.executions.get(mine.id, summary.id),
          store.executions.body(mine.id, summary.id),
          store.executions.workspaceOf('exec_none' as ExecutionId),
        ])
          expect((await refusal(answer)).kind).toBe('not-found');
      }),
    );
  });
};
