import type { RestRequest } from '@tandem/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Edits } from './saved-request.js';
import {
  conflictsOf,
  type Draft,
  type DraftEvent,
  isClean,
  mineOf,
  nextDraft,
  openDraft,
  savable,
  shownOf,
} from './draft.js';

const stored = {
  id: 'rest_0',
  name: 'A',
  url: '/a',
  description: '',
  settings: {},
  revision: 1,
} as unknown as RestRequest;
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

  it('knows its own edit again when its fields come back in another order', () => {
    const body = { type: 'multipart', parts: [{ name: 'a', enabled: true, file: 'x' }] };
    const back = { parts: [{ file: 'x', name: 'a', enabled: true }], type: 'multipart' };
    const edited: DraftEvent = { kind: 'edited', field: 'body', value: body };
    expect(isClean(after(edited, now(2, { body: back }, { body })))).toBe(true);
    const more: DraftEvent = { kind: 'edited', field: 'body', value: { type: 'none' }, sent: { body } };
    expect(conflictsOf(after(edited, more, now(2, { body: back }, { body })))).toEqual([]);
  });

  it('is clean when an edit is taken back', () => {
    expect(isClean(after(url('/b'), url('/a')))).toBe(true);
  });

  it('keeps what is typed while it is being stored', () => {
    const draft = after(url('/b'), url('/bc'), now(2, { url: '/b' }, { url: '/b' }));
    expect(shownOf(draft).url).toBe('/bc');
    expect(conflictsOf(draft)).toEqual([]);
  });

  it('keeps an edit back to what is stored while another value is on its way', () => {
    const back: DraftEvent = { kind: 'edited', field: 'url', value: '/b', sent: { url: '/c' } };
    const draft = after(now(2, { url: '/b' }), url('/c'), back, now(2, { url: '/b' }, { url: '/c' }));
    expect([savable(draft), conflictsOf(draft)]).toEqual([{ url: '/b' }, []]);
    const stored = nextDraft(draft, now(3, { url: '/c' }, { url: '/c' }));
    expect([savable(stored), conflictsOf(stored)]).toEqual([{ url: '/b' }, []]);
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

  const typed = (text: string): DraftEvent => ({ kind: 'typed', part: 'timeoutMs', text });
  const settings = (timeoutMs: number) => ({ settings: { timeoutMs } });

  it('keeps a text that is no value yet beside what is stored, and stores it once it is one', () => {
    const draft = after(now(2, settings(7)), typed('-5'));
    expect([draft.unfinished, savable(draft), isClean(draft)]).toEqual([{ timeoutMs: '-5' }, {}, false]);
    const mended = nextDraft(draft, typed('5'));
    expect([mended.unfinished, savable(mended)]).toEqual([{}, settings(5)]);
  });

  it('keeps such a text while the other settings are stored', () => {
    const edited: DraftEvent = { kind: 'edited', field: 'settings', value: { followRedirects: false } };
    const draft = after(
      now(2, settings(7)),
      typed('-5'),
      edited,
      now(3, { settings: { followRedirects: false } }, { settings: { followRedirects: false } }),
    );
    expect([draft.unfinished, conflictsOf(draft)]).toEqual([{ timeoutMs: '-5' }, []]);
  });

  it('asks when somebody else sets the field of such a text, and forgets it only for theirs', () => {
    const draft = after(now(2, settings(7)), typed('-5'), now(3, settings(9)));
    expect([conflictsOf(draft), mineOf(draft, 'settings')]).toEqual([['settings'], '-5']);
    const mine = nextDraft(draft, { kind: 'chosen', field: 'settings', side: 'mine' });
    expect([mine.unfinished, conflictsOf(mine)]).toEqual([{ timeoutMs: '-5' }, []]);
    const theirs = nextDraft(draft, { kind: 'chosen', field: 'settings', side: 'theirs' });
    expect([theirs.stored.settings, isClean(theirs)]).toEqual([{ timeoutMs: 9 }, true]);
  });

  it('of a deleted request stores nothing, and goes on with the request that takes its place', () => {
    const gone = after(url('/mine'), typed('-5'), { kind: 'gone' });
    expect([savable(gone), isClean(gone), isClean(after({ kind: 'gone' }))]).toEqual([{}, false, false]);
    const request = { ...stored, id: 'rest_1' as RestRequest['id'], description: 'new' };
    const again = nextDraft(gone, { kind: 'replaced', request });
    expect([again.stored.id, savable(again), again.unfinished, conflictsOf(again)]).toEqual([
      'rest_1',
      { url: '/mine' },
      { timeoutMs: '-5' },
      [],
    ]);
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
