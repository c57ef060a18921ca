import { describe, expect, it } from 'vitest';

import { createTransactionQueue } from './access.js';

describe('the lane of transactions', () => {
  it('rejects work that waits for the lane in which it runs', async () => {
    const lane = createTransactionQueue();
    await expect(lane(() => lane(() => Promise.resolve()))).rejects.toThrow('a transaction is already open');
    await expect(lane(() => Promise.resolve('free'))).resolves.toBe('free');
  });

  it("accepts work that was started inside the lane and continues after the lane's work has ended", async () => {
    const lane = createTransactionQueue();
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
