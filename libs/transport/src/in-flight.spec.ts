import { createBodyBudget } from '@tandem/execution';
import { E } from '@tandem/core/fp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openOtherEnd, type OtherEnd, formatOutcome } from './testing/other-end.js';

let end: OtherEnd;
beforeEach(() => {
  end = openOtherEnd();
});
afterEach(() => end.close());

const createBusyOutcome = (timeoutMs: number) => ({
  left: {
    fault: {
      code: 'BUSY',
      message: expect.stringMatching(/TANDEM_BODIES_IN_FLIGHT_BYTES\.$/) as string,
      details: { limit: 6_000_000, timeoutMs },
    },
  },
});

describe('a request with a memory budget for bodies', { tags: ['send:in-flight'] }, () => {
  it('fails with BUSY after the timeout without sending the request, if no memory becomes available', async () => {
    const budget = createBodyBudget(6_000_000);
    await budget.open().take(1_900_000, new AbortController().signal);
    await budget.open().take(400_000, new AbortController().signal);
    const url = await end.http((_, response) => response.end('ok'));
    const ahead = budget.open();
    void ahead.take(400_000, new AbortController().signal);
    const options = { timeoutMs: 300, share: budget.open() };
    expect(await end.send(url, {}, options)).toMatchObject(createBusyOutcome(300));
    expect(end.accepted()).toBe(0);
  });

  it('waits for memory, and fails with CANCELLED if it is cancelled meanwhile', async () => {
    const budget = createBodyBudget(6_000_000);
    const signal = new AbortController().signal;
    const [other, ahead] = [budget.open(), budget.open()];
    await other.take(1_900_000, signal);
    await ahead.take(400_000, signal);
    const url = await end.http((_, response) => response.end('ok'));
    const cancelling = new AbortController();
    const cancelled = end.send(url, {}, { share: budget.open(), signal: cancelling.signal });
    const waiting = end.send(url, {}, { share: budget.open() });
    cancelling.abort();
    expect(await cancelled).toMatchObject({ left: { fault: { code: 'CANCELLED' } } });
    other.release();
    ahead.release();
    expect(formatOutcome(await waiting)).toBe('ok');
  });

  it('keeps status and headers if the body does not fit into the budget, and frees the socket', async () => {
    const budget = createBodyBudget(6_000_000);
    const signal = new AbortController().signal;
    const share = budget.open();
    const url = await end.http((_, response) => {
      void (async () => {
        const [other, ahead] = [budget.open(), budget.open()];
        await other.take(1_600_000, signal);
        await ahead.take(1_600_000, signal);
        response.writeHead(201, { 'x-a': '1' }).end(Buffer.alloc(1_000_000));
      })();
    });
    expect(await end.send(url, {}, { timeoutMs: 3_000, share })).toMatchObject({
      left: {
        ...createBusyOutcome(3_000).left,
        response: { status: 201, headers: expect.arrayContaining([['x-a', '1']]) as unknown },
      },
    });
    await expect.poll(end.connections).toBe(0);
  });

  it('takes memory in steps of 64 KiB: the first before it is sent, the others as its response arrives', async () => {
    const taken: number[] = [];
    const share = { limit: 6_000_000, take: (bytes: number) => Promise.resolve(taken.push(bytes) > 0) };
    const length = async (bytes: number) => {
      const url = await end.http((_, response) => response.end(Buffer.alloc(bytes)));
      const body = { kind: 'text', text: 'abc' } as const;
      const outcome = await end.send(
        url,
        { method: 'POST', body },
        { share: { ...share, release: () => undefined } },
      );
      return E.isRight(outcome) ? outcome.right.body.length : outcome.left.fault.code;
    };
    expect(await length(65_536)).toBe(65_536);
    expect(taken.splice(0)).toEqual([65_539]);
    expect(await length(65_537)).toBe(65_537);
    expect(taken).toEqual([65_539, 65_536]);
  });

  it('completes many large responses within a small budget, and small responses in between', async () => {
    const budget = createBodyBudget(12_000_000);
    const url = await end.http((request, response) => {
      response.end(Buffer.alloc(request.url === '/short' ? 1_000 : 3_000_000));
    });
    const run = async (path: string) => {
      const share = budget.open();
      const outcome = await end.send(url + path, {}, { maxBytes: 4_000_000, share });
      share.release();
      return E.isRight(outcome) ? outcome.right.body.length : outcome.left.fault.code;
    };
    const paths = Array.from({ length: 24 }, (_, at) => (at % 4 === 0 ? 'short' : 'long'));
    const lengths = await Promise.all(paths.map(run));
    expect(lengths).toEqual(paths.map((path) => (path === 'short' ? 1_000 : 3_000_000)));
  });
});
