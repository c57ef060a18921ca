import {
  type ConnectionSettings,
  defaultConnections,
  type ForeignEvent,
  foreignEvents,
  type Folder,
  inheritanceOf,
  type InheritedScript,
  type Inheriting,
  type NamedScript,
  type PlacedForeign,
} from '@tandem/core';

import type { RequestDraft } from './draft.js';
import type { Loaded } from './run.js';

/** How the requests of a workspace connect, which it says itself as the folder around all others. */
export const connectionsOf = (folders: readonly Folder[]): ConnectionSettings =>
  folders.find(({ path }) => path === '')?.connections ?? defaultConnections;

/** How long the name of a script may be; the beginning of a longer one is left out. */
const longestName = 200;

const shortened = (name: string): string =>
  name.length > longestName ? `…${name.slice(1 - longestName)}` : name;

/** The file of a folder's script, or of the workspace's, by the names of the folders. */
const named = ({ from, script }: InheritedScript): NamedScript => ({
  name: shortened(from === '' ? 'collection.js' : `${from}/folder.js`),
  text: script,
});

/** How Postman calls the script of an event. */
export const foreignNames: Readonly<Record<ForeignEvent, string>> = {
  beforeRequest: 'pre-request script',
  tests: 'test script',
};

/** The scripts of another tool at one place, by the names of the folders. */
const foreignNamed = ({ from, foreign }: PlacedForeign): readonly NamedScript[] =>
  foreignEvents.flatMap((event) => {
    const text = foreign[event] ?? '';
    const around = from === null ? '' : `${from === '' ? 'collection' : from}/`;
    const name = shortened(`${around}${foreignNames[event]}`);
    return text.trim() === '' ? [] : [{ name, text, foreign: { dialect: foreign.dialect, event } }];
  });

/**
 * Step 3 of an execution: the request with what it inherits from its folders and the workspace, and the variables and scripts
 * around it.
 * @param saved what the request says itself
 */
export const inherit = (
  folders: readonly Folder[],
  saved: Inheriting,
  draft: RequestDraft,
): Pick<Loaded, 'request' | 'inherited' | 'outerScripts' | 'foreignScripts' | 'connections'> => {
  const { headers, auth, settings, variables, scripts, foreign } = inheritanceOf(folders, saved);
  return {
    request: { ...draft, headers, auth: auth.auth, settings },
    // In Postman an environment wins over a collection, and scripts count on that.
    inherited:
      foreign.length === 0
        ? variables
        : variables.map((one) => (one.from === null ? one : { ...one, from: '' })),
    outerScripts: scripts.map(named),
    foreignScripts: foreign.flatMap(foreignNamed),
    connections: connectionsOf(folders),
  };
};
