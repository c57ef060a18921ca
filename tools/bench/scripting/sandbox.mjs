import { createScriptRuntime } from '@tandem/scripting';

import { repeat, say, formatSpread, measureTime } from './figures.mjs';
import { readHostMemory } from './host-memory.mjs';
import { execute, large, script, small } from './sample.mjs';

const measureStart = async () => {
  const times = await repeat(10, async () => {
    const runtime = createScriptRuntime({ hosts: 1 });
    await runtime.check('');
    await runtime.close();
  });
  say('a host from its fork to its first answer', formatSpread(times));
};

const measureAfterKill = async (runtime) => {
  const times = [];
  for (let i = 0; i < 20; i++) {
    await execute(runtime, small, 'export const onRequest = () => Array(2 ** 32 - 1).fill(0);');
    times.push(await measureTime(() => execute(runtime)));
  }
  say('the next execution after one killed its host', formatSpread(times));
};

const measureIdleScripts = async (runtime) => {
  const wait = () => new Promise((done) => setTimeout(done, 2_000));
  const took = await measureTime(() =>
    Promise.all(Array.from({ length: 64 }, () => execute(runtime, small, script, wait))),
  );
  say('64 executions that wait 2 s for a response', `${took.toFixed(0)} ms`);
};

/** Measures the script sandbox without requests: handlers, hosts, and recovery after a killed host. */
export const measureSandbox = async (runs) => {
  process.stdout.write('\nthe script sandbox alone\n');
  await measureStart();
  const runtime = createScriptRuntime({ limits: { cpuMs: 500, wallMs: 5_000 } });
  await repeat(50, () => execute(runtime));
  say('three handlers', formatSpread(await repeat(runs, () => execute(runtime))));
  say(
    `three handlers, body of ${(large.body.length / 2 ** 20).toFixed(1)} MiB`,
    formatSpread(await repeat(runs / 5, () => execute(runtime, large))),
  );
  const wide = await measureTime(() =>
    Promise.all(Array.from({ length: 16 }, () => repeat(runs / 8, () => execute(runtime)))),
  );
  say('sixteen at once', `${Math.round((runs * 2_000) / wide)} a second`);
  await measureAfterKill(runtime);
  await measureIdleScripts(runtime);
  say('hosts after that', `${readHostMemory().join(' + ')} MiB`);
  await runtime.close();
};
