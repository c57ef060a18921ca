import type { RestRequest } from '@tandem/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Edits } from './saved-request.js';
import {
  conflictsOf,
  type Draft,
  type DraftEvent,
  isClean,
  nextDraft,
  openDraft,
  savable,
  shownOf,
} from './draft.js';

const stored = { id: 'rest_0', name: 'A', url: '/a', description: '', revision: 1 } as unknown as RestRequest;
const after = (...events: readonly DraftEvent[]): Draft => events.reduce(nextDraft, openDraft(stored));
const url = (value: string): DraftEvent => ({ kind: 'edited', field: 'url', value });
const now = (revision: number, fields: object, sent?: Edits): DraftEvent => ({
  kind: 'stored',
  request: { ...stored, revision, ...fields },
  ...(sent ? { sent } : {}),
});

describe('a draft', () => {
  it('shows edits over what is stored, and is clean again when they are stored', () => {
    expect(shownOf(after(url('/b'))).url).toBe('/b');
    expect(isClean(after(url('/b'), now(2, { url: '/b' }, { url: '/b' })))).toBe(true);
  });

  it('is clean when an edit is taken back', () => {
    expect(isClean(after(url('/b'), url('/a')))).toBe(true);
  });

  it('keeps what is typed while it is being stored', () => {
    const draft = after(url('/b'), url('/bc'), now(2, { url: '/b' }, { url: '/b' }));
    expect(shownOf(draft).url).toBe('/bc');
    expect(conflictsOf(draft)).toEqual([]);
  });

  it('takes in another field that somebody else changed', () => {
    const draft = after(url('/b'), now(2, { description: 'theirs' }));
    expect([shownOf(draft).url, shownOf(draft).description]).toEqual(['/b', 'theirs']);
    expect(conflictsOf(draft)).toEqual([]);
  });

  it('holds a field that both changed back until one side is chosen', () => {
    const draft = after(url('/mine'), now(2, { url: '/theirs' }));
    expect([conflictsOf(draft), savable(draft), draft.theirs.url]).toEqual([['url'], {}, '/theirs']);
    const mine = nextDraft(draft, { kind: 'chosen', field: 'url', side: 'mine' });
    expect(savable(mine)).toEqual({ url: '/mine' });
    const theirs = nextDraft(draft, { kind: 'chosen', field: 'url', side: 'theirs' });
    expect([shownOf(theirs).url, isClean(theirs)]).toEqual(['/theirs', true]);
  });

  it('holds it back as well when more is typed or the other side goes on', () => {
    const draft = after(url('/mine'), now(2, { url: '/theirs' }), url('/mine2'), now(3, { url: '/theirs2' }));
    expect([conflictsOf(draft), draft.theirs.url, shownOf(draft).url]).toEqual([
      ['url'],
      '/theirs2',
      '/mine2',
    ]);
  });

  it('ignores an answer that is older than what it knows', () => {
    expect(after(now(3, { url: '/c' }), now(2, { url: '/b' })).stored.revision).toBe(3);
  });

  it('never loses what was typed last, whatever the other side does', () => {
    const event = fc.oneof(
      fc.string().map((value) => url(value)),
      fc
        .record({ revision: fc.integer({ min: 1, max: 9 }), url: fc.string() })
        .map((r) => now(r.revision, { url: r.url })),
    );
    fc.assert(
      fc.property(
        fc.array(event),
        fc.string({ minLength: 1 }),
        fc.array(event.filter(({ kind }) => kind === 'stored')),
        (a, last, b) => {
          const draft = after(...a, url(last), ...b);
          expect(shownOf(draft).url).toBe(isClean(draft) ? draft.stored.url : last);
        },
      ),
    );
  });
});
