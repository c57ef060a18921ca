import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { keepPort, listen } from '@tandem/node/http';
import { launch, type LaunchedProgram, quietPort, temporaryFolder } from '@tandem/node/testing';
import { expect, vi } from 'vitest';

import { type RealClient, type Step, steps } from './list.js';
import { type ClientProcess, startClient, type ClientSetup } from './process.js';

/** The outcome of each step with a client: undefined, or what went wrong. */
export type Outcome = Readonly<Record<Step, string | undefined>>;

interface Server {
  readonly url: string;
  readonly folder: string;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const startServer = async (): Promise<Server> => {
  const folder = await temporaryFolder();
  await keepPort(`${folder.path}/data/servers/mcp.port`, await quietPort());
  const args = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  const start = async (): Promise<{ program: LaunchedProgram; url: string }> => {
    const program = launch('mcp-server', args);
    return { program, url: /http:\S+/.exec((await program.lines(1))[0] ?? '')?.[0] ?? '' };
  };
  let { program, url } = await start();
  return {
    url,
    folder: folder.path,
    restart: async () => {
      await program.stop('SIGKILL');
      ({ program, url } = await start());
    },
    stop: async () => {
      await program.stop();
      await folder.remove();
    },
  };
};

/** Asks the server directly, without a client. */
const askServer = async (url: string, method: string, params: object): Promise<string> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body })).text();
};

interface Block {
  readonly text?: string;
  readonly content?: readonly Block[];
}

/**
 * Reads the JSON of a result in any form in which a client passes it to a model: unchanged, as a content block, as a list of blocks or as the
 * complete result, possibly encoded as JSON again.
 */
const readJson = (text: string): unknown => {
  const value = JSON.parse(text) as Block | readonly Block[];
  const [block] = Array.isArray(value) ? (value as readonly Block[]) : [value as Block];
  const inner = block?.content?.[0]?.text ?? block?.text;
  return typeof inner === 'string' ? readJson(inner) : value;
};

const marker = `${'whole '.repeat(1_500)}END`;

interface Trial {
  readonly client: ClientProcess;
  readonly server: Server;
  readonly echoUrl: string;
}

const createRequest = ({ client, echoUrl }: Trial, name: string, query = ''): Promise<string> =>
  client.call('rest_create', {
    name,
    method: 'POST',
    url: `${echoUrl}/x${query}`,
    body: { type: 'text', content: marker },
  });

const executeRequest = async (
  { client }: Trial,
  id: string,
  onProgress?: (message: string | null) => void,
) => {
  const text = await client.call('rest_execute', { id }, onProgress ? { onProgress } : {});
  const result = readJson(text);
  expect(result).toMatchObject({ response: { status: 200 } });
  // The echo server returns the body, so the result contains all of it.
  expect(JSON.stringify(result)).toContain(marker);
};

const tryList = async ({ client, server }: Trial): Promise<void> => {
  const { result } = JSON.parse(await askServer(server.url, 'tools/list', {})) as {
    readonly result: { readonly tools: readonly { readonly name: string }[] };
  };
  expect([...(await client.list())].sort()).toEqual(result.tools.map(({ name }) => name).sort());
};

const tryCall = async (trial: Trial): Promise<void> => {
  expect(readJson(await createRequest(trial, 'Hello'))).toMatchObject({ name: 'Hello' });
  await executeRequest(trial, 'Hello');
};

const tryRefusal = async ({ client }: Trial): Promise<void> => {
  const text = await client.call('rest_get', { id: 'nothing of this name' });
  expect(text).toContain('INVALID_ARGUMENTS');
  expect(text).toContain('rest_list');
};

/** Starts a server that never answers. It reports when a request arrives and when the client disconnects. */
const startEndless = async () => {
  const events = new EventEmitter();
  const [come, gone] = [once(events, 'come'), once(events, 'gone')];
  const { url, close } = await listen((_, response) => {
    response.once('close', () => events.emit('gone'));
    events.emit('come');
  });
  return { url, close, come, gone };
};

const limit = async (ms: number, promise: Promise<unknown>, fault: string): Promise<void> => {
  const late = {};
  if ((await Promise.race([promise, sleep(ms, late)])) === late) throw new Error(fault);
};

const tryCancel = async ({ client }: Trial): Promise<void> => {
  const endless = await startEndless();
  try {
    await client.call('rest_create', { name: 'Endless', url: endless.url });
    const controller = new AbortController();
    const call = client.call('rest_execute', { id: 'Endless' }, { signal: controller.signal });
    const ended = call.catch(() => undefined);
    await limit(30_000, endless.come, 'the request was not sent');
    controller.abort();
    await limit(10_000, ended, 'the call of the client did not end');
    await limit(10_000, endless.gone, 'the server did not abort the request');
  } finally {
    await endless.close(0);
  }
};

const tryRestart = async ({ client, server }: Trial): Promise<void> => {
  await server.restart();
  const again = async () => expect(await client.call('rest_get', { id: 'Hello' })).toContain('whole whole');
  await vi.waitFor(again, { timeout: 30_000, interval: 1_000 });
};

/** Runs all steps with one client, on a server of its own. Later steps run even if an earlier one fails. */
export const tryClient = async (
  client: RealClient,
  around: Omit<ClientSetup, 'url' | 'home'> & { readonly echoUrl: string },
): Promise<Outcome> => {
  const server = await startServer();
  const process = startClient(client, { ...around, url: server.url, home: server.folder });
  const trial: Trial = { client: process, server, echoUrl: around.echoUrl };
  const received: (string | null)[] = [];
  const work: Readonly<Record<Step, () => Promise<void> | void>> = {
    connect: () => process.connect(),
    list: () => tryList(trial),
    call: () => tryCall(trial),
    error: () => tryRefusal(trial),
    'long call': async () => {
      await createRequest(trial, 'Slow', '?delay=12000');
      await executeRequest(trial, 'Slow', (message) => received.push(message));
    },
    progress: () => {
      expect(received).toContain('send');
      expect(received.length).toBeGreaterThan(4);
    },
    cancel: () => tryCancel(trial),
    restart: () => tryRestart(trial),
  };
  const outcome: Partial<Record<Step, string>> = {};
  try {
    for (const step of steps) {
      try {
        await work[step]();
      } catch (error) {
        outcome[step] = String(error).slice(0, 2_000);
      }
    }
    return outcome as Outcome;
  } finally {
    await process.stop();
    await server.stop();
  }
};
