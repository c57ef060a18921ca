import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ScriptLimits } from './limits.js';

/** The isolated-vm version for this version of Node. */
const getPackageName = (): string => {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24 ? 'isolated-vm-7' : major >= 22 ? 'isolated-vm-6' : 'isolated-vm-5';
};

const resolveIsolatedVmPath = (): string => {
  const name = getPackageName();
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`the package ${name} is missing; run npm ci with Node ${process.versions.node}`);
  }
};

/** The built host: next to this file if that is built, otherwise in dist. */
const findHostFile = (): string => {
  const beside = fileURLToPath(new URL('./host.mjs', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../dist/host.mjs', import.meta.url));
};

/** Where the versions with prebuilt binaries look for them: a separate package, and a check of the C library. */
const listPrebuiltReads = (isolatedVm: string): string[] => {
  try {
    const chooser = createRequire(isolatedVm).resolve('node-gyp-build');
    return [`${dirname(chooser)}/*`, '/etc/alpine-release'];
  } catch {
    return [];
  }
};

const listPermissionFlags = (host: string, isolatedVm: string): string[] => {
  const major = Number(process.versions.node.split('.')[0]);
  const reads = [`${dirname(host)}/*`, `${dirname(isolatedVm)}/*`, ...listPrebuiltReads(isolatedVm)];
  const permission = major >= 24 ? '--permission' : '--experimental-permission';
  return [
    '--no-node-snapshot',
    '--jitless',
    '--max-old-space-size=64',
    permission,
    '--allow-addons',
    ...reads.map((path) => `--allow-fs-read=${path}`),
  ];
};

/** Forks the built host with the minimum permissions. */
export const forkHost = (limits: ScriptLimits): ChildProcess => {
  const [host, isolatedVm] = [findHostFile(), resolveIsolatedVmPath()];
  return fork(host, [isolatedVm, JSON.stringify(limits)], {
    env: {},
    execArgv: listPermissionFlags(host, isolatedVm),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
};
