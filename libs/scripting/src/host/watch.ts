import type { Isolate } from './isolated-vm.js';

/** How often memory and CPU time are checked while a script runs, in milliseconds. */
const intervalMs = 20;

/** The fraction of its memory limit above which a host discards idle sessions. */
const lowMemoryFraction = 0.6;

/** Minimum time between two discards of idle sessions, in milliseconds. */
const minDiscardIntervalMs = 1_000;

interface WatchedIsolate {
  readonly isolate: Isolate;
  /** Whether the isolate exceeds its CPU time. `processMs` is the CPU time that the process has used in total. */
  readonly isOver: (processMs: number) => boolean;
  readonly onOver: () => void;
}

/** The isolate of a handler, whose CPU time counts, and the time that the host spends for it. */
export interface Used {
  readonly isolate: Isolate;
  /** The time that the host has spent for the script, in milliseconds. */
  readonly spentMs: () => number;
}

/** The CPU time of all threads of this process, in milliseconds. */
const processCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

export interface Watch {
  /** Watches one handler until the returned function is called. */
  readonly begin: (used: Used, cpuMs: number, onOver: () => void) => () => void;
}

/**
 * Checks the resources that running scripts use. It limits the CPU time of each script, because a limit on wall-clock time would fail
 * scripts when other scripts keep the machine busy. It also limits the resident memory of the process, because V8 does not count all
 * memory.
 * @param maxMb resident memory at which the host ends itself, in MiB
 */
export const createWatch = (maxMb: number, onTight: () => void): Watch => {
  const running = new Set<WatchedIsolate>();
  const most = maxMb * 1024 * 1024;
  let timer: NodeJS.Timeout | undefined;
  let easedAt = 0;

  const look = (): void => {
    const used = process.memoryUsage.rss();
    if (used > most) process.kill(process.pid, 'SIGKILL');
    if (used > most * lowMemoryFraction && performance.now() - easedAt > minDiscardIntervalMs) {
      easedAt = performance.now();
      onTight();
    }
    const processMs = processCpuMs();
    for (const one of [...running]) {
      if (one.isolate.isDisposed || !one.isOver(processMs)) continue;
      running.delete(one);
      one.onOver();
    }
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    begin: ({ isolate, spentMs }, cpuMs, onOver) => {
      // Both times are measured by the clock while the isolate has a thread, so on a busy machine they include waiting for a core. The CPU
      // time of the process is exact, and no isolate can have used more than the process.
      const used = (): number => Number(isolate.cpuTime) / 1e6 + spentMs();
      const until = used() + cpuMs;
      const processUntil = processCpuMs() + cpuMs;
      const isOver = (processMs: number): boolean => processMs >= processUntil && used() >= until;
      const one = { isolate, isOver, onOver };
      running.add(one);
      timer ??= setInterval(look, intervalMs);
      return () => running.delete(one);
    },
  };
};
