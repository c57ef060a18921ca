import {
  type ConnectionSettings,
  defaultConnections,
  type Folder,
  inheritanceOf,
  type Inheriting,
} from '@tandem/core';

import type { RequestDraft } from './draft.js';
import type { Loaded } from './run.js';

/** How the requests of a workspace connect, which it says itself as the folder around all others. */
export const connectionsOf = (folders: readonly Folder[]): ConnectionSettings =>
  folders.find(({ path }) => path === '')?.connections ?? defaultConnections;

/**
 * Step 3 of an execution: the request with what it inherits from its folders and the workspace, and the variables around it.
 * @param saved what the request says itself
 */
export const inherit = (
  folders: readonly Folder[],
  saved: Inheriting,
  draft: RequestDraft,
): Pick<Loaded, 'request' | 'inherited' | 'connections'> => {
  const { headers, auth, settings, variables } = inheritanceOf(folders, saved);
  return {
    request: { ...draft, headers, auth: auth.auth, settings },
    inherited: variables,
    connections: connectionsOf(folders),
  };
};
