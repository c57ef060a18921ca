import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { findProgramFile, launch, type LaunchedProgram } from '@tandem/node/testing';

import type * as Program from '../src/program.js';

/** A request file. */
export const requestFile = (name: string, url: string, seq: number): string =>
  `info:\n  name: ${name}\n  type: http\n  seq: ${seq}\nhttp:\n  method: GET\n  url: "${url}"\n`;

/** A script whose test expects status 200. */
export const okTestScript = `export function onTest(req, res) {
  test('is ok', () => expect(res.status).toBe(200));
}
`;

/** Loads the bundled program into this process. The name of its file contains a hash. */
const loadProgram = (): typeof Program => {
  const bundle = dirname(findProgramFile('tandem'));
  const name = readdirSync(bundle).find((file) => file.startsWith('tandem-program-'));
  return createRequire(import.meta.url)(join(bundle, String(name))) as typeof Program;
};

/**
 * Runs a command of the bundled program in this process, which needs a fraction of the CPU time of a new one. Like a started program,
 * it only gets PATH and HOME from the environment of the tests. Tests of signals and stdin start a process.
 */
export const runCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> => {
  const texts = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof texts) => ({
    write: (text: string) => {
      texts[name] += text;
    },
  });
  const { env: before } = process;
  const { PATH = '', HOME = '' } = before;
  process.env = { PATH, HOME, TANDEM_KEYCHAIN: 'no', ...env };
  try {
    const { run } = loadProgram();
    const code = await run(args, process.env, { stdout: collect('stdout'), stderr: collect('stderr') });
    if (typeof code !== 'number') throw new Error(`${String(args[0])} continues with another program`);
    return { code, ...texts };
  } finally {
    process.env = before;
  }
};

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
    tandem: runCommand,
    close: async (): Promise<void> => {
      for (const one of running) await one.stop('SIGKILL');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
};

export type OpenedWorkspace = Awaited<ReturnType<typeof openWorkspace>>;
