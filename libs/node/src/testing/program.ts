import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly nx?: { readonly targets?: { readonly bundle?: unknown } };
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface LaunchedProgram {
  readonly pid: number;
  readonly out: { readonly stdout: string; readonly stderr: string };
  readonly exited: Promise<Exit>;
  /** Resolves with the lines on stdout once there are at least `count` lines. */
  readonly lines: (count: number) => Promise<string[]>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<Exit>;
}

const apps = fileURLToPath(new URL('../../../../apps/', import.meta.url));

/** The file that starts a built application: its bundle, if it has one. The name of the application is that of its folder in `apps`. */
export const findProgramFile = (app: string): string => {
  const { nx } = JSON.parse(readFileSync(join(apps, app, 'package.json'), 'utf8')) as Manifest;
  return join(apps, app, 'dist', ...(nx?.targets?.bundle === undefined ? [] : ['bundle']), 'main.js');
};

/** Starts a built application as a child process. It only gets PATH and HOME from the environment of the tests. */
export const launch = (
  app: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): LaunchedProgram => {
  const child = spawn(process.execPath, [findProgramFile(app), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TANDEM_KEYCHAIN: 'no', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  const out = { stdout: '', stderr: '' };
  const waiting: { readonly count: number; readonly resolve: (lines: string[]) => void }[] = [];
  const answerWaiting = (): void => {
    for (const { count, resolve } of waiting) {
      const lines = out.stdout.split('\n').slice(0, -1);
      if (lines.length >= count) resolve(lines);
    }
  };
  child.stdout.on('data', (chunk: Buffer) => {
    out.stdout += chunk.toString();
    answerWaiting();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    out.stderr += chunk.toString();
  });
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${app} could not be started`);
  return {
    pid,
    out,
    exited,
    lines: (count) =>
      new Promise((resolve, reject) => {
        waiting.push({ count, resolve });
        answerWaiting();
        void exited.then(({ code }) => reject(new Error(`${app} ended with ${String(code)}: ${out.stderr}`)));
      }),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
};

/** Creates a temporary folder, and returns it with a function that removes it. */
export const temporaryFolder = async (): Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}> => {
  const path = await mkdtemp(join(tmpdir(), 'tandem-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/**
 * The ports from which quiet ports are chosen. Systems do not assign these automatically: they begin at 32,768 on Linux and at 49,152
 * elsewhere.
 */
const [minPort, maxPort] = [20_000, 32_000];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The distance between the first ports of processes with adjacent ids. A process needs fewer ports. */
const portsPerProcess = 97;

/** The next port that this process tries. Another process begins elsewhere, so that it does not take a port before its use. */
let nextPort = minPort + ((process.pid * portsPerProcess) % (maxPort - minPort));

/** Finds a port of 127.0.0.1 that stays free while a server restarts, because systems never assign it automatically. */
export const quietPort = async (): Promise<number> => {
  for (;;) {
    const port = nextPort;
    nextPort = port + 1 < maxPort ? port + 1 : minPort;
    if (await isFree(port)) return port;
  }
};
