import { fetchTool } from '../fetch/fetch-tool.mjs';
import { startContender } from './echo/contender.mjs';
import { load, loadSource } from './echo/load.mjs';
import { measureDelays, measureSoak, measureUploads } from './echo/endurance.mjs';

/**
 * Compares the echo server with its peers: GET (10 headers, 3 arguments) and POST (1 KiB of JSON) over 64 connections, each
 * contender alone on one core, in alternating rounds. Reports medians of the ratios within a round.
 * `npm run bench -- echo`; `--rounds N`, `--ms N` per round; `--soak N` adds N million requests.
 */
const headers = {
  Host: '127.0.0.1',
  'User-Agent': 'bench/1.0',
  Accept: 'application/json',
  'Accept-Encoding': 'gzip, deflate, br',
  'Accept-Language': 'en-GB,en;q=0.9',
  'Cache-Control': 'no-cache',
  Cookie: 'session=0123456789abcdef; theme=dark',
  'X-Request-Id': '8a3f2c1e-5b7d-4e9a-9c1f-2d3e4f5a6b7c',
  Authorization: 'Bearer 0123456789abcdef0123456789abcdef',
  Connection: 'keep-alive',
};
const path = '/bench/path?name=value&page=2&sort=asc';
const createPerson = (id) => ({
  id,
  name: `Person ${id}`,
  mail: `person${id}@example.org`,
  active: id % 2 === 0,
  score: id * 1.5,
  tags: ['a', 'b'],
});
const people = Array.from({ length: 9 }, (_, index) => createPerson(index + 1));
const body = JSON.stringify({ people }).padEnd(1024);

const requests = {
  GET: { method: 'GET', path, headers },
  POST: { method: 'POST', path, headers: { ...headers, 'Content-Type': 'application/json' }, body },
};

const names = ['constant', 'by-hand', 'tandem', 'hono', 'fastify'];
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Runs one round with one contender. Returns its speed and its CPU time per response. */
const round = async ({ url, usage }, request, ms) => {
  const before = await usage();
  const { rps, p99, count } = await load(url, request, { ms });
  const after = await usage();
  return { rps, p99, cpu: ((after.cpuMs - before.cpuMs) * 1000) / count };
};

const compare = async (method, contenders, rounds, ms) => {
  const seen = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await round(contenders[name], requests[method], Math.min(ms, 2000));
  for (let index = 0; index < rounds; index++) {
    for (const name of names) seen[name].push(await round(contenders[name], requests[method], ms));
  }
  const middle = (name, what) => median(seen[name].map((one) => one[what]));
  const ratio = (what, name, to) => median(seen[name].map((one, index) => one[what] / seen[to][index][what]));
  for (const name of names) {
    const [rps, p99, cpu] = [
      Math.round(middle(name, 'rps')),
      middle(name, 'p99').toFixed(1),
      middle(name, 'cpu').toFixed(1),
    ];
    const cells = [`${rps} rps`, `p99 ${p99} ms`, `${cpu} us CPU`].map((cell) => cell.padStart(14));
    process.stdout.write(`${method.padEnd(5)}${name.padEnd(9)}${cells.join('')}\n`);
  }
  for (const to of ['by-hand', 'fastify', 'hono']) {
    const [rate, cpu] = [ratio('rps', 'tandem', to).toFixed(2), ratio('cpu', to, 'tandem').toFixed(2)];
    process.stdout.write(`${method} tandem is ${rate} x ${to} by rate, ${cpu} x by processor time\n`);
  }
  process.stdout.write('\n');
};

/** @param {readonly string[]} args */
const run = async (args) => {
  const option = (name, fallback) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : fallback);
  process.stdout.write(`node ${process.versions.node}, load by ${loadSource}\n\n`);
  // Installs Hono and Fastify before the contenders start.
  await fetchTool('bench');
  const contenders = {};
  for (const name of names) contenders[name] = await startContender(name);
  try {
    for (const method of ['GET', 'POST'])
      await compare(method, contenders, option('--rounds', 5), option('--ms', 2000));
  } finally {
    for (const { stop } of Object.values(contenders)) stop();
  }
  await measureUploads();
  await measureDelays();
  const millions = option('--soak', 0);
  if (millions > 0) await measureSoak(requests.GET, millions);
};

await run(process.argv.slice(2));
