import { describe, expect, it } from 'vitest';

import { createLane } from './lane.js';

describe('a lane', () => {
  it('begins a piece of work when the one before has ended, even when that failed', async () => {
    const lane = createLane();
    const seen: string[] = [];
    const piece = (name: string) => async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (name === 'a') throw new Error('a failed');
    };
    const outcomes = await Promise.allSettled([lane(piece('a')), lane(piece('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('refuses work that waits for the lane it runs in', async () => {
    const lane = createLane();
    await expect(lane(() => lane(() => Promise.resolve()))).rejects.toThrow('a transaction is open here');
    await expect(lane(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('takes work that began in it and goes on after its end', async () => {
    const lane = createLane();
    let ended: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (ended = resolve));
    let later: Promise<string> | undefined;
    await lane(() => {
      later = gate.then(() => lane(() => Promise.resolve('later')));
      return Promise.resolve();
    });
    ended();
    await expect(later).resolves.toBe('later');
  });
});
