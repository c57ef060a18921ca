import type { AppResult } from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from './resolve-workspace.js';
import { operation, reads } from '../operation.js';

export const ListWorkspaceFiles = struct(
  'workspaces_files arguments',
  {},
  {
    workspaceId: withDescription(
      t.string,
      'Workspace id, name, full path or folder name; default: the active one',
    ),
  },
);
export type ListWorkspaceFiles = t.TypeOf<typeof ListWorkspaceFiles>;

export const WorkspaceFileList = struct('files of a workspace', {
  /** Paths relative to the workspace's folder, with slashes, as used in a body or a part. */
  files: t.readonlyArray(t.string),
  /** Whether there are more than listed. */
  isCut: t.boolean,
});
export type WorkspaceFileList = t.TypeOf<typeof WorkspaceFileList>;

/** Maximum number of files listed. */
export const maxListedFiles = 2_000;

/**
 * The files in a workspace's folder that a request can send.
 * Agents read files by other means, so it is for people only.
 */
export const workspacesFiles = operation({
  name: 'workspaces_files',
  title: 'Files of a workspace',
  description: "Lists files in the workspace's folder, which a binary body or a multipart part can send.",
  audience: 'person',
  arguments: ListWorkspaceFiles,
  result: WorkspaceFileList,
  effects: reads,
  useCase: 'workspaces.files',
  run:
    ({ ports }) =>
    ({ workspaceId }: ListWorkspaceFiles): AppResult<WorkspaceFileList> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ path }) => ports.requestFiles.list(path, maxListedFiles)),
      ),
});
