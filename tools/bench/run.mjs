import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { getProgramPath } from '../launch/programs.mjs';
import { writeBruno, writePeers, writePostman, writeTandem } from './run/folders.mjs';
import { measureProcess } from './run/whole-process.mjs';
import { findQuantile, median, say } from './scripting/figures.mjs';
import { startServer } from './scripting/own-process.mjs';
import { getProgram, fetchPeers } from './scripting/peers.mjs';

/**
 * Measures whole processes that run a folder, in turn with newman, Bruno's command line and httpyac: one request, 200
 * requests with a script and two tests each, and 200 with unchanged Postman and Bruno scripts; then Tandem alone with
 * 5,000 requests and with 16 iterations at once. Usage: `npm run bench -- run [--rounds N] [--no-peers] [--foreign]`;
 * `--foreign` measures only the foreign scripts.
 */
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const measureTandem = (folder, ...flags) =>
  measureProcess(process.execPath, [getProgramPath('tandem'), 'run', folder, ...flags], folder);

const createPeers = (folder) => ({
  newman: () => measureProcess(getProgram('newman'), ['run', 'postman.json', '--silent'], folder),
  'bruno, safe': () => measureProcess(getProgram('bru'), ['run'], join(folder, 'bru')),
  'bruno, developer': () =>
    measureProcess(getProgram('bru'), ['run', '--sandbox', 'developer'], join(folder, 'bru')),
  httpyac: () =>
    measureProcess(getProgram('httpyac'), ['send', 'all.http', '--all', '--silent', '--no-color'], folder),
});

const load = () => `load average ${loadavg()[0].toFixed(2)}`;

/** Runs all contenders in turn. Prints medians, and the ratio of Tandem's median to each other one. */
const compare = async (what, contenders) => {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(contenders)) times[name].push((await run()).ms);
  process.stdout.write(`\n${what}: median of ${rounds} whole processes (${load()})\n`);
  for (const [name, all] of Object.entries(times)) {
    const ratio =
      name === 'tandem' ? '' : `, ours is ${(median(times.tandem) / median(all)).toFixed(2)} of it`;
    say(name, `${median(all).toFixed(0)} ms, least ${findQuantile(all, 0).toFixed(0)} ms${ratio}`);
  }
};

const compareOwn = async (folder, url, count, withPeers) => {
  await writeTandem(folder, url, count);
  await writePeers(folder, url, count);
  const what = count === 1 ? 'one request, cold' : `${count} requests`;
  await compare(what, { tandem: () => measureTandem(folder), ...(withPeers ? createPeers(folder) : {}) });
};

/** Runs the scripts of a Postman collection and of a Bruno collection, in their own tools and in Tandem. */
const compareForeign = async (folder, url, count) => {
  const [postman, bruno] = [join(folder, 'postman'), join(folder, 'bruno')];
  await writePostman(postman, url, count);
  await measureProcess(
    process.execPath,
    [getProgramPath('tandem'), 'import', 'postman.json', 'imported'],
    postman,
  );
  await compare(`${count} requests of Postman, with chai and lodash`, {
    tandem: () => measureTandem(join(postman, 'imported')),
    newman: () => measureProcess(getProgram('newman'), ['run', 'postman.json', '--silent'], postman),
  });
  await writeBruno(bruno, url, count);
  const bru = (...flags) =>
    measureProcess(getProgram('bru'), ['run', '--env', 'local', ...flags], join(bruno, 'tandem'));
  await compare(`${count} requests of Bruno, with chai and moment`, {
    tandem: () => measureTandem(bruno),
    'bruno, safe': () => bru(),
    'bruno, developer': () => bru('--sandbox', 'developer'),
  });
};

const measureMemory = async (folder) => {
  const { ms, memory } = await measureTandem(folder, '--iterations', '25', '--reporter', 'dot');
  const known = memory.filter((mb) => !Number.isNaN(mb));
  const early = known.slice(0, Math.ceil(known.length / 10));
  process.stdout.write(`\n5,000 requests (${load()})\n`);
  say('rate', `${((5_000 * 1_000) / ms).toFixed(0)} a second`);
  say('most resident memory in the first tenth', `${Math.max(...early).toFixed(0)} MiB`);
  say('most resident memory after that', `${Math.max(...known.slice(early.length)).toFixed(0)} MiB`);
};

const measureParallel = async (folder) => {
  const flags = ['--iterations', '64', '--reporter', 'dot'];
  const one = await measureTandem(folder, ...flags);
  const sixteen = await measureTandem(folder, ...flags, '--parallel', '16');
  // The rate excludes the time of a process that sends no requests.
  const empty = await measureTandem(folder, '--iterations', '1', '--reporter', 'dot');
  const start = empty.ms - 100;
  process.stdout.write(`\n64 iterations on an endpoint of 100 ms (${load()})\n`);
  say('one after the other', `${one.ms.toFixed(0)} ms`);
  say('16 at once', `${sixteen.ms.toFixed(0)} ms`);
  say('ratio of the rates', ((one.ms - start) / (sixteen.ms - start)).toFixed(1));
};

const missingPeersReason = process.argv.includes('--no-peers') ? 'not asked for' : await fetchPeers();
if (missingPeersReason !== undefined)
  process.stdout.write(`without newman, bruno and httpyac: ${missingPeersReason}\n`);
const endpoint = await startServer(new URL('./scripting/endpoint.mjs', import.meta.url));
const slow = await startServer(new URL('./run/slow-endpoint.mjs', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-run-'));
try {
  if (!process.argv.includes('--foreign')) {
    for (const count of [1, 200])
      await compareOwn(join(folder, String(count)), endpoint.url, count, missingPeersReason === undefined);
    await measureMemory(join(folder, '200'));
    await writeTandem(join(folder, 'slow'), slow.url, 1, false);
    await measureParallel(join(folder, 'slow'));
  }
  if (missingPeersReason === undefined) await compareForeign(folder, endpoint.url, 200);
} finally {
  endpoint.stop();
  slow.stop();
  await rm(folder, { recursive: true, force: true });
}
