import { type Ports } from '@tandem/core';

import { addWorkspaceFile } from './add-workspace-file.js';
import { convertBrunoFolder } from './convert-bruno.js';
import { lookAtFolder } from './look-at-folder.js';
import {
  activeWorkspace,
  chooseWorkspace,
  createWorkspace,
  getWorkspace,
  listWorkspaces,
  openWorkspace,
} from './workspaces.js';
import { dropDeletedWorkspaces, listDeletedWorkspaces } from './hidden-workspaces.js';
import { hideWorkspace, renameWorkspace, restoreWorkspace, workspaceContent } from './edit-workspaces.js';
import { listWorkspaceFiles } from './workspace-files.js';

/** What can be done with workspaces. */
export const workspaceUseCases = (ports: Ports) => ({
  list: listWorkspaces(ports),
  active: activeWorkspace(ports),
  get: getWorkspace(ports),
  open: openWorkspace(ports),
  create: createWorkspace(ports),
  choose: chooseWorkspace(ports),
  rename: renameWorkspace(ports),
  content: workspaceContent(ports),
  remove: hideWorkspace('removed')(ports),
  delete: hideWorkspace('deleted')(ports),
  restore: restoreWorkspace(ports),
  deleted: listDeletedWorkspaces(ports),
  dropDeleted: () => dropDeletedWorkspaces(ports),
  look: lookAtFolder(ports),
  convert: convertBrunoFolder(ports),
  files: listWorkspaceFiles(ports),
  addFile: addWorkspaceFile(ports),
  /** The identity of the data folder below a path; null if there is none. */
  folderOf: ports.folderSync.identify,
});
