import { expect, it } from 'vitest';

import type { ExecutionId } from '../../domain/ids.js';
import type { Store } from '../../ports/repositories.js';
import { sampleExecution, sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';

const workspaceIn = ({ workspaces }: Store) => given(workspaces.create(sampleWorkspace()));

/** What every adapter of the `Executions` port promises. */
export const executionsContract = (name: string, open: OpenStore): void => {
  suite(`${name} keeps executions`, open, (on) => {
    it(
      'gives back the request as it was sent, where there is one',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const one = sampleExecution(workspaceId, 'rest_sent');
        await given(store.executions.add(one, null, 9));
        expect(await given(store.executions.get(workspaceId, one.summary.id))).toEqual(one);
      }),
    );
    it(
      'gives back what was kept, its body byte for byte',
      on(async (store) => {
        const { id: workspaceId } = await workspaceIn(store);
        const [plain, text, binary] = [
          sampleExecution(workspaceId),
          sampleExecution(workspaceId),
          sampleExecution(workspaceId),
        ];
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
        const kept = sampleExecution(other.id);
        await given(store.executions.add(kept, null, 2));
        const made = [1, 2, 3, 4].map(() => sampleExecution(mine.id));
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
      'keeps the newest of each request too, as many as it is told',
      on(async (store) => {
        const { id } = await workspaceIn(store);
        const of = (request: string) => sampleExecution(id, request);
        const made = [of('rest_a'), of('rest_a'), of('rest_a'), of('rest_b'), of('rest_b'), of('rest_b')];
        for (const one of made) await given(store.executions.add(one, null, 2, 2));
        const listed = async () =>
          (await given(store.executions.list(id, { take: 9 }))).items.map((one) => one.id);
        expect(await listed()).toEqual([5, 4, 2, 1].map((at) => made[at]!.summary.id));
        const another = of('rest_a');
        await given(store.executions.add(another, null, 2, 2));
        expect(await listed()).toEqual([another.summary.id, ...[5, 4, 2].map((at) => made[at]!.summary.id)]);
      }),
    );

    it(
      'lists page by page, and those of one request alone',
      on(async (store) => {
        const { id } = await workspaceIn(store);
        const made = ['rest_a', 'rest_b', 'rest_a', 'rest_b', 'rest_a'].map((of) => sampleExecution(id, of));
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
        const { summary } = await given(store.executions.add(sampleExecution(other.id), null, 9));
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
