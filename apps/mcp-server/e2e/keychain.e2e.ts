import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import {
  hasKeyring,
  launch,
  readToolResult,
  type StartedKeyring,
  startKeyring,
  temporaryFolder,
  type ToolAnswer,
} from '@tandem/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const token = 'the-t0ken-in-the-keychain';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let secretService: StartedKeyring | undefined;

beforeAll(async () => {
  folder = await temporaryFolder();
  if (hasKeyring) secretService = await startKeyring(folder.path);
});

afterAll(async () => {
  await secretService?.stop();
  await folder.remove();
});

/** Starts a server, which has the keychain unless `env` disables it, and calls its tools. */
const withServer = async (
  work: (call: (name: string, args: object) => Promise<Record<string, unknown>>) => Promise<void>,
  env: Readonly<Record<string, string>> = { ...secretService?.env, TANDEM_KEYCHAIN: 'yes' },
  flags: readonly string[] = [],
): Promise<void> => {
  const args = ['--port', '0', '--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  const server = launch('mcp-server', [...args, ...flags], env);
  try {
    const url = /http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '';
    await work(async (name, params) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: params },
        }),
      });
      const { result } = (await response.json()) as { result: ToolAnswer };
      return readToolResult(result);
    });
  } finally {
    await server.stop();
  }
};

const findFilesContaining = async (text: string): Promise<readonly string[]> => {
  const names = await readdir(join(folder.path, 'data'));
  const files = names.filter((name) => name.includes('.'));
  const found = await Promise.all(
    files.map(async (name) =>
      (await readFile(join(folder.path, 'data', name))).includes(text) ? [name] : [],
    ),
  );
  return found.flat();
};

it.skipIf(!hasKeyring)(
  'the key that encrypts secrets is in the keychain, and in no file of the data folder',
  async () => {
    const received: unknown[] = [];
    const endpoint = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.end();
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
    try {
      await withServer(async (call) => {
        const { id } = await call('environments_create', { name: 'Dev', secrets: { TOKEN: token } });
        await call('environments_activate', { id });
        const headers = [{ name: 'authorization', value: 'Bearer {{TOKEN}}' }];
        await call('rest_create', { name: 'Get', url, headers });
      });
      expect(await readdir(join(folder.path, 'data'))).not.toContain('secrets.key');
      expect(await findFilesContaining(token)).toEqual([]);
      const send = async (call: (name: string, args: object) => Promise<Record<string, unknown>>) => {
        const { requests } = (await call('rest_list', {})) as { requests: readonly { id: string }[] };
        await call('rest_execute', { id: requests[0]?.id });
      };
      await withServer(send);
      // Without the keychain, the value is missing, so nothing is sent. With the keychain, the value is
      // available again.
      await withServer(send, {});
      await withServer(send);
      expect(received).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
      // Rotation writes a new key to the folder, so that the folder works on another machine.
      await withServer(send, { ...secretService?.env, TANDEM_KEYCHAIN: 'no' }, ['--rotate-key']);
      expect(await readdir(join(folder.path, 'data'))).toContain('secrets.key');
      await withServer(send, {});
      expect(received.slice(2)).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
    } finally {
      endpoint.close();
    }
  },
);
