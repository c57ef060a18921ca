import { ApproveScripts, ListOutsideScripts, TrustFolder } from '@tandem/application';
import { OutsideScripts } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

/** A person approves scripts, so these are for people only: an agent would approve what it brought in itself. */
export const outsideScriptsList = method({
  name: 'outside_scripts_list',
  title: 'Scripts from outside',
  description: 'Lists the scripts that came in by synchronization or import and wait for a person.',
  audience: 'person',
  params: ListOutsideScripts,
  result: OutsideScripts,
  effects: reads,
  handle: (application) => application.outsideScripts.list,
});

export const outsideScriptsApprove = method({
  name: 'outside_scripts_approve',
  title: 'Approve scripts from outside',
  description: 'Approves scripts by their content, so that they get secrets and may send like all others.',
  audience: 'person',
  params: ApproveScripts,
  result: OutsideScripts,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.outsideScripts.approve,
});

export const folderTrustSet = method({
  name: 'folder_trust_set',
  title: 'Trust a folder',
  description:
    'Trusts the folder of a workspace, so that its scripts do not wait for a person, or no longer.',
  audience: 'person',
  params: TrustFolder,
  result: OutsideScripts,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.outsideScripts.trust,
});
