import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { measureLongestBlock, measureMemory } from './support/gauges.mjs';

const count = 32;

const unwrap = async (task) => {
  const outcome = await task();
  if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

/** Makes 32 simultaneous executions with responses of 49 MB of JSON each, and executions with short responses in sequence. */
export const measure = async ({ product, folder }) => {
  const server = fork(fileURLToPath(new URL('support/large-server.mjs', import.meta.url)), { execArgv: [] });
  const [{ port }] = await once(server, 'message');
  const { openWorkbench } = await product('workbench');
  mkdirSync(join(folder, 'shop'));
  const bench = await openWorkbench({ dataFolder: join(folder, 'data'), version: '0' });
  try {
    await bench.openFolder(join(folder, 'shop'));
    const { rest } = bench.application;
    const create = (path) =>
      unwrap(rest.create({ name: path, method: 'GET', url: `http://127.0.0.1:${port}/${path}` }));
    const [large, short] = [await create('large'), await create('short')];
    const call = { signal: new AbortController().signal, progress: () => undefined };
    const run = ({ id }) => unwrap(rest.execute({ id, timeoutMs: 120_000 }, call));
    await run(short);
    let running = true;
    let slowest = 0;
    let others = 0;
    const beside = async () => {
      while (running) {
        const began = performance.now();
        const { error } = await run(short);
        if (error !== null) others += 1;
        slowest = Math.max(slowest, performance.now() - began);
      }
    };
    const all = async () => {
      const side = beside();
      const results = await Promise.all(Array.from({ length: count }, () => run(large)));
      running = false;
      await side;
      return results;
    };
    const { result: timed, mebibytes } = await measureMemory(() => measureLongestBlock(all));
    const whole = timed.result.filter(({ error, response }) => error === null && response.size > 48_000_000);
    const busy = timed.result.filter(({ error }) => error?.code === 'BUSY');
    return [
      { figure: 'memory of 32 responses of 49 MB, MiB', value: mebibytes },
      { figure: 'time, ms', value: timed.time },
      { figure: 'longest block, ms', value: timed.block },
      { figure: 'slowest short request beside, ms', value: slowest },
      { figure: 'responses read completely', value: whole.length },
      { figure: 'answered BUSY', value: busy.length },
      { figure: 'short requests that failed', value: others },
    ];
  } finally {
    await bench.close();
    server.disconnect();
  }
};
