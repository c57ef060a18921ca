import type { Isolate } from './isolated-vm.js';

/** How often memory and CPU time are looked at while a script runs, in milliseconds. */
const intervalMs = 20;

/** From which part of its memory a host gives up sessions that are idle. */
const tightPart = 0.6;

/** How long it waits before it does so again, in milliseconds. */
const easeMs = 1_000;

interface Watched {
  readonly isolate: Isolate;
  /** CPU time at which it is over, in nanoseconds. */
  readonly until: bigint;
  readonly onOver: () => void;
}

export interface Watch {
  /** Watches one handler until the returned function is called. */
  readonly begin: (isolate: Isolate, cpuMs: number, onOver: () => void) => () => void;
}

/**
 * Looks at what running scripts use up: the CPU time of each, since a deadline on the clock would blame a script for
 * its neighbours, and the resident memory of all, since V8 does not count everything.
 * @param mostMb resident memory at which the host ends itself
 */
export const createWatch = (mostMb: number, onTight: () => void): Watch => {
  const running = new Set<Watched>();
  const most = mostMb * 1024 * 1024;
  let timer: NodeJS.Timeout | undefined;
  let easedAt = 0;

  const look = (): void => {
    const used = process.memoryUsage.rss();
    if (used > most) process.kill(process.pid, 'SIGKILL');
    if (used > most * tightPart && performance.now() - easedAt > easeMs) {
      easedAt = performance.now();
      onTight();
    }
    for (const one of [...running]) {
      if (one.isolate.isDisposed || one.isolate.cpuTime < one.until) continue;
      running.delete(one);
      one.onOver();
    }
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    begin: (isolate, cpuMs, onOver) => {
      const one = { isolate, until: isolate.cpuTime + BigInt(cpuMs) * 1_000_000n, onOver };
      running.add(one);
      timer ??= setInterval(look, intervalMs);
      return () => running.delete(one);
    },
  };
};
