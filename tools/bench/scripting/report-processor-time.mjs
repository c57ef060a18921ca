import { appendFileSync } from 'node:fs';

/** Loaded into a peer's process. At exit, appends a line with the process's CPU time in milliseconds. */
const file = process.env.TANDEM_BENCH_CPU;
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  if (file !== undefined) appendFileSync(file, `${(user + system) / 1_000}\n`);
});
