import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type Handler, listen, type Listening, type ListenOptions } from './server.js';

const taken: readonly unknown[] = ['EADDRINUSE', 'EACCES'];

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** The port that a file holds, 0 when it is not there or holds none. */
const readPort = async (file: string): Promise<number> => {
  try {
    const port = Number((await readFile(file, 'utf8')).trim());
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

/** Writes a port for {@link listenAgain}, in one step for whoever reads it meanwhile. */
export const keepPort = async (file: string, port: number): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${port}\n`, { mode: 0o600 });
  await rename(draft, file);
};

/**
 * Listens on the port that `file` holds from last time when it is free, else on any.
 * @throws the socket's error, or the file system's
 */
export const listenAgain = async (
  handler: Handler,
  file: string,
  options: Omit<ListenOptions, 'port'> = {},
): Promise<Listening> => {
  const port = await readPort(file);
  try {
    return await listen(handler, { ...options, port });
  } catch (error) {
    if (!taken.includes(codeOf(error))) throw error;
    return listen(handler, { ...options, port: 0 });
  }
};
