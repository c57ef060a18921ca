import { describe, expect, it } from 'vitest';

import { applyTabsEvent, noTabs, type TabsEvent, addOpenTabs } from './tabs.js';

const reduceEvents = (...events: readonly TabsEvent[]) => events.reduce(applyTabsEvent, noTabs);
const show = (key: string): TabsEvent => ({ kind: 'shown', key });
const three = [show('a'), show('b'), show('c')];

describe('the open tabs', () => {
  it('are listed in the order in which they were opened', () => {
    expect(addOpenTabs(noTabs, ['a', 'b'])).toEqual({ open: ['a', 'b'], shown: 'a' });
    expect(addOpenTabs(reduceEvents(...three), ['a', 'd'])).toEqual({
      open: ['a', 'b', 'c', 'd'],
      shown: 'c',
    });
  });

  it('include a tab only once, even if it is opened again', () => {
    expect(reduceEvents(...three, show('a'))).toEqual({ open: ['a', 'b', 'c'], shown: 'a' });
  });

  it('show the right neighbor when a tab is closed, or the left one at the end', () => {
    expect(reduceEvents(...three, show('b'), { kind: 'closed', key: 'b' }).shown).toBe('c');
    expect(reduceEvents(...three, { kind: 'closed', key: 'c' }).shown).toBe('b');
    expect(reduceEvents(show('a'), { kind: 'closed', key: 'a' })).toMatchObject(noTabs);
  });

  it('keep the shown tab when another tab is closed', () => {
    expect(reduceEvents(...three, { kind: 'closed', key: 'a' })).toMatchObject({
      open: ['b', 'c'],
      shown: 'c',
    });
  });

  it('can be replaced by a tab with another key', () => {
    expect(reduceEvents(...three, show('b'), { kind: 'replaced', from: 'b', to: 'd' })).toEqual({
      open: ['a', 'd', 'c'],
      shown: 'd',
    });
    expect(reduceEvents(...three, { kind: 'replaced', from: 'a', to: 'b' })).toEqual({
      open: ['b', 'c'],
      shown: 'c',
    });
  });

  it('wrap around when the person steps through them', () => {
    expect(reduceEvents(...three, { kind: 'stepped', step: 1 }).shown).toBe('a');
    expect(reduceEvents(...three, show('a'), { kind: 'stepped', step: -1 }).shown).toBe('c');
    expect(reduceEvents({ kind: 'stepped', step: 1 })).toEqual(noTabs);
  });

  it('show the nearest remaining tab when several are closed', () => {
    const closed = (...keys: string[]): TabsEvent => ({ kind: 'closed-all', keys });
    expect(reduceEvents(...three, show('a'), closed('b', 'c'))).toMatchObject({ open: ['a'], shown: 'a' });
    expect(reduceEvents(...three, show('a'), closed('a', 'b'))).toMatchObject({ open: ['c'], shown: 'c' });
    expect(reduceEvents(...three, closed('b', 'c'))).toMatchObject({ open: ['a'], shown: 'a' });
    expect(reduceEvents(...three, closed('a', 'b', 'c'))).toMatchObject(noTabs);
  });

  it('can be moved before another tab or to the end', () => {
    const moved = (key: string, before?: string): TabsEvent => ({ kind: 'moved', key, before });
    expect(reduceEvents(...three, moved('c', 'a')).open).toEqual(['c', 'a', 'b']);
    expect(reduceEvents(...three, moved('a')).open).toEqual(['b', 'c', 'a']);
    expect(reduceEvents(...three, moved('a', 'a')).open).toEqual(['a', 'b', 'c']);
    expect(reduceEvents(...three, moved('x', 'a')).open).toEqual(['a', 'b', 'c']);
  });
});

describe('a preview tab', () => {
  const preview = (key: string): TabsEvent => ({ kind: 'previewed', key });

  it('is replaced by the next preview at the same position', () => {
    expect(reduceEvents(show('a'), preview('b'), show('c'), preview('d'))).toMatchObject({
      open: ['a', 'd', 'c'],
      shown: 'd',
      preview: 'd',
    });
  });

  it('becomes permanent once it is kept or opened', () => {
    expect(reduceEvents(preview('a'), { kind: 'kept', key: 'a' }, preview('b')).open).toEqual(['a', 'b']);
    expect(reduceEvents(preview('a'), show('a'), preview('b')).open).toEqual(['a', 'b']);
  });

  it('is not opened for a request that already has a tab, which is shown instead', () => {
    expect(reduceEvents(show('a'), preview('b'), preview('a'))).toMatchObject({
      open: ['a', 'b'],
      shown: 'a',
      preview: 'b',
    });
  });

  it('stays a preview when its request is replaced, and ends when it is closed', () => {
    expect(reduceEvents(preview('a'), { kind: 'replaced', from: 'a', to: 'b' }).preview).toBe('b');
    expect(reduceEvents(preview('a'), { kind: 'closed', key: 'a' }).preview).toBe(undefined);
  });

  it('becomes permanent if it has unsaved edits from an earlier page', () => {
    expect(addOpenTabs(reduceEvents(preview('a')), ['a']).preview).toBe(undefined);
  });
});

describe('a closed tab', () => {
  const reopened = (key: string): TabsEvent => ({ kind: 'reopened', key });

  it('is reopened at its previous position', () => {
    const closed: TabsEvent = { kind: 'closed-all', keys: ['a', 'b'] };
    expect(reduceEvents(...three, closed, reopened('b'), reopened('a'))).toMatchObject({
      open: ['a', 'b', 'c'],
      shown: 'a',
      closed: [],
    });
  });

  it('is no longer listed as closed once it is open', () => {
    expect(reduceEvents(show('a'), { kind: 'closed', key: 'a' }, show('a')).closed).toEqual([]);
  });

  it('of a deleted request is reopened when the request is restored, and is shown if it was shown before', () => {
    const deleted: TabsEvent = { kind: 'deleted', keys: ['a', 'c'] };
    const restored: TabsEvent = { kind: 'restored-deleted', keys: ['a', 'c'] };
    expect(reduceEvents(...three, deleted)).toMatchObject({ open: ['b'], shown: 'b' });
    expect(reduceEvents(...three, deleted, restored)).toMatchObject({ open: ['a', 'b', 'c'], shown: 'c' });
    expect(reduceEvents(...three, { kind: 'closed', key: 'a' }, restored).open).toEqual(['b', 'c']);
  });
});
