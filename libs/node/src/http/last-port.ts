import { readFile } from 'node:fs/promises';

import { replaceFile } from '../replace-file.js';
import { type Handler, listen, type ListeningServer, type ListenOptions } from './server.js';

const unavailablePortCodes: readonly unknown[] = ['EADDRINUSE', 'EACCES'];

const getErrorCode = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** The port in a file; 0 if the file does not exist or contains no port. */
const readPort = async (file: string): Promise<number> => {
  try {
    const port = Number(await readFile(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
};

/** Stores a port for {@link listenAgain}. */
export const keepPort = (file: string, port: number): Promise<void> => replaceFile(file, `${port}\n`);

/**
 * Listens on the port stored in `file` if it is free, otherwise on any port.
 * @throws the error of the socket or the file system
 */
export const listenAgain = async (
  handler: Handler,
  file: string,
  options: Omit<ListenOptions, 'port'> = {},
): Promise<ListeningServer> => {
  const port = await readPort(file);
  try {
    return await listen(handler, { ...options, port });
  } catch (error) {
    if (!unavailablePortCodes.includes(getErrorCode(error))) throw error;
    return listen(handler, { ...options, port: 0 });
  }
};
