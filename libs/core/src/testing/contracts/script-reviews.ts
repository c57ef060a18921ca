import { expect, it } from 'vitest';
import { everyScript, type ScriptReview } from '../../guards/reviews.js';
import { sampleWorkspace } from '../samples.js';
import { describeSuite, type OpenStore, unwrapRefusal, unwrapResult } from './opened.js';

/** The contract of every `ScriptSendingDecisions` adapter. */
export const testScriptSendingContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of decisions about scripts' requests`, open, (on) => {
    it(
      'keeps the latest decision of each workspace, until the workspace is deleted',
      on(async ({ workspaces, scriptSending }) => {
        const mine = await unwrapResult(workspaces.create(sampleWorkspace()));
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        expect(await unwrapResult(scriptSending.get(mine.id))).toBeNull();
        await unwrapResult(scriptSending.decide(mine.id, true));
        expect(await unwrapResult(scriptSending.get(mine.id))).toBe(true);
        await unwrapResult(scriptSending.decide(mine.id, false));
        expect(await unwrapResult(scriptSending.get(mine.id))).toBe(false);
        expect(await unwrapResult(scriptSending.get(other))).toBeNull();
        await unwrapResult(workspaces.hide(mine.id, 'deleted', mine.createdAt));
        await unwrapResult(workspaces.remove(mine.id));
        expect(await unwrapResult(scriptSending.get(mine.id))).toBeNull();
      }),
    );
    it(
      'refuses a decision for a missing workspace',
      on(async ({ scriptSending }) => {
        const decided = await unwrapRefusal(scriptSending.decide(sampleWorkspace().id, true));
        expect(decided.kind).toBe('storage-failed');
      }),
    );
  });
};

const createReview = (hash: string, isApproved: boolean, more: Partial<ScriptReview> = {}): ScriptReview => ({
  hash,
  isApproved,
  path: null,
  text: null,
  ...more,
});

/** The contract of every `ScriptReviews` adapter. */
export const testScriptReviewsContract = (name: string, open: OpenStore): void => {
  describeSuite(`the ${name} repository of script reviews`, open, (on) => {
    it(
      'adds unknown reviews and replaces existing reviews, per workspace',
      on(async ({ workspaces, scriptReviews }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const other = (await unwrapResult(workspaces.create(sampleWorkspace()))).id;
        await unwrapResult(scriptReviews.add(id, []));
        await unwrapResult(
          scriptReviews.add(id, [createReview('a', false, { text: 'was' }), createReview('b', true)]),
        );
        await unwrapResult(
          scriptReviews.add(id, [createReview('a', true), createReview('c', false), createReview('c', true)]),
        );
        const { isTrusted, waiting } = await unwrapResult(scriptReviews.trust(id));
        expect([isTrusted, waiting.toSorted()]).toEqual([false, ['a', 'c']]);
        expect(await unwrapResult(scriptReviews.find(id, ['a', 'x']))).toEqual([
          createReview('a', false, { text: 'was' }),
        ]);
        await unwrapResult(scriptReviews.put(id, [createReview('a', true), createReview('d', false)]));
        expect((await unwrapResult(scriptReviews.trust(id))).waiting.toSorted()).toEqual(['c', 'd']);
        expect(await unwrapResult(scriptReviews.trust(other))).toEqual({ isTrusted: false, waiting: [] });
        expect(await unwrapResult(scriptReviews.find(other, ['a']))).toEqual([]);
      }),
    );
    it(
      'finds the reviews of a path, and the decision that covers every script',
      on(async ({ workspaces, scriptReviews }) => {
        const { id } = await unwrapResult(workspaces.create(sampleWorkspace()));
        const file = createReview('a', true, { path: 'lib/a.js', text: 'a' });
        await unwrapResult(scriptReviews.put(id, [file, createReview(everyScript, true)]));
        expect(await unwrapResult(scriptReviews.find(id, ['lib/a.js']))).toEqual([file]);
        expect(await unwrapResult(scriptReviews.trust(id))).toEqual({ isTrusted: true, waiting: [] });
        await unwrapResult(scriptReviews.put(id, [createReview(everyScript, false)]));
        expect(await unwrapResult(scriptReviews.trust(id))).toEqual({ isTrusted: false, waiting: [] });
      }),
    );
    it(
      'keeps no reviews of a deleted or missing workspace',
      on(async ({ workspaces, scriptReviews }) => {
        const { id, createdAt } = await unwrapResult(workspaces.create(sampleWorkspace()));
        await unwrapResult(scriptReviews.add(id, [createReview('a', false)]));
        await unwrapResult(workspaces.hide(id, 'deleted', createdAt));
        await unwrapResult(workspaces.remove(id));
        expect(await unwrapResult(scriptReviews.find(id, ['a']))).toEqual([]);
        const added = await unwrapRefusal(
          scriptReviews.add(sampleWorkspace().id, [createReview('a', false)]),
        );
        expect(added.kind).toBe('storage-failed');
      }),
    );
  });
};
