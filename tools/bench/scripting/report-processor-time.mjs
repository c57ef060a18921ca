import { appendFileSync } from 'node:fs';

/** Loaded into a peer's process: at its end it adds a line with the milliseconds on a processor that it took. */
const file = process.env.TANDEM_BENCH_CPU;
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  if (file !== undefined) appendFileSync(file, `${(user + system) / 1_000}\n`);
});
