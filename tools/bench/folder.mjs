import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@tandem/node/testing';
import { openWorkbench } from '@tandem/workbench';

/**
 * A workspace folder with 5,000 requests in 50 folders, every tenth with a script: the first synchronization, one
 * without changes, one after a change in the app, one after a change in a file, and reading a clone. Medians of
 * several runs except for the first and the clone; also CPU times, which a busy machine affects less. `npm run bench
 * -- folder`; `--requests N`; `--rounds N`.
 */
const readOption = (name, otherwise) =>
  process.argv.includes(`--${name}`)
    ? Number(process.argv[process.argv.indexOf(`--${name}`) + 1])
    : otherwise;
const count = readOption('requests', 5_000);
const rounds = readOption('rounds', 5);

const say = (name, text) => process.stdout.write(`${name.padEnd(26)}${text}\n`);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const getRequest = (at) => ({
  name: `Request ${at}`,
  folder: `Folder ${at % 50}`,
  method: at % 2 === 0 ? 'GET' : 'POST',
  url: `{{API_URL}}/things/:id/parts/${at}`,
  pathParams: [{ name: 'id', value: String(at), enabled: true }],
  queryParams: [{ name: 'page', value: '1', enabled: true }],
  headers: [{ name: 'accept', value: 'application/json', enabled: true }],
  ...(at % 2 === 0 ? {} : { body: { type: 'json', content: `{\n  "at": ${at}\n}` } }),
  ...(at % 10 === 0
    ? { script: "export const onTest = (req, res) => {\n  test('ok', () => {});\n};\n" }
    : {}),
});

/** Returns the value of a task; throws its error. */
const unwrap = async (task) => {
  const outcome = await task();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const folder = await temporaryFolder();
const open = async (name) => {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  const bench = await openWorkbench({ dataFolder: join(folder.path, `${name}-data`), version: '0' });
  return { path, bench, app: bench.application };
};

const measureTime = async (work) => {
  const [began, cpuBegan] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBegan);
  return { ms: performance.now() - began, cpu: (user + system) / 1_000, result };
};

const formatTime = ({ ms, cpu }) => `${Math.round(ms)} ms, ${Math.round(cpu)} ms of CPU`;

const formatPart = ({ ms, cpu }, whole) =>
  `${(ms / whole.ms).toFixed(3)} of the first, ${(cpu / whole.cpu).toFixed(3)} of its CPU`;

const measureRounds = async (before, app, expected) => {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    await before(round);
    const { result, ...time } = await measureTime(() => unwrap(app.synchronization.synchronize({})));
    if (!expected(result)) throw new Error(`unexpected: ${JSON.stringify(result).slice(0, 500)}`);
    times.push(time);
  }
  return { ms: median(times.map(({ ms }) => ms)), cpu: median(times.map(({ cpu }) => cpu)) };
};

const { path, bench, app } = await open('shop');
try {
  await bench.openFolder(path);
  const ids = [];
  for (let at = 0; at < count; at++) ids.push((await unwrap(app.rest.create(getRequest(at)))).id);
  const first = await measureTime(() => unwrap(app.synchronization.synchronize({})));
  say('first write', `${formatTime(first)}, ${first.result.written.length} files`);
  const quiet = ({ written, pulled, merged }) => written.length + pulled.length + merged.length === 0;
  const unchanged = await measureRounds(() => undefined, app, quiet);
  say('nothing to do', `${formatTime(unchanged)}, ${formatPart(unchanged, first)}`);
  const inApp = await measureRounds(
    (round) => unwrap(app.rest.update({ id: ids[round], url: `http://h/${round}` })),
    app,
    ({ written }) => written.length === 1,
  );
  say('one change in the app', formatTime(inApp));
  const [some] = readdirSync(join(path, 'tandem')).filter((name) => name.startsWith('folder-'));
  const file = readdirSync(join(path, 'tandem', some)).find(
    (name) => name.endsWith('.yml') && name !== 'folder.yml',
  );
  const edited = join(path, 'tandem', some, file);
  const inFile = await measureRounds(
    async (round) => {
      const text = await readFile(edited, 'utf8');
      await writeFile(edited, text.replace(/method: .*/, `method: M${round}`));
    },
    app,
    ({ pulled }) => pulled.length === 1,
  );
  say('one change in a file', formatTime(inFile));
  const clone = await open('clone');
  cpSync(join(path, 'tandem'), join(clone.path, 'tandem'), { recursive: true });
  const taken = await measureTime(() => clone.bench.openFolder(clone.path));
  say('a clone is opened', formatTime(taken));
  await clone.bench.close();
} finally {
  await bench.close();
  await folder.remove();
}
