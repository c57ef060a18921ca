import { afterEach, describe, expect, it } from 'vitest';

import { defaultLimits } from './limits.js';
import { createPool, type Pool, PoolClosedError } from './pool.js';

const pools: Pool[] = [];
const open = (restMs: number): Pool => {
  const pool = createPool({ hosts: 2, limits: defaultLimits, restMs });
  pools.push(pool);
  return pool;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('a pool of script hosts', () => {
  it('reuses one host while it is free', async () => {
    const pool = open(60_000);
    const one = await pool.acquire();
    await one.check('1');
    const again = await pool.acquire();
    await again.check('1');
    expect(again).toBe(one);
  });

  it('starts no host before the first is needed if it is lazy', async () => {
    const processes = () => process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length;
    const before = processes();
    const pool = createPool({ hosts: 2, limits: defaultLimits, restMs: 60_000, isLazy: true });
    pools.push(pool);
    expect(processes()).toBe(before);
    expect((await pool.acquire()).isAlive()).toBe(true);
  });

  it('alternates between hosts for sessions that need an isolate of their own', async () => {
    const pool = open(60_000);
    await pool.acquire(true);
    await pool.ready();
    const hosts = [await pool.acquire(true), await pool.acquire(true), await pool.acquire(true)];
    expect(hosts[0]).not.toBe(hosts[1]);
    expect(hosts[2]).toBe(hosts[0]);
  });

  it('distributes overlapping work among its hosts', async () => {
    const pool = open(60_000);
    const one = await pool.acquire();
    // While the only host is in use, another one starts.
    expect(await pool.acquire()).toBe(one);
    await pool.ready();
    const atOnce = await Promise.all([pool.acquire(), pool.acquire(), pool.acquire(), pool.acquire()]);
    const [first, other] = [...new Set(atOnce)];
    expect(atOnce.filter((host) => host === first)).toHaveLength(2);
    expect(atOnce.filter((host) => host === other)).toHaveLength(2);
  });

  it('replaces a retired host', async () => {
    const pool = open(60_000);
    const first = await pool.acquire();
    pool.retire(first);
    await first.exited;
    expect(pool.isUsable(first)).toBe(false);
    expect((await pool.acquire()).isAlive()).toBe(true);
  });

  it('replaces its hosts after an idle period', async () => {
    const pool = open(50);
    const first = await pool.acquire();
    await first.exited;
    expect((await pool.acquire()).isAlive()).toBe(true);
  });

  it('keeps a host with an open session', async () => {
    const pool = open(50);
    await pool.acquire();
    await pool.acquire();
    await pool.ready();
    const [held, other] = await Promise.all([pool.acquire(), pool.acquire()]);
    await held.call({
      session: 1,
      last: false,
      call: { handler: 'onRequest', input: '{"request":{}}' },
      open: {
        scripts: [{ name: null, text: '' }],
        environment: '{"name":null,"variables":{},"secrets":{}}',
        seed: '0'.repeat(64),
        before: [],
        readings: [],
      },
    });
    // By then, another pool with the same idle time that was used later has already dropped its host.
    await (
      await open(50).acquire()
    ).exited;
    expect([held.isAlive(), other.isAlive()]).toEqual([true, true]);
    held.closeSession(1);
    await held.exited;
  });

  it('ends all hosts when it is closed and provides none afterwards', async () => {
    const pool = open(60_000);
    const host = await pool.acquire();
    await pool.close();
    expect(host.isAlive()).toBe(false);
    await expect(pool.acquire()).rejects.toThrow(PoolClosedError);
    await expect(pool.alone((one) => one.exited)).rejects.toThrow(PoolClosedError);
  });

  it('rejects pending calls when it is closed', async () => {
    const pool = open(60_000);
    const calls = Array.from({ length: 12 }, () => pool.alone((host) => host.exited));
    const ended = Promise.allSettled(calls);
    await pool.close();
    const reasons = (await ended).map(
      (one) => (one.status === 'rejected' ? one.reason : undefined) as unknown,
    );
    expect(reasons.every((reason) => reason instanceof PoolClosedError)).toBe(true);
  });

  it('reports that a host cannot be started, and can still be closed', async () => {
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    try {
      const pool = open(60_000);
      await expect(pool.acquire()).rejects.toThrow('did not start');
      await pool.close();
    } finally {
      process.execPath = execPath;
    }
  });
});

describe('a call that may have killed its host', () => {
  it('runs on a separate host, which then serves the next such call', async () => {
    const pool = open(60_000);
    const used: number[] = [];
    const seen = new Set<unknown>();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        pool.alone(async (host) => {
          seen.add(host);
          used.push(host.busy());
          await host.check(`export const n = ${index};`);
        }),
      ),
    );
    expect(used).toEqual(Array(12).fill(0));
    expect(seen.size).toBeLessThanOrEqual(4);
  });

  it('leaves no host behind', async () => {
    const pool = open(60_000);
    const host = await pool.alone((one) => Promise.resolve(one));
    await host.exited;
    expect(host.isAlive()).toBe(false);
  });
});
