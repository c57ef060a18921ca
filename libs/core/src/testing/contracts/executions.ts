import { expect, it } from 'vitest';

import type { ExecutionId, WorkspaceId } from '../../ids.js';
import type { ExecutionSummary, StoredExecution } from '../../executions/stored-execution.js';
import type { ExecutionQuery, Store } from '../../ports/repositories.js';
import { sampleExecution, sampleWorkspace } from '../samples.js';
import { unwrapResult, type OpenStore, unwrapRefusal, describeSuite } from './opened.js';

const createWorkspace = ({ workspaces }: Store) => unwrapResult(workspaces.create(sampleWorkspace()));

const later = '2030-01-01T00:00:00.000Z';

/** Creates a sample execution with other values in its summary. */
const createExecution = (workspaceId: WorkspaceId, change: Partial<ExecutionSummary>): StoredExecution => {
  const sample = sampleExecution(workspaceId);
  return { ...sample, summary: { ...sample.summary, ...change } };
};

/** The contract of every `Executions` adapter. */
export const testExecutionsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of executions`, open, (on) => {
    it(
      'returns the sent request if there was one',
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const one = sampleExecution(workspaceId, 'rest_sent');
        await unwrapResult(store.executions.add(one, null, 9));
        expect(await unwrapResult(store.executions.get(workspaceId, one.summary.id))).toEqual(one);
      }),
    );
    it(
      'returns executions as they were stored, and bodies byte for byte',
      on(async (store) => {
        const { id: workspaceId } = await createWorkspace(store);
        const [plain, text, binary] = [
          sampleExecution(workspaceId),
          sampleExecution(workspaceId),
          sampleExecution(workspaceId),
        ];
        const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
        await unwrapResult(store.executions.add(plain, null, 9));
        const cut = { kind: 'text', bytes: new TextEncoder().encode('hé'), truncated: true } as const;
        await unwrapResult(store.executions.add(text, cut, 9));
        await unwrapResult(store.executions.add(binary, { kind: 'binary', bytes, truncated: false }, 9));
        expect(await unwrapResult(store.executions.get(workspaceId, plain.summary.id))).toEqual(plain);
        expect(await unwrapResult(store.executions.body(workspaceId, plain.summary.id))).toBeNull();
        expect(await unwrapResult(store.executions.body(workspaceId, text.summary.id))).toEqual(cut);
        expect(await unwrapResult(store.executions.body(workspaceId, binary.summary.id))).toEqual({
          kind: 'binary',
          bytes,
          truncated: false,
        });
        expect(await unwrapResult(store.executions.workspaceOf(binary.summary.id))).toBe(workspaceId);
      }),
    );

    it(
      'keeps the newest executions of each workspace up to the limit',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const kept = sampleExecution(other.id);
        await unwrapResult(store.executions.add(kept, null, 2));
        const made = [1, 2, 3, 4].map(() => sampleExecution(mine.id));
        for (const one of made) await unwrapResult(store.executions.add(one, null, 2));
        const { items } = await unwrapResult(store.executions.list(mine.id, { take: 10 }));
        expect(items.map(({ id }) => id)).toEqual([made[3]!.summary.id, made[2]!.summary.id]);
        expect((await unwrapResult(store.executions.list(other.id, { take: 10 }))).items).toHaveLength(1);
        expect(await unwrapRefusal(store.executions.get(mine.id, made[0]!.summary.id))).toMatchObject({
          kind: 'not-found',
          entity: 'execution',
        });
      }),
    );

    it(
      'also keeps the newest executions of each request up to the limit',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const of = (request: string) => sampleExecution(id, request);
        const made = [of('rest_a'), of('rest_a'), of('rest_a'), of('rest_b'), of('rest_b'), of('rest_b')];
        for (const one of made) await unwrapResult(store.executions.add(one, null, 2, 2));
        const listed = async () =>
          (await unwrapResult(store.executions.list(id, { take: 9 }))).items.map((one) => one.id);
        expect(await listed()).toEqual([5, 4, 2, 1].map((at) => made[at]!.summary.id));
        const another = of('rest_a');
        await unwrapResult(store.executions.add(another, null, 2, 2));
        expect(await listed()).toEqual([another.summary.id, ...[5, 4, 2].map((at) => made[at]!.summary.id)]);
      }),
    );

    it(
      'lists executions page by page, for a single request too',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const made = ['rest_a', 'rest_b', 'rest_a', 'rest_b', 'rest_a'].map((of) => sampleExecution(id, of));
        for (const one of made) await unwrapResult(store.executions.add(one, null, 9));
        const first = await unwrapResult(store.executions.list(id, { take: 2, requestId: 'rest_a' }));
        const after = first.next ?? '';
        const second = await unwrapResult(store.executions.list(id, { take: 2, requestId: 'rest_a', after }));
        const expected = [made[4], made[2], made[0]].map((one) => one!.summary);
        expect([...first.items, ...second.items]).toEqual(expected);
        expect(second.next).toBeUndefined();
        expect((await unwrapRefusal(store.executions.list(id, { take: 2, after: 'x' }))).kind).toBe(
          'invalid-input',
        );
      }),
    );

    it(
      'finds executions by name, URL, status, outcome, caller and time',
      { tags: 'executions:search' },
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const made = [
          createExecution(id, {
            name: 'Größe',
            url: 'http://h/A',
            status: 200,
            error: null,
            testsPassed: 1,
            by: 'window',
          }),
          createExecution(id, {
            url: 'http://h/b?100%',
            status: 404,
            error: null,
            testsFailed: 1,
            by: 'window',
          }),
          createExecution(id, {
            url: 'http://h/b',
            status: 499,
            error: null,
            by: 'claude',
            startedAt: later,
          }),
          createExecution(id, { url: 'http://h/c', startedAt: later }),
          createExecution(id, { url: 'http://h/d', error: 'CANCELLED', startedAt: later }),
          createExecution(id, {
            url: 'http://h/e',
            status: 200,
            error: null,
            testsPassed: 1,
            handlerFailed: true,
          }),
        ];
        for (const one of made) await unwrapResult(store.executions.add(one, null, 9));
        const found = async (query: Omit<ExecutionQuery, 'take'>) => {
          const { items } = await unwrapResult(store.executions.list(id, { ...query, take: 9 }));
          return items.map((item) => made.findIndex(({ summary }) => summary.id === item.id));
        };
        expect(await found({ search: '' })).toEqual([5, 4, 3, 2, 1, 0]);
        expect(await found({ search: 'GRÖSSE' })).toEqual([]);
        expect(await found({ search: 'GRÖßE' })).toEqual([0]);
        expect(await found({ search: '/B' })).toEqual([2, 1]);
        expect(await found({ search: '%' })).toEqual([1]);
        expect(await found({ status: [400, 499] })).toEqual([2, 1]);
        expect(await found({ status: [404, 404] })).toEqual([1]);
        expect(await found({ outcome: 'failed' })).toEqual([5, 3, 1]);
        expect(await found({ outcome: 'passed' })).toEqual([0]);
        expect(await found({ outcome: 'cancelled' })).toEqual([4]);
        expect(await found({ outcome: 'ran' })).toEqual([2]);
        expect(await found({ by: 'window' })).toEqual([1, 0]);
        expect(await found({ since: later })).toEqual([4, 3, 2]);
        expect(await found({ by: 'claude', search: 'h/b', status: [400, 499], since: later })).toEqual([2]);
        expect(await found({ search: '/b', shown: (text) => text.replace('/b', '') })).toEqual([]);
        expect(await unwrapResult(store.executions.callers(id))).toEqual(['claude', 'window']);
      }),
    );

    it(
      'pages through search results',
      on(async (store) => {
        const { id } = await createWorkspace(store);
        const made = [1, 2, 3, 4, 5, 6].map((n) =>
          createExecution(id, { url: n % 2 ? `http://odd/${n}` : 'http://even' }),
        );
        for (const one of made) await unwrapResult(store.executions.add(one, null, 9));
        const page = (after?: string) =>
          unwrapResult(
            store.executions.list(id, {
              search: 'odd',
              shown: (text) => text.replace('odd/3', ''),
              take: 1,
              ...(after === undefined ? {} : { after }),
            }),
          );
        const first = await page();
        const second = await page(first.next);
        expect([first, second].map(({ items }) => items.map(({ url }) => url))).toEqual([
          ['http://odd/5'],
          ['http://odd/1'],
        ]);
        expect(second.next).toBeUndefined();
      }),
    );

    it(
      'returns the newest execution of each request',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        await unwrapResult(store.executions.add(sampleExecution(other.id), null, 9));
        const made = ['rest_a', 'rest_b', 'rest_a'].map((request) => sampleExecution(mine.id, request));
        for (const one of made) await unwrapResult(store.executions.add(one, null, 9));
        expect(await unwrapResult(store.executions.count(mine.id))).toBe(
          (await unwrapResult(store.executions.list(mine.id, { take: 100 }))).items.length,
        );
        const newest = await unwrapResult(store.executions.latest(mine.id));
        expect(newest).toHaveLength(2);
        expect(newest).toEqual(expect.arrayContaining([made[1]!.summary, made[2]!.summary]));
      }),
    );

    it(
      'returns not-found for an execution of another workspace',
      on(async (store) => {
        const [mine, other] = [await createWorkspace(store), await createWorkspace(store)];
        const { summary } = await unwrapResult(store.executions.add(sampleExecution(other.id), null, 9));
        for (const answer of [
          store.executions.get(mine.id, summary.id),
          store.executions.body(mine.id, summary.id),
          store.executions.workspaceOf('exec_none' as ExecutionId),
        ])
          expect((await unwrapRefusal(answer)).kind).toBe('not-found');
      }),
    );
  });
};
