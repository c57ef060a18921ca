import { describe, expect, it } from 'vitest';

import { createListeners } from './listeners.js';

describe('listeners', () => {
  it('are called with the change, in the order in which they were added', () => {
    const calls: string[] = [];
    const { notify, subscribe } = createListeners<[name: string]>();
    subscribe((name) => calls.push(`first ${name}`));
    subscribe((name) => calls.push(`second ${name}`));
    notify('a');
    expect(calls).toEqual(['first a', 'second a']);
  });

  it('are called until they unsubscribe, and twice per change if they were added twice', () => {
    let calls = 0;
    const { notify, subscribe } = createListeners();
    const listener = (): void => {
      calls += 1;
    };
    const unsubscribe = subscribe(listener);
    subscribe(listener);
    notify();
    expect(calls).toBe(2);
    unsubscribe();
    unsubscribe();
    notify();
    expect(calls).toBe(3);
  });
});
