import { describe, expect, it } from 'vitest';

import { watchStore } from '../../changes/watch-store.js';
import type { Change } from '../../activity/activity.js';
import { createInvalidInput } from '../../errors.js';
import { pipe, TE } from '../../fp.js';
import type { SharedStore } from '../../changes/listeners.js';
import type { Store } from '../../ports/repositories.js';
import { sampleCookie, sampleEnvironment, sampleRequest, sampleWorkspace } from '../samples.js';
import { unwrapResult, unwrapRefusal } from './opened.js';

/** One store as seen by two processes. */
export interface OpenedTwice {
  readonly mine: Store;
  readonly theirs: Store;
  readonly close: () => Promise<void>;
}

const getSharedStore = ({ shared }: Store): SharedStore => {
  if (shared === undefined) throw new Error('the store is not shared');
  return shared;
};

const testWithBoth =
  (open: () => Promise<OpenedTwice>) =>
  (test: (opened: OpenedTwice) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const opened = await open();
    try {
      await test(opened);
    } finally {
      await opened.close();
    }
  };

const listen = (store: Store): readonly Change[] => {
  const heard: Change[] = [];
  getSharedStore(store).subscribe((change) => heard.push(change));
  return heard;
};

const ignore = (): void => undefined;

/** The contract of every store that several processes share. */
export const testSharedStoreContract = (name: string, open: () => Promise<OpenedTwice>): void => {
  const both = testWithBoth(open);
  describe(`the ${name} store, shared by processes,`, { tags: 'storage:shared' }, () => {
    it(
      "notifies only the other process of changes, in order and with the caller's name",
      both(async ({ mine, theirs }) => {
        const [heard, own] = [listen(theirs), listen(mine)];
        const store = watchStore(mine, ignore, { by: 'mcp' });
        const workspace = await unwrapResult(store.workspaces.create(sampleWorkspace()));
        const request = await unwrapResult(store.restRequests.create(sampleRequest(workspace.id)));
        await unwrapResult(store.restRequests.remove(workspace.id, request.id));
        const told = { workspaceId: workspace.id, by: 'mcp' };
        await expect
          .poll(() => heard)
          .toEqual([
            { ...told, entity: 'workspace', id: workspace.id, op: 'created' },
            { ...told, entity: 'rest', id: request.id, op: 'created' },
            { ...told, entity: 'rest', id: request.id, op: 'deleted' },
          ]);
        const answer = await unwrapResult(watchStore(theirs, ignore).workspaces.create(sampleWorkspace()));
        await expect.poll(() => own.map(({ id }) => id)).toEqual([answer.id]);
      }),
    );

    it(
      'reports which cookie jar changed, but not its contents',
      { tags: 'cookies:changes' },
      both(async ({ mine, theirs }) => {
        const heard = listen(theirs);
        const { id: workspaceId } = await unwrapResult(mine.workspaces.create(sampleWorkspace()));
        const environment = await unwrapResult(mine.environments.create(sampleEnvironment(workspaceId)));
        const { cookies } = watchStore(mine, ignore, { by: 'mcp' });
        const [set, removed] = [[sampleCookie()], [sampleCookie()]];
        await unwrapResult(cookies.change(workspaceId, environment.id, { set, removed: [] }));
        await unwrapResult(cookies.change(workspaceId, null, { set: [], removed }));
        await unwrapResult(cookies.change(workspaceId, null, { set: [], removed: [] }));
        const told = { workspaceId, entity: 'cookies', op: 'updated', by: 'mcp' };
        await expect
          .poll(() => heard)
          .toEqual([
            { ...told, id: environment.id },
            { ...told, id: '' },
          ]);
      }),
    );

    it(
      'reports nothing about a rolled-back transaction, and everything about a committed transaction',
      both(async ({ mine, theirs }) => {
        const heard = listen(theirs);
        const store = watchStore(mine, ignore);
        const [undone, first, second] = [sampleWorkspace(), sampleWorkspace(), sampleWorkspace()];
        const error = createInvalidInput('x', 'is no good', { expected: 'y', got: 'x' });
        await unwrapRefusal(
          store.transaction(({ workspaces }) =>
            pipe(
              workspaces.create(undone),
              TE.flatMap(() => TE.left(error)),
            ),
          ),
        );
        await unwrapResult(
          store.transaction(({ workspaces }) =>
            pipe(
              workspaces.create(first),
              TE.flatMap(() => workspaces.create(second)),
            ),
          ),
        );
        await expect.poll(() => heard.map(({ id }) => id)).toEqual([first.id, second.id]);
      }),
    );

    it(
      'stops calling a listener that has unsubscribed',
      both(async ({ mine, theirs }) => {
        const heard: Change[] = [];
        const stop = getSharedStore(theirs).subscribe((change) => heard.push(change));
        const others = listen(theirs);
        stop();
        await unwrapResult(watchStore(mine, ignore).workspaces.create(sampleWorkspace()));
        await expect.poll(() => others.length).toBe(1);
        expect(heard).toEqual([]);
      }),
    );

    it(
      'lets one process at a time hold the lock of a key, and does not block other keys',
      both(async ({ mine, theirs }) => {
        const steps: string[] = [];
        let free: () => void = ignore;
        const held = new Promise<void>((resolve) => {
          free = resolve;
        });
        const began = new Promise<void>((resolve) => {
          const work = async () => {
            steps.push('mine begins');
            resolve();
            await held;
            steps.push('mine ends');
          };
          void getSharedStore(mine).inTurn('a', TE.fromTask(work))();
        });
        await began;
        const waiting = getSharedStore(theirs).inTurn(
          'a',
          TE.fromIO(() => steps.push('theirs')),
        )();
        await unwrapResult(
          getSharedStore(theirs).inTurn(
            'b',
            TE.fromIO(() => steps.push('another key')),
          ),
        );
        free();
        await waiting;
        expect(steps).toEqual(['mine begins', 'another key', 'mine ends', 'theirs']);
      }),
    );

    it(
      'releases the lock after failed work',
      both(async ({ mine, theirs }) => {
        const error = createInvalidInput('x', 'is no good', { expected: 'y', got: 'x' });
        expect(await unwrapRefusal(getSharedStore(mine).inTurn('a', TE.left(error)))).toEqual(error);
        expect(await unwrapResult(getSharedStore(theirs).inTurn('a', TE.right(1)))).toBe(1);
      }),
    );

    it(
      'loses no change if both processes write concurrently',
      both(async ({ mine, theirs }) => {
        const { id } = await unwrapResult(mine.workspaces.create(sampleWorkspace()));
        const [left, right] = [listen(mine), listen(theirs)];
        const stores = [watchStore(mine, ignore), watchStore(theirs, ignore)];
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            unwrapResult(stores[index % 2]!.restRequests.create(sampleRequest(id))),
          ),
        );
        expect(await unwrapResult(mine.restRequests.count(id))).toBe(20);
        await expect.poll(() => [left.length, right.length]).toEqual([10, 10]);
      }),
    );
  });
};
