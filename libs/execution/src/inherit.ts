import {
  type ConnectionSettings,
  defaultConnections,
  type Folder,
  inheritanceOf,
  type InheritedScript,
  type Inheriting,
  type NamedScript,
} from '@tandem/core';

import type { RequestDraft } from './draft.js';
import type { Loaded } from './run.js';

/** How the requests of a workspace connect, which it says itself as the folder around all others. */
export const connectionsOf = (folders: readonly Folder[]): ConnectionSettings =>
  folders.find(({ path }) => path === '')?.connections ?? defaultConnections;

/** How long the name of a script may be; the beginning of a longer one is left out. */
const longestName = 200;

/** The file of a folder's script, or of the workspace's, by the names of the folders. */
const named = ({ from, script }: InheritedScript): NamedScript => {
  const name = from === '' ? 'collection.js' : `${from}/folder.js`;
  return { name: name.length > longestName ? `…${name.slice(1 - longestName)}` : name, text: script };
};

/**
 * Step 3 of an execution: the request with what it inherits from its folders and the workspace, and the variables and scripts
 * around it.
 * @param saved what the request says itself
 */
export const inherit = (
  folders: readonly Folder[],
  saved: Inheriting,
  draft: RequestDraft,
): Pick<Loaded, 'request' | 'inherited' | 'outerScripts' | 'connections'> => {
  const { headers, auth, settings, variables, scripts } = inheritanceOf(folders, saved);
  return {
    request: { ...draft, headers, auth: auth.auth, settings },
    inherited: variables,
    outerScripts: scripts.map(named),
    connections: connectionsOf(folders),
  };
};
