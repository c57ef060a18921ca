import { createApplication } from '@tandem/application';
import type { SynchronizationReport } from '@tandem/core';
import { createFolderSync } from '@tandem/folder';
import { jsonPath, openSqliteStore, requestFiles, workspaceLocations } from '@tandem/persistence';

import { systemClock, systemIds } from '../ambient.js';
import { given } from './on-disk.js';

const unused = () => {
  throw new Error('nothing is sent here');
};

/** An application with a real database and real files but without a network. */
export const openFolderAlone = async (file: string) => {
  const { store, close } = await openSqliteStore({ file });
  const application = createApplication({
    store,
    requestFiles,
    workspaceLocations: workspaceLocations(file),
    jsonPath,
    folderSync: createFolderSync(),
    scripts: { withSession: unused, check: unused },
    http: { send: unused, write: unused, decompress: unused, cookiesOf: unused, openJar: unused },
    clock: systemClock,
    ids: systemIds,
    product: { name: 'Tandem', version: '0' },
    builtIns: () => ({}),
  });
  return {
    application,
    store,
    close,
    synchronize: (workspaceId: string) =>
      given<SynchronizationReport>(application.synchronization.synchronize({ workspaceId })),
  };
};
export type FolderAlone = Awaited<ReturnType<typeof openFolderAlone>>;
