import { MergeDriverArguments } from '@tandem/application';
import { MergeDriverStatus } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

/** Changes how git works in a repository, so these are for people only. */
export const mergeDriverStatus = method({
  name: 'merge_driver_status',
  title: 'Merge driver',
  description:
    'Returns whether the data folder is in a git repository, and whether git merges its files with Tandem.',
  audience: 'person',
  params: MergeDriverArguments,
  result: MergeDriverStatus,
  effects: reads,
  handle: (application) => application.mergeDriver.status,
});

export const mergeDriverInstall = method({
  name: 'merge_driver_install',
  title: 'Set up the merge driver',
  description:
    "Makes git merge the data folder's files with Tandem: adds lines to its .gitattributes and a driver to the repository's own configuration.",
  audience: 'person',
  params: MergeDriverArguments,
  result: MergeDriverStatus,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.mergeDriver.install,
});
