import { describe, expect, it } from 'vitest';

import { reduceTabs, noTabs, type TabsEvent, addOpenTabs } from './tabs.js';

const reduceEvents = (...events: readonly TabsEvent[]) => events.reduce(reduceTabs, noTabs);
const show = (key: string): TabsEvent => ({ kind: 'shown', key });
const three = [show('a'), show('b'), show('c')];

describe('tabs', () => {
  it('opened tabs are listed in order', () => {
    expect(addOpenTabs(noTabs, ['a', 'b'])).toEqual({ open: ['a', 'b'], shown: 'a' });
    expect(addOpenTabs(reduceEvents(...three), ['a', 'd'])).toEqual({
      open: ['a', 'b', 'c', 'd'],
      shown: 'c',
    });
  });

  it('opening a tab again only shows it', () => {
    expect(reduceEvents(...three, show('a'))).toEqual({ open: ['a', 'b', 'c'], shown: 'a' });
  });

  it('closing a tab shows its right neighbor, or the left one at the end', () => {
    expect(reduceEvents(...three, show('b'), { kind: 'closed', key: 'b' }).shown).toBe('c');
    expect(reduceEvents(...three, { kind: 'closed', key: 'c' }).shown).toBe('b');
    expect(reduceEvents(show('a'), { kind: 'closed', key: 'a' })).toEqual(noTabs);
  });

  it('the shown tab stays when another one is closed', () => {
    expect(reduceEvents(...three, { kind: 'closed', key: 'a' })).toEqual({ open: ['b', 'c'], shown: 'c' });
  });

  it('a tab can be replaced by a tab with another key', () => {
    expect(reduceEvents(...three, show('b'), { kind: 'replaced', from: 'b', to: 'd' })).toEqual({
      open: ['a', 'd', 'c'],
      shown: 'd',
    });
    expect(reduceEvents(...three, { kind: 'replaced', from: 'a', to: 'b' })).toEqual({
      open: ['b', 'c'],
      shown: 'c',
    });
  });

  it('stepping through tabs wraps around', () => {
    expect(reduceEvents(...three, { kind: 'stepped', step: 1 }).shown).toBe('a');
    expect(reduceEvents(...three, show('a'), { kind: 'stepped', step: -1 }).shown).toBe('c');
    expect(reduceEvents({ kind: 'stepped', step: 1 })).toEqual(noTabs);
  });

  it('closing several tabs shows the nearest remaining one', () => {
    const closed = (...keys: string[]): TabsEvent => ({ kind: 'closed-all', keys });
    expect(reduceEvents(...three, show('a'), closed('b', 'c'))).toEqual({ open: ['a'], shown: 'a' });
    expect(reduceEvents(...three, show('a'), closed('a', 'b'))).toEqual({ open: ['c'], shown: 'c' });
    expect(reduceEvents(...three, closed('b', 'c'))).toEqual({ open: ['a'], shown: 'a' });
    expect(reduceEvents(...three, closed('a', 'b', 'c'))).toEqual(noTabs);
  });

  it('a tab is moved before another one or to the end', () => {
    const moved = (key: string, before?: string): TabsEvent => ({ kind: 'moved', key, before });
    expect(reduceEvents(...three, moved('c', 'a')).open).toEqual(['c', 'a', 'b']);
    expect(reduceEvents(...three, moved('a')).open).toEqual(['b', 'c', 'a']);
    expect(reduceEvents(...three, moved('a', 'a')).open).toEqual(['a', 'b', 'c']);
    expect(reduceEvents(...three, moved('x', 'a')).open).toEqual(['a', 'b', 'c']);
  });
});
