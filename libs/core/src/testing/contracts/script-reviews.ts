import { expect, it } from 'vitest';

import { everyScript, type ScriptReview } from '../../domain/script-review.js';
import { sampleWorkspace } from '../samples.js';
import { given, type OpenStore, refusal, suite } from './opened.js';

const review = (hash: string, isApproved: boolean, more: Partial<ScriptReview> = {}): ScriptReview => ({
  ...{ hash, isApproved, path: null, text: null },
  ...more,
});

/** What every adapter of the `ScriptReviews` port promises. */
export const scriptReviewsContract = (name: string, open: OpenStore): void => {
  suite(`${name} keeps what is known of scripts`, open, (on) => {
    it(
      'adds what is not known yet and replaces what is put, by workspace',
      on(async ({ workspaces, scriptReviews }) => {
        const { id } = await given(workspaces.create(sampleWorkspace()));
        const other = (await given(workspaces.create(sampleWorkspace()))).id;
        await given(scriptReviews.add(id, []));
        await given(scriptReviews.add(id, [review('a', false, { text: 'was' }), review('b', true)]));
        await given(scriptReviews.add(id, [review('a', true), review('c', false), review('c', true)]));
        const { isTrusted, waiting } = await given(scriptReviews.trust(id));
        expect([isTrusted, waiting.toSorted()]).toEqual([false, ['a', 'c']]);
        expect(await given(scriptReviews.find(id, ['a', 'x']))).toEqual([
          review('a', false, { text: 'was' }),
        ]);
        await given(scriptReviews.put(id, [review('a', true), review('d', false)]));
        expect((await given(scriptReviews.trust(id))).waiting.toSorted()).toEqual(['c', 'd']);
        expect(await given(scriptReviews.trust(other))).toEqual({ isTrusted: false, waiting: [] });
        expect(await given(scriptReviews.find(other, ['a']))).toEqual([]);
      }),
    );
    it(
      'finds those of a path, and the decision about every script',
      on(async ({ workspaces, scriptReviews }) => {
        const { id } = await given(workspaces.create(sampleWorkspace()));
        const file = review('a', true, { path: 'lib/a.js', text: 'a' });
        await given(scriptReviews.put(id, [file, review(everyScript, true)]));
        expect(await given(scriptReviews.find(id, ['lib/a.js']))).toEqual([file]);
        expect(await given(scriptReviews.trust(id))).toEqual({ isTrusted: true, waiting: [] });
        await given(scriptReviews.put(id, [review(everyScript, false)]));
        expect(await given(scriptReviews.trust(id))).toEqual({ isTrusted: false, waiting: [] });
      }),
    );
    it(
      'keeps none of a workspace that is deleted or not there',
      on(async ({ workspaces, scriptReviews }) => {
        const { id, createdAt } = await given(workspaces.create(sampleWorkspace()));
        await given(scriptReviews.add(id, [review('a', false)]));
        await given(workspaces.hide(id, 'deleted', createdAt));
        await given(workspaces.remove(id));
        expect(await given(scriptReviews.find(id, ['a']))).toEqual([]);
        const added = await refusal(scriptReviews.add(sampleWorkspace().id, [review('a', false)]));
        expect(added.kind).toBe('storage-failed');
      }),
    );
  });
};
