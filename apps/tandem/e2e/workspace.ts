import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { launch, type LaunchedProgram } from '@tandem/node/testing';

/** A request file. */
export const requestFile = (name: string, url: string, seq: number): string =>
  `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\nhttp:\n  method: GET\n  url: "${url}"\n`;

/** A script whose test expects status 200. */
export const okTestScript = `export function onTest(req, res) {
  test('is ok', () => expect(res.status).toBe(200));
}
`;

/** A workspace folder without requests, a server, and the commands that were started with them. */
export const openWorkspace = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-workspace-'));
  const seen: string[] = [];
  const running: LaunchedProgram[] = [];
  const state = {
    answer: (_: IncomingMessage, response: ServerResponse): void => void response.end('{}'),
  };
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    state.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const put = async (path: string, text: string): Promise<void> => {
    const file = join(folder, 'tandem', path);
    await mkdir(dirname(file), { recursive: true });
    // Written to a temporary file first and then renamed, so that no reader sees half of the file.
    const part = join(dirname(file), `.${basename(file)}.part`);
    await writeFile(part, text);
    await rename(part, file);
  };
  await put('opencollection.yml', 'opencollection: "1.0.0"\ninfo:\n  name: Shop\n');
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): LaunchedProgram => {
    const one = launch('tandem', args, env);
    running.push(one);
    return one;
  };
  return {
    folder,
    seen,
    state,
    put,
    start,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Runs a command and waits until it ends. */
    tandem: async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const one = start(args, env);
      const { code } = await one.exited;
      return { code, ...one.out };
    },
    close: async (): Promise<void> => {
      for (const one of running) await one.stop('SIGKILL');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
};

export type OpenedWorkspace = Awaited<ReturnType<typeof openWorkspace>>;
