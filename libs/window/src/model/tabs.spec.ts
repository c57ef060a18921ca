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
});
