import {
  type ConnectionSettings,
  defaultConnections,
  filterEnabledPairs,
  type Folder,
  type ForeignDialect,
  type ForeignEvent,
  foreignEvents,
  type ForeignScripts,
  formatForeignScript,
  type Inheritance,
  type InheritedScript,
  type InheritingRequest,
  isWithin,
  type NamedScript,
  type Pair,
  type PlacedForeign,
  type RequestSettings,
  resolveInheritance,
} from '@tandem/core';
import type { LoadedData } from '../execution-state.js';
import type { DraftHeader, RequestDraft } from './draft.js';

/** The name that each tool gives to the part that runs at an event. */
const partNames: Readonly<Record<ForeignDialect, Readonly<Record<ForeignEvent, string>>>> = {
  postman: {
    beforeRequest: 'pre-request script',
    variables: 'variables',
    afterResponse: 'post-response script',
    assertions: 'assertions',
    tests: 'test script',
  },
  bruno: {
    beforeRequest: 'before-request script',
    variables: 'variables',
    afterResponse: 'after-response script',
    assertions: 'assertions',
    tests: 'tests',
  },
};

type FormatName = (from: string | null, what: string) => string;

const listNamedScripts = (
  named: FormatName,
  { from, foreign }: PlacedForeign,
  event: ForeignEvent,
): readonly NamedScript[] => {
  const text = formatForeignScript(foreign, event);
  const { dialect } = foreign;
  const name = named(from, partNames[dialect][event]);
  return text.trim() === '' ? [] : [{ name, text, foreign: { dialect, event } }];
};

/** Merges the variables of all levels: each at its first position, with the value of the innermost level. */
const mergeVariables = (placed: readonly PlacedForeign[]): readonly Pair[] => [
  ...new Map(
    placed
      .flatMap(({ foreign }: { readonly foreign: ForeignScripts }) =>
        filterEnabledPairs(foreign.variables ?? []),
      )
      .map((pair) => [pair.name, pair] as const),
  ).values(),
];

/**
 * Orders the parts that run at an event as Bruno does. Scripts before a request run from the workspace inwards; scripts after it outwards,
 * unless the flow is sequential. The variables of all levels are set at once, and only the request's own assertions run.
 */
const orderForeignParts = (
  event: ForeignEvent,
  placed: readonly PlacedForeign[],
  isSequential: boolean,
): readonly PlacedForeign[] => {
  if (event === 'assertions') return placed.filter(({ from }) => from === null);
  if (event === 'variables') {
    const foreign = { dialect: 'bruno', variables: mergeVariables(placed) } as const;
    return [{ from: null, foreign }];
  }
  return event === 'beforeRequest' || isSequential ? placed : placed.toReversed();
};

const filterByDialect = (
  foreign: readonly PlacedForeign[],
  dialect: ForeignDialect,
): readonly PlacedForeign[] => foreign.filter((one) => one.foreign.dialect === dialect);

/**
 * Orders the scripts of other tools as they run: first Bruno's, then Postman's from the workspace inwards.
 * @param foreign the scripts from the workspace inwards
 */
const orderForeignScripts = (
  foreign: readonly PlacedForeign[],
  isSequential: boolean,
  named: FormatName,
): readonly NamedScript[] => {
  const bruno = filterByDialect(foreign, 'bruno');
  return [
    ...foreignEvents.flatMap((event) =>
      orderForeignParts(event, bruno, isSequential).flatMap((one) => listNamedScripts(named, one, event)),
    ),
    ...filterByDialect(foreign, 'postman').flatMap((one) =>
      (['beforeRequest', 'tests'] as const).flatMap((event) => listNamedScripts(named, one, event)),
    ),
  ];
};

/** The connection settings of a workspace, which are stored with its root folder. */
export const getWorkspaceConnections = (folders: readonly Folder[]): ConnectionSettings =>
  folders.find(({ path }) => path === '')?.connections ?? defaultConnections;

/** Maximum length of a script name. A longer one loses its beginning. */
const maxNameLength = 200;

const shortenName = (name: string): string =>
  name.length > maxNameLength ? `…${name.slice(1 - maxNameLength)}` : name;

/** Names the script of a folder or the workspace by the path that it would have as a file. */
const toNamedScript = ({ from, script }: InheritedScript): NamedScript => ({
  name: shortenName(from === '' ? 'collection.js' : `${from}/folder.js`),
  text: script,
});

/** Names a part of another tool by the path of its folder. */
const formatForeignName = (from: string | null, what: string): string =>
  shortenName(`${from === null ? '' : `${from === '' ? 'collection' : from}/`}${what}`);

/** A request, folder or workspace whose settings may disable the verification of servers. */
interface VerificationSource {
  readonly id: string;
  readonly name: string;
  readonly settings: RequestSettings;
}

/**
 * Finds what disables the verification of servers: the innermost of the request, its folders and the workspace that has TLS settings, if it
 * disables it.
 */
const findVerificationDisabler = (
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
 * Adds the disabled headers to those that are sent, because scripts of other tools see them too. Those of folders come first; those of the
 * request keep their positions.
 */
const addDisabledHeaders = (
  { headers: sent, disabledHeaders }: Pick<Inheritance, 'headers' | 'disabledHeaders'>,
  { headers }: Pick<RequestDraft, 'headers'>,
): readonly DraftHeader[] => {
  const own = sent.filter(({ from }) => from === null);
  const rows = headers.flatMap((one): readonly DraftHeader[] => {
    if (!one.enabled) return [{ ...one, from: null }];
    return own.filter(({ name, value }) => name === one.name && value === one.value).slice(0, 1);
  });
  const names = new Set(headers.map(({ name }) => name.trim().toLowerCase()));
  const outer = disabledHeaders.filter(({ name }) => !names.has(name.trim().toLowerCase()));
  return [...outer, ...sent.filter(({ from }) => from !== null), ...rows];
};

/**
 * Step 3 of an execution: adds to the request what it inherits from its folders and the workspace, and collects the variables and scripts
 * that apply to it.
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
  const inheritance = resolveInheritance(folders, saved);
  const { auth, settings, variables, scripts, foreign } = inheritance;
  const connections = getWorkspaceConnections(folders);
  return {
    request: {
      ...draft,
      headers: addDisabledHeaders(inheritance, draft),
      auth: auth.auth,
      authFrom: auth.from,
      settings,
    },
    inherited: variables,
    outerScripts: scripts.map(toNamedScript),
    foreignScripts: orderForeignScripts(foreign, connections.scriptFlow === 'sequential', formatForeignName),
    connections,
    ...findVerificationDisabler(folders, saved, draft),
    ownScript: shortenName(`${saved.folder === '' ? '' : `${saved.folder}/`}${draft.name}.js`),
  };
};
