import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listChildren, readMainThreadMs, processMs } from './processor-time.mjs';
import { waysIn } from './ways-in.mjs';

/**
 * Executes requests through one of Tandem's interfaces, or with the baseline: `contender.mjs <name> <url> <count> <width>` executes one
 * request `count` times, `width` at once, and prints the time of each in milliseconds and the CPU time per request.
 */
const [, , name, url, count, width] = process.argv;

const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
const { execute, close, pid = process.pid } = await waysIn[name](folder, url);
const times = [];
let remainingCalls = Number(count);
const executeRemainingCalls = async () => {
  while (remainingCalls-- > 0) {
    const began = performance.now();
    await execute();
    times.push(performance.now() - began);
  }
};
const readUsage = () => ({
  main: readMainThreadMs(pid),
  whole: processMs(pid),
  hosts: listChildren(pid).reduce((sum, child) => sum + processMs(child), 0),
});
const before = readUsage();
const startTime = performance.now();
await Promise.all(Array.from({ length: Number(width) }, executeRemainingCalls));
const took = performance.now() - startTime;
const after = readUsage();
const cpu = Object.fromEntries(
  Object.entries(after).map(([what, ms]) => [what, (ms - before[what]) / Number(count)]),
);
process.stdout.write(`${JSON.stringify({ took, times, cpu })}\n`);
await close();
await rm(folder, { recursive: true, force: true });
process.exit();
