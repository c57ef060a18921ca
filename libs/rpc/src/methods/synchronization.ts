import { ResolveConflict, Synchronize } from '@tandem/application';
import { SynchronizationReport } from '@tandem/core';

import { method, replaces } from '../method.js';

export const synchronizationSynchronize = method({
  name: 'synchronization_synchronize',
  title: 'Synchronize',
  description: 'Merges the workspace with its folder; reports conflicts.',
  params: Synchronize,
  result: SynchronizationReport,
  effects: replaces,
  toolSet: 'core',
  hints: {
    'conflict-not-found': 'Use synchronization_synchronize with dryRun: true to see the conflicts.',
  },
  handle: (application) => application.synchronization.synchronize,
});

export const synchronizationResolve = method({
  name: 'synchronization_resolve',
  title: 'Resolve a conflict',
  description: 'Resolves a conflict, then synchronizes; it is one that synchronization_synchronize reported.',
  params: ResolveConflict,
  result: SynchronizationReport,
  effects: replaces,
  handle: (application) => application.synchronization.resolve,
});
