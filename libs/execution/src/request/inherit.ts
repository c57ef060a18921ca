import {
  type ConnectionSettings,
  defaultConnections,
  type Folder,
  resolveInheritance,
  type InheritedScript,
  type InheritedHeader,
  type InheritingRequest,
  isWithin,
  type NamedScript,
  type RequestSettings,
} from '@tandem/core';

import { orderForeignScripts } from './foreign-order.js';
import type { DraftHeader, RequestDraft } from './draft.js';
import type { LoadedData } from '../execution-state.js';

/** How the requests of a workspace connect. The workspace acts as the outermost folder. */
export const getWorkspaceConnections = (folders: readonly Folder[]): ConnectionSettings =>
  folders.find(({ path }) => path === '')?.connections ?? defaultConnections;

/** Maximum length of a script name. The beginning of a longer one is cut. */
const maxNameLength = 200;

const shortenName = (name: string): string =>
  name.length > maxNameLength ? `…${name.slice(1 - maxNameLength)}` : name;

/** Names the script of a folder or the workspace as a file, by folder names. */
const toNamedScript = ({ from, script }: InheritedScript): NamedScript => ({
  name: shortenName(from === '' ? 'collection.js' : `${from}/folder.js`),
  text: script,
});

/** Names what runs for another tool at one place, by folder names. */
const formatForeignName = (from: string | null, what: string): string =>
  shortenName(`${from === null ? '' : `${from === '' ? 'collection' : from}/`}${what}`);

/** What sets whether servers are verified. */
interface VerificationSource {
  readonly id: string;
  readonly name: string;
  readonly settings: RequestSettings;
}

/** The request, or the nearest folder around it, that disables server verification. */
const findUnverifiedBy = (
  folders: readonly Folder[],
  { folder, settings }: InheritingRequest,
  { id, name }: RequestDraft,
): Pick<LoadedData, 'unverifiedBy'> => {
  const around: readonly VerificationSource[] = folders
    .filter(({ path }) => isWithin(path, folder))
    .sort((a, b) => b.path.length - a.path.length)
    .map((one) => ({ ...one, name: one.path === '' ? 'the workspace' : `the folder ${one.path}` }));
  const own: VerificationSource = { id, name: `the request "${name}"`, settings };
  const nearest = [own, ...around].find((one) => one.settings.tls !== undefined);
  return nearest?.settings.tls?.verify === false
    ? { unverifiedBy: { id: nearest.id, name: nearest.name } }
    : {};
};

/**
 * The headers to send, with the disabled headers of the request in place, because scripts of other tools see them.
 */
const addDisabledHeaders = (
  sent: readonly InheritedHeader[],
  { headers }: Pick<RequestDraft, 'headers'>,
): readonly DraftHeader[] => {
  const own = sent.filter(({ from }) => from === null);
  const rows = headers.flatMap((one): readonly DraftHeader[] => {
    if (!one.enabled) return [{ ...one, from: null }];
    return own.filter(({ name, value }) => name === one.name && value === one.value).slice(0, 1);
  });
  return [...sent.filter(({ from }) => from !== null), ...rows];
};

/**
 * Step 3 of an execution: the request with what it inherits from its folders and the workspace, and the variables and
 * scripts around it.
 * @param saved the request's own settings
 */
export const inherit = (
  folders: readonly Folder[],
  saved: InheritingRequest,
  draft: RequestDraft,
): Pick<
  LoadedData,
  'request' | 'inherited' | 'outerScripts' | 'foreignScripts' | 'connections' | 'ownScript' | 'unverifiedBy'
> => {
  const { headers, auth, settings, variables, scripts, foreign } = resolveInheritance(folders, saved);
  const connections = getWorkspaceConnections(folders);
  return {
    request: {
      ...draft,
      headers: addDisabledHeaders(headers, draft),
      auth: auth.auth,
      authFrom: auth.from,
      settings,
    },
    // In Postman an environment overrides a collection, and scripts rely on that.
    inherited: foreign.some((one) => one.foreign.dialect === 'postman')
      ? variables.map((one) => (one.from === null ? one : { ...one, from: '' }))
      : variables,
    outerScripts: scripts.map(toNamedScript),
    foreignScripts: orderForeignScripts(foreign, connections.scriptFlow === 'sequential', formatForeignName),
    connections,
    ...findUnverifiedBy(folders, saved, draft),
    ownScript: shortenName(`${saved.folder === '' ? '' : `${saved.folder}/`}${draft.name}.js`),
  };
};
