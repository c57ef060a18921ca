import { existsSync, readdirSync } from 'node:fs';

import { createScriptRuntime } from '@tandem/scripting';

import { say } from './figures.mjs';
import { readHostMemory } from './host-memory.mjs';
import { execute, small } from './sample.mjs';

const hostile = [
  'for (;;);',
  'const a = []; for (;;) a.push({});',
  'Array(2 ** 32 - 1).fill(0);',
  'await new Promise(() => 0);',
];

const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);

const readProcessState = () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  return `${Math.round(rss / 2 ** 20)} MiB here (heap ${(heapUsed / 2 ** 20).toFixed(1)}), ${openFiles()} files, ${handles} handles, hosts ${readHostMemory().join(' + ')} MiB`;
};

/**
 * Runs many sessions, one in a hundred hostile: reports what grows in this process and whether a harmless one failed.
 */
export const measureSoak = async (sessions) => {
  const runtime = createScriptRuntime({ limits: { cpuMs: 500, wallMs: 1_000 } });
  let wrong = 0;
  say('before', readProcessState());
  for (let index = 0; index < sessions; index++) {
    if (index % 100 === 99) {
      const body = hostile[Math.floor(index / 100) % hostile.length];
      await execute(runtime, small, `export async function onRequest() { ${body} }`);
    } else if ((await execute(runtime)) !== 'passed') wrong += 1;
    if ((index + 1) % Math.ceil(sessions / 10) === 0) say(`after ${index + 1}`, readProcessState());
  }
  await runtime.close();
  say('after the runtime was closed', readProcessState());
  say(`${sessions} sessions, 1 % hostile`, `${wrong} wrong`);
};
