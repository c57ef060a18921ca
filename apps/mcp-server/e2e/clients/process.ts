import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { RealClient } from './list.js';

/** A client that runs in a process of its own. */
export interface ClientProcess {
  readonly connect: () => Promise<void>;
  readonly list: () => Promise<readonly string[]>;
  /** The result that the client's model, or its user, gets. */
  readonly call: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string | null) => void;
}

/** The locations of the clients' packages, of Node, the server and the model, and a home folder. */
export interface ClientSetup {
  readonly packages: string;
  readonly node: string;
  readonly url: string;
  readonly model: string;
  readonly home: string;
}

type Message = { readonly id: number } & (
  { readonly result: unknown } | { readonly error: string } | { readonly progress: string | null }
);

interface PendingRequest {
  readonly settle: (message: Message) => void;
  readonly onProgress?: CallOptions['onProgress'];
}

const drivers = fileURLToPath(new URL('drivers', import.meta.url));

/** Sends requests to the process, and matches the answers to them. */
const createRequests = (child: ChildProcess, describeEnd: () => string) => {
  const waiting = new Map<number, PendingRequest>();
  let count = 0;
  child.on('message', (message: Message) => {
    const { settle, onProgress } = waiting.get(message.id) ?? {};
    if ('progress' in message) onProgress?.(message.progress);
    else settle?.(message);
  });
  child.once('exit', () => {
    for (const [id, { settle }] of waiting) settle({ id, error: describeEnd() });
  });
  const request = (method: string, params: object = {}, { signal, onProgress }: CallOptions = {}) => {
    const id = ++count;
    const result = new Promise<unknown>((resolve, reject) => {
      const settle = (message: Message): void => {
        waiting.delete(id);
        if ('result' in message) resolve(message.result);
        else reject(new Error('error' in message ? message.error : ''));
      };
      waiting.set(id, { settle, ...(onProgress ? { onProgress } : {}) });
    });
    child.send({ id, method, params });
    signal?.addEventListener('abort', () => {
      void request('cancel', { call: id });
    });
    return result;
  };
  return request;
};

/** Starts the process of a client, which does not connect until it is asked to. */
export const startClient = (client: RealClient, around: ClientSetup): ClientProcess => {
  const { packages, node, home, url, model } = around;
  const child = fork(
    `${drivers}/main.mjs`,
    [packages, client.driver, JSON.stringify({ ...client.options, url, model })],
    {
      execPath: node,
      execArgv: ['--import', `${drivers}/resolve.mjs`],
      // Some clients store files in the home folder.
      env: { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const request = createRequests(child, () => `${client.name} ended: ${stderr.slice(-2_000)}`);
  return {
    connect: async () => {
      await request('connect');
    },
    list: async () => (await request('list')) as string[],
    call: async (tool, args, options) => String(await request('call', { tool, args }, options)),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
