import { createApplication } from '@tandem/application';
import type { SynchronizationReport } from '@tandem/core';
import { createFolderSync } from '@tandem/folder';
import { jsonPath, openSqliteStore, requestFiles, createWorkspaceLocations } from '@tandem/persistence';

import { systemClock, systemIds } from '../ambient.js';
import { unwrapResult } from './on-disk.js';

const refuseSending = () => {
  throw new Error('nothing is sent here');
};

/** Opens an application with a real database and real files but without a network. */
export const openFolderAlone = async (file: string) => {
  const { store, close } = await openSqliteStore({ file });
  const application = createApplication({
    store,
    requestFiles,
    workspaceLocations: createWorkspaceLocations(file),
    jsonPath,
    folderSync: createFolderSync(),
    scripts: { withSession: refuseSending, check: refuseSending },
    http: {
      send: refuseSending,
      write: refuseSending,
      decompress: refuseSending,
      cookiesOf: refuseSending,
      openJar: refuseSending,
    },
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
      unwrapResult<SynchronizationReport>(application.synchronization.synchronize({ workspaceId })),
  };
};
export type FolderAlone = Awaited<ReturnType<typeof openFolderAlone>>;
