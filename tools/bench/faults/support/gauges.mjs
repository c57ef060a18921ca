import { readFileSync } from 'node:fs';

const interval = 5;

/** Runs `work` and measures the longest time in milliseconds for which it blocked the event loop. */
export const measureLongestBlock = async (work) => {
  let longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - interval);
    last = now;
  };
  const timer = setInterval(tick, interval);
  await new Promise((resolve) => setTimeout(resolve, 4 * interval));
  longest = 0;
  const began = performance.now();
  try {
    const result = await work();
    tick();
    return { result, block: longest, time: performance.now() - began };
  } finally {
    clearInterval(timer);
  }
};

const mebibyte = 1024 * 1024;

/** Peak resident memory of this process in MiB: reported by Linux, sampled elsewhere. */
const readPeakMemory = () => {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
};

/** Runs `work` and measures by how many MiB it raised the peak resident memory of this process. */
export const measureMemory = async (work) => {
  globalThis.gc?.();
  const before = process.memoryUsage.rss() / mebibyte;
  let sampled = before;
  const timer = setInterval(() => {
    sampled = Math.max(sampled, process.memoryUsage.rss() / mebibyte);
  }, interval);
  try {
    const result = await work();
    return {
      result,
      mebibytes: Math.max(0, (readPeakMemory() ?? sampled) - before),
      peak: readPeakMemory() ?? sampled,
    };
  } finally {
    clearInterval(timer);
  }
};
