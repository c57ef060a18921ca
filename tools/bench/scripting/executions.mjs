import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findQuantile, median, say, formatSpread } from './figures.mjs';
import { measureInARow } from './in-a-row.mjs';
import { startServer } from './own-process.mjs';
import { openPeers } from './peers.mjs';
import { waysIn } from './ways-in.mjs';

const run = promisify(execFile);
const resolveHere = (name) => fileURLToPath(new URL(name, import.meta.url));
const ours = Object.keys(waysIn);

const openEndpoint = async () => {
  const server = await startServer(new URL('endpoint.mjs', import.meta.url));
  return { ...server, seen: async () => Number(await (await fetch(`${server.url}seen`)).text()) };
};

const contend = async (name, url, count, width) => {
  const args = [resolveHere('contender.mjs'), name, url, String(count), String(width)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
};

const measureTimes = async (title, url, { rounds, count }, width = 1) => {
  process.stdout.write(`\n${title}\n`);
  const results = Object.fromEntries(ours.map((name) => [name, []]));
  for (let index = 0; index < rounds; index++) {
    for (const name of ours) results[name].push(await contend(name, url, count, width));
  }
  for (const name of ours) {
    // Omit the first tenth of each process as warm-up.
    const times = results[name].flatMap((one) => one.times.slice(count / 10));
    const rate = median(results[name].map(({ took }) => (count / took) * 1_000));
    const over =
      findQuantile(times, 0.5) -
      findQuantile(
        results.floor.flatMap((one) => one.times.slice(count / 10)),
        0.5,
      );
    say(
      `  ${name}`,
      width === 1
        ? `${formatSpread(times)}, ${over.toFixed(2)} ms over the median of the floor`
        : `${rate.toFixed(0)} a second, ${formatSpread(times)}`,
    );
  }
};

/**
 * Measures executions through each of Tandem's interfaces, compared with a plain loop and other tools.
 * @param {{ readonly rounds: number; readonly count: number; readonly withPeers: boolean; readonly brief: boolean }} options
 */
export const measureExecutions = async (options) => {
  const endpoint = await openEndpoint();
  const { url } = endpoint;
  try {
    const own = Object.fromEntries(ours.map((name) => [name, (count) => contend(name, url, count, 1)]));
    const peers = options.withPeers ? await openPeers(url, [1, 1 + options.count]) : {};
    // Skip Bruno's sandbox, which is slower than all other contenders together.
    if (options.brief) delete peers['bruno, safe'];
    await measureInARow({ ...own, ...peers }, options, endpoint);
    if (options.brief) return;
    await measureTimes('each execution, one after the other', url, options);
    await measureTimes('16 at once', url, { ...options, count: options.count * 2 }, 16);
    await measureTimes('a body of 1 MiB through all three handlers', `${url}large`, {
      ...options,
      count: options.count / 5,
    });
  } finally {
    endpoint.stop();
  }
};
