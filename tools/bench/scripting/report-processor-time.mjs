import { appendFileSync } from 'node:fs';

/** Loaded into a peer's process: when it exits, it appends a line with its CPU time in milliseconds. */
const file = process.env.TANDEM_BENCH_CPU;
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  if (file !== undefined) appendFileSync(file, `${(user + system) / 1_000}\n`);
});
