import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programOf } from '../launch/programs.mjs';

/**
 * Starts a built application as a child process.
 * @param {string} app folder below apps @param {readonly string[]} args @param {Record<string, string>} [env]
 * @param {string} [cwd]
 */
export const launch = (app, args, env = {}, cwd) => {
  const child = spawn(process.execPath, [programOf(app), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TANDEM_KEYCHAIN: 'no', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  const out = { stdout: '', stderr: '' };
  const waiting = [];
  const look = () => {
    for (const { lines, resolve } of waiting) {
      const found = out.stdout.split('\n').slice(0, -1);
      if (found.length >= lines) resolve(found);
    }
  };
  child.stdout.on('data', (chunk) => {
    out.stdout += chunk;
    look();
  });
  child.stderr.on('data', (chunk) => {
    out.stderr += chunk;
  });
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  return {
    pid: child.pid,
    out,
    exited,
    /** Resolves with the first lines on stdout. */
    lines: (lines) =>
      new Promise((resolve, reject) => {
        waiting.push({ lines, resolve });
        look();
        void exited.then(({ code }) => reject(new Error(`${app} ended with ${code}: ${out.stderr}`)));
      }),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
};

/** A temporary folder with a function to remove it. */
export const temporaryFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'tandem-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
