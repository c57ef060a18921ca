import { join } from 'node:path';

import envPaths from 'env-paths';

/** Where the platform keeps an application's data. */
export const defaultDataFolder = (): string => envPaths('tandem', { suffix: '' }).data;

/** The files of a data folder. */
export const dataFiles = (folder: string) =>
  ({
    database: join(folder, 'tandem.sqlite'),
    workspaces: join(folder, 'workspaces'),
  }) as const;
