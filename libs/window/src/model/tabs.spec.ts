import { describe, expect, it } from 'vitest';

import { nextTabs, noTabs, type TabsEvent, withOpen } from './tabs.js';

const after = (...events: readonly TabsEvent[]) => events.reduce(nextTabs, noTabs);
const show = (key: string): TabsEvent => ({ kind: 'shown', key });
const three = [show('a'), show('b'), show('c')];

describe('tabs', () => {
  it('are opened for more keys, each once, and one is shown', () => {
    expect(withOpen(noTabs, ['a', 'b'])).toEqual({ open: ['a', 'b'], shown: 'a' });
    expect(withOpen(after(...three), ['a', 'd'])).toEqual({ open: ['a', 'b', 'c', 'd'], shown: 'c' });
  });

  it('open once and are shown', () => {
    expect(after(...three, show('a'))).toEqual({ open: ['a', 'b', 'c'], shown: 'a' });
  });

  it('show the right neighbour of a closed one, at the end the left', () => {
    expect(after(...three, show('b'), { kind: 'closed', key: 'b' }).shown).toBe('c');
    expect(after(...three, { kind: 'closed', key: 'c' }).shown).toBe('b');
    expect(after(show('a'), { kind: 'closed', key: 'a' })).toEqual(noTabs);
  });

  it('stay when another one is closed', () => {
    expect(after(...three, { kind: 'closed', key: 'a' })).toEqual({ open: ['b', 'c'], shown: 'c' });
  });

  it('go on under another key, once', () => {
    expect(after(...three, show('b'), { kind: 'replaced', from: 'b', to: 'd' })).toEqual({
      open: ['a', 'd', 'c'],
      shown: 'd',
    });
    expect(after(...three, { kind: 'replaced', from: 'a', to: 'b' })).toEqual({
      open: ['b', 'c'],
      shown: 'c',
    });
  });

  it('are walked in a circle', () => {
    expect(after(...three, { kind: 'stepped', step: 1 }).shown).toBe('a');
    expect(after(...three, show('a'), { kind: 'stepped', step: -1 }).shown).toBe('c');
    expect(after({ kind: 'stepped', step: 1 })).toEqual(noTabs);
  });

  it('are closed together, and the shown one gives way to the next that is left', () => {
    const closed = (...keys: string[]): TabsEvent => ({ kind: 'closed-all', keys });
    expect(after(...three, show('a'), closed('b', 'c'))).toEqual({ open: ['a'], shown: 'a' });
    expect(after(...three, show('a'), closed('a', 'b'))).toEqual({ open: ['c'], shown: 'c' });
    expect(after(...three, closed('b', 'c'))).toEqual({ open: ['a'], shown: 'a' });
    expect(after(...three, closed('a', 'b', 'c'))).toEqual(noTabs);
  });

  it('are moved before another one or to the end', () => {
    const moved = (key: string, before?: string): TabsEvent => ({ kind: 'moved', key, before });
    expect(after(...three, moved('c', 'a')).open).toEqual(['c', 'a', 'b']);
    expect(after(...three, moved('a')).open).toEqual(['b', 'c', 'a']);
    expect(after(...three, moved('a', 'a')).open).toEqual(['a', 'b', 'c']);
    expect(after(...three, moved('x', 'a')).open).toEqual(['a', 'b', 'c']);
  });
});
