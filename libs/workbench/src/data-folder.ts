import { join } from 'node:path';

import { type Claim, claim } from '@tandem/persistence';
import envPaths from 'env-paths';

/** Where the platform keeps an application's data. */
export const defaultDataFolder = (): string => envPaths('tandem', { suffix: '' }).data;

/** The files of a data folder. */
export const dataFiles = (folder: string) =>
  ({
    database: join(folder, 'tandem.sqlite'),
    workspaces: join(folder, 'workspaces'),
    ownPort: (port: number) => join(folder, 'servers', 'listening', String(port)),
    windowClaim: join(folder, 'servers', 'window.claim'),
  }) as const;

/**
 * Claims a data folder for the one window that it has, until released or until this process ends.
 * @returns undefined when another process has it
 * @throws the system's error for a folder that cannot be used
 */
export const claimDataFolder = (folder: string): Promise<Claim | undefined> =>
  claim(dataFiles(folder).windowClaim);
