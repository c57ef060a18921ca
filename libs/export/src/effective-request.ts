import {
  filterEnabledPairs,
  type ExampleRequest,
  type ExportContent,
  type ExportedExecution,
  type Folder,
  type ForeignDialect,
  type GraphqlRequest,
  hasForeignScripts,
  type Inheritance,
  resolveInheritance,
  isWithin,
  type LeftOut,
  listPathsTo,
  type RestRequest,
} from '@tandem/core';

import { fillAll, fillFrom } from './fill.js';
import { groupBy } from './grouped.js';
import { type TranslatedScript, translateScript } from './script/translate.js';

/** A request with everything it inherits; variables of the request and its folders are filled in. */
export interface EffectiveRequest {
  readonly request: RestRequest | GraphqlRequest;
  readonly path: string;
  readonly inherited: Inheritance;
  readonly script: TranslatedScript;
}

/** The folders around all requests, the workspace included, innermost first. */
const findCommonFolders = ({
  folders,
  requests,
}: Pick<ExportContent, 'folders' | 'requests'>): readonly Folder[] => {
  const used = [...new Set(requests.map(({ folder }) => folder))];
  return folders
    .filter(({ path }) => used.every((folder) => isWithin(path, folder)))
    .sort((a, b) => b.path.length - a.path.length);
};

/** Finds the folders around a request, including the workspace, without scanning all folders each time. */
const createAround = (folders: readonly Folder[]): ((folder: string) => readonly Folder[]) => {
  const known = new Map(folders.map((one) => [one.path, one]));
  return (folder) => ['', ...listPathsTo(folder)].flatMap((path) => known.get(path) ?? []);
};

/** A request's examples with variables filled in on the request side; responses stay as they are. */
const fillExamples = (
  saved: RestRequest | GraphqlRequest,
  fill: (sent: ExampleRequest) => ExampleRequest,
): Partial<Pick<RestRequest, 'examples'>> =>
  'query' in saved
    ? {}
    : { examples: saved.examples.map((one) => ({ ...one, request: one.request && fill(one.request) })) };

const toEffectiveRequest = (
  around: readonly Folder[],
  shared: ReadonlySet<string | null>,
  saved: RestRequest | GraphqlRequest,
): EffectiveRequest => {
  const given = resolveInheritance(around, saved);
  const fill = fillFrom(given.variables.filter(({ from }) => !shared.has(from)));
  const { id, name, script, foreign } = saved;
  const own = {
    id,
    name,
    script,
    foreign,
    ...fillExamples(saved, (sent) => fillAll(fill, sent) as typeof sent),
  };
  const request = { ...(fillAll(fill, saved) as typeof saved), ...own } as typeof saved;
  const path = saved.folder === '' ? name : `${saved.folder}/${name}`;
  const inherited = fillAll(fill, { ...given, scripts: [], foreign: [] }) as Inheritance;
  return {
    request,
    path,
    inherited: { ...inherited, scripts: given.scripts, foreign: given.foreign },
    script: translateScript(script),
  };
};

/** What is sent for each request, in order. Variables that all requests share stay as tokens. */
export const listEffectiveRequests = (content: ExportContent): readonly EffectiveRequest[] => {
  const shared = new Set<string | null>(findCommonFolders(content).map(({ path }) => path));
  const around = createAround(content.folders);
  return content.requests.map((saved) => toEffectiveRequest(around(saved.folder), shared, saved));
};

/** Finds the stored executions of a request. */
export const createExecutionFinder = ({
  executions,
}: ExportContent): ((id: string) => readonly ExportedExecution[]) =>
  groupBy(executions, ({ summary }) => summary.requestId);

/** Whether a script, the request's own or an inherited one, runs before or after the request. */
export const hasScript = ({ request, inherited }: EffectiveRequest): boolean =>
  request.script.trim() !== '' ||
  inherited.scripts.length > 0 ||
  inherited.foreign.some(({ foreign }) => hasForeignScripts(foreign));

/** The scripts, or parts of scripts, that a document leaves out. */
export const listLeftOutScripts = ({ path, script, inherited }: EffectiveRequest): readonly LeftOut[] => [
  ...script.leftOut.map((what) => ({ place: path, what })),
  ...inherited.scripts.map(({ from }) => ({
    place: path,
    what: `the script of ${from === '' ? 'the workspace' : `the folder ${from}`}`,
  })),
];

const toolNames: Readonly<Record<ForeignDialect, string>> = { postman: 'Postman', bruno: 'Bruno' };

/** Scripts of other tools that a document leaves out. */
export const listLeftOutForeign = (
  { inherited, path }: EffectiveRequest,
  dialects: readonly ForeignDialect[] = ['postman', 'bruno'],
): readonly LeftOut[] =>
  inherited.foreign
    .filter(({ foreign }) => dialects.includes(foreign.dialect) && hasForeignScripts(foreign))
    .map(({ from, foreign }) => ({
      place: path,
      what: `the ${toolNames[foreign.dialect]} scripts of ${from === null ? 'the request' : from === '' ? 'the workspace' : `the folder ${from}`}`,
    }));

/** The variables that all requests share: those of their common folders override those of the environment. */
export const collectSharedVariables = (content: ExportContent): ReadonlyMap<string, string> => {
  const around = findCommonFolders(content).flatMap(({ variables }) => filterEnabledPairs(variables));
  return new Map([...around, ...content.variables].toReversed().map(({ name, value }) => [name, value]));
};
