import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { at, median, say, spread, timed } from './figures.mjs';
import { openPeers } from './peers.mjs';

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const ours = ['floor', 'executor', 'library', 'rpc', 'mcp'];

/** Bruno's safe sandbox takes so long that fewer requests tell the same. */
const countOf = (name, count) => (name === 'bruno, safe' ? Math.min(count, 40) : count);

const openEndpoint = async () => {
  const child = spawn(process.execPath, [here('endpoint.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}/`;
  return {
    url,
    seen: async () => Number(await (await fetch(`${url}seen`)).text()),
    stop: () => child.kill('SIGKILL'),
  };
};

const contend = async (name, url, count, width) => {
  const args = [here('contender.mjs'), name, url, String(count), String(width)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
};

/** A process for one request and one for `count` more; all must have arrived with the script's header. */
const round = async (name, start, count, endpoint) => {
  await endpoint.seen();
  const cold = await timed(() => start(1));
  const whole = await timed(() => start(1 + count));
  const seen = await endpoint.seen();
  if (seen !== 2 + count) throw new Error(`${name} sent ${seen} requests instead of ${2 + count}`);
  return { cold, marginal: (whole - cold) / count };
};

const measureSequential = async (contenders, { rounds, count }, endpoint) => {
  const names = Object.keys(contenders);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let index = 0; index < rounds; index++) {
    for (const name of names)
      results[name].push(await round(name, contenders[name], countOf(name, count), endpoint));
  }
  const middle = (name, what) => median(results[name].map((one) => one[what]));
  process.stdout.write(`${count} requests in a row, each with a pre-request script and two tests\n`);
  for (const name of names) {
    const over = middle(name, 'marginal') - middle('floor', 'marginal');
    say(
      `  ${name}`,
      `${middle(name, 'marginal').toFixed(2)} ms a request, ${over.toFixed(2)} over the floor; cold process to its first result ${middle(name, 'cold').toFixed(0)} ms`,
    );
  }
};

const measureTimes = async (title, url, { rounds, count }, width = 1) => {
  process.stdout.write(`\n${title}\n`);
  const results = Object.fromEntries(ours.map((name) => [name, []]));
  for (let index = 0; index < rounds; index++) {
    for (const name of ours) results[name].push(await contend(name, url, count, width));
  }
  for (const name of ours) {
    // The first tenth of each process warms it up.
    const times = results[name].flatMap((one) => one.times.slice(count / 10));
    const rate = median(results[name].map(({ took }) => (count / took) * 1_000));
    const over =
      at(times, 0.5) -
      at(
        results.floor.flatMap((one) => one.times.slice(count / 10)),
        0.5,
      );
    say(
      `  ${name}`,
      width === 1
        ? `${spread(times)}, ${over.toFixed(2)} ms over the floor's median`
        : `${rate.toFixed(0)} a second, ${spread(times)}`,
    );
  }
};

/**
 * Executions through every way in, beside a bare loop and other tools.
 * @param {{ readonly rounds: number; readonly count: number; readonly withPeers: boolean }} options
 */
export const measureExecutions = async (options) => {
  const endpoint = await openEndpoint();
  const { url } = endpoint;
  try {
    const own = Object.fromEntries(ours.map((name) => [name, (count) => contend(name, url, count, 1)]));
    const peers = options.withPeers ? await openPeers(url, [1, 1 + options.count]) : {};
    await measureSequential({ ...own, ...peers }, options, endpoint);
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
