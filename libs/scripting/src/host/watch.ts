import type { Isolate } from './isolated-vm.js';

/** How often memory and CPU time are looked at while a script runs, in milliseconds. */
const intervalMs = 20;

/** From which part of its memory a host gives up sessions that are idle. */
const tightPart = 0.6;

/** How long it waits before it does so again, in milliseconds. */
const easeMs = 1_000;

interface Watched {
  readonly isolate: Isolate;
  /** Milliseconds of CPU time of the isolate, and of the host on its behalf. */
  readonly used: () => number;
  /** What `used` is when it is over. */
  readonly until: number;
  readonly onOver: () => void;
}

/** What uses up CPU time: an isolate, and the host on its behalf. */
export interface Used {
  readonly isolate: Isolate;
  /** Milliseconds. */
  readonly spentMs: () => number;
}

export interface Watch {
  /** Watches one handler until the returned function is called. */
  readonly begin: (used: Used, cpuMs: number, onOver: () => void) => () => void;
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
      if (one.isolate.isDisposed || one.used() < one.until) continue;
      running.delete(one);
      one.onOver();
    }
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    begin: ({ isolate, spentMs }, cpuMs, onOver) => {
      const used = (): number => Number(isolate.cpuTime) / 1e6 + spentMs();
      const one = { isolate, used, until: used() + cpuMs, onOver };
      running.add(one);
      timer ??= setInterval(look, intervalMs);
      return () => running.delete(one);
    },
  };
};
