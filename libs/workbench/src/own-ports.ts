import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { getDataFilePaths } from '@tandem/node';

/** The ports on which the servers of one data folder listen, in any process. */
export interface OwnPorts {
  /** Registers a port on which this process listens, until the returned function is called. */
  readonly add: (port: number) => () => void;
  /** Whether this process, or another one on the same data folder, listens on `port`. */
  readonly has: (port: number) => boolean;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const readHolder = (file: string): number | undefined => {
  // Hardly any port has a file, and creating an error costs more than checking for the file.
  if (!existsSync(file)) return undefined;
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Each port has a small file with the id of the process that listens on it; files of ended processes are ignored. Files
 * are read only when a request is sent to this machine.
 */
export const createOwnPorts = (dataFolder: string): OwnPorts => {
  const mine = new Set<number>();
  const fileOf = (port: number): string => getDataFilePaths(dataFolder).listening(port);
  return {
    add: (port) => {
      const file = fileOf(port);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, String(process.pid), { mode: 0o600 });
      mine.add(port);
      return () => {
        mine.delete(port);
        if (readHolder(file) === process.pid) rmSync(file, { force: true });
      };
    },
    has: (port) => {
      if (mine.has(port)) return true;
      const pid = readHolder(fileOf(port));
      return pid !== undefined && pid !== process.pid && isAlive(pid);
    },
  };
};
