import {
  type Example,
  type ExampleBodyType,
  type ExampleRequest,
  type ExampleResponse,
  type ExportContent,
  type ExportedExecution,
  filterEnabledPairs,
  findVariableText,
  type Folder,
  type ForeignDialect,
  type GraphqlRequest,
  hasForeignScripts,
  type Inheritance,
  isWithin,
  type LeftOut,
  listPathsTo,
  type Pair,
  resolveInheritance,
  requestKindNames,
  type RestRequest,
  type VariableType,
} from '@tandem/core';

import { type TranslatedScript, translateScript } from './script/translate.js';

const variablePattern = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Maximum depth of variables within variable values. */
const maxDepth = 10;

/**
 * Returns a function that fills in the variables in `pairs` and leaves others unchanged. If a name occurs twice, the first pair
 * counts.
 */
export const createVariableFiller = (pairs: readonly (Pair & { readonly type?: VariableType })[]) => {
  const values = new Map(pairs.toReversed().map((one) => [one.name, one]));
  const fill = (text: string, depth = 0): string =>
    text.replace(variablePattern, (written, name: string) => {
      const value = findVariableText(name, (one) => values.get(one));
      return value === undefined || depth >= maxDepth ? written : fill(value, depth + 1);
    });
  return (text: string): string => fill(text);
};

/** Fills in the variables in every string of a value. */
const fillStrings = (fill: (text: string) => string, value: unknown): unknown => {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((one) => fillStrings(fill, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillStrings(fill, one)]));
};

/** Groups entries by a key. Returns a function that looks up the entries of a key, in their original order. */
export const groupBy = <A>(all: readonly A[], keyOf: (one: A) => string): ((key: string) => readonly A[]) => {
  const known = new Map<string, A[]>();
  for (const one of all) {
    const others = known.get(keyOf(one));
    if (others === undefined) known.set(keyOf(one), [one]);
    else others.push(one);
  }
  return (key) => known.get(key) ?? [];
};

type FormPart = Extract<RestRequest['body'], { readonly type: 'multipart' }>['parts'][number];

/** A request with everything that it inherits. The variables of the request and its folders are filled in. */
export interface EffectiveRequest {
  readonly request: RestRequest | GraphqlRequest;
  readonly path: string;
  readonly inherited: Inheritance;
  readonly script: TranslatedScript;
}

/** The folders that all requests have in common, including the workspace, innermost first. */
const findCommonFolders = ({
  folders,
  requests,
}: Pick<ExportContent, 'folders' | 'requests'>): readonly Folder[] => {
  const used = [...new Set(requests.map(({ folder }) => folder))];
  return folders
    .filter(({ path }) => used.every((folder) => isWithin(path, folder)))
    .sort((a, b) => b.path.length - a.path.length);
};

/** Finds the folders of a request, including the workspace. It is fast because the folders are indexed once. */
const createFolderLookup = (folders: readonly Folder[]): ((folder: string) => readonly Folder[]) => {
  const known = new Map(folders.map((one) => [one.path, one]));
  return (folder) => ['', ...listPathsTo(folder)].flatMap((path) => known.get(path) ?? []);
};

/** Fills in the variables of an example's request. Its response stays unchanged. */
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
  const fill = createVariableFiller(given.variables.filter(({ from }) => !shared.has(from)));
  const { id, name, script, foreign } = saved;
  const own = {
    id,
    name,
    script,
    foreign,
    ...fillExamples(saved, (sent) => fillStrings(fill, sent) as typeof sent),
  };
  const request = { ...(fillStrings(fill, saved) as typeof saved), ...own } as typeof saved;
  const path = saved.folder === '' ? name : `${saved.folder}/${name}`;
  const inherited = fillStrings(fill, { ...given, scripts: [], foreign: [] }) as Inheritance;
  return {
    request,
    path,
    inherited: { ...inherited, scripts: given.scripts, foreign: given.foreign },
    script: translateScript(script),
  };
};

/** Lists the effective requests, in order. Variables that all requests share stay as variables. */
export const listEffectiveRequests = (content: ExportContent): readonly EffectiveRequest[] => {
  const shared = new Set<string | null>(findCommonFolders(content).map(({ path }) => path));
  const around = createFolderLookup(content.folders);
  return content.requests.map((saved) => toEffectiveRequest(around(saved.folder), shared, saved));
};

/** Whether folders and requests share one order on some level, instead of all folders coming first. */
export const isMixedContent = ({ folders }: ExportContent): boolean =>
  folders.some(({ order }) => order === 'mixed');

/** Finds the stored executions of a request. */
export const createExecutionFinder = ({
  executions,
}: ExportContent): ((id: string) => readonly ExportedExecution[]) =>
  groupBy(executions, ({ summary }) => summary.requestId);

/** Whether a script runs before or after the request: its own or an inherited one. */
export const hasScript = ({ request, inherited }: EffectiveRequest): boolean =>
  request.script.trim() !== '' ||
  inherited.scripts.length > 0 ||
  inherited.foreign.some(({ foreign }) => hasForeignScripts(foreign));

/** Describes the scripts, or parts of scripts, that a document leaves out. */
export const listLeftOutScripts = ({ path, script, inherited }: EffectiveRequest): readonly LeftOut[] => [
  ...script.leftOut.map((what) => ({ place: path, what })),
  ...inherited.scripts.map(({ from }) => ({
    place: path,
    what: `the script of ${from === '' ? 'the workspace' : `the folder ${from}`}`,
  })),
];

const toolNames: Readonly<Record<ForeignDialect, string>> = { postman: 'Postman', bruno: 'Bruno' };

/** Describes the scripts of other tools that a document leaves out. */
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

/** Collects the variables that all requests share. Variables of their common folders override those of the environment. */
export const collectSharedVariables = (content: ExportContent): ReadonlyMap<string, string> => {
  const around = findCommonFolders(content).flatMap(({ variables }) => filterEnabledPairs(variables));
  return new Map([...around, ...content.variables].toReversed().map(({ name, value }) => [name, value]));
};

const contentTypes: Readonly<Record<ExampleBodyType, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  html: 'text/html',
  binary: 'application/octet-stream',
};

/** Returns the method and the parameters of a request. GraphQL requests have no parameters. */
export const getHttpParts = (
  request: EffectiveRequest['request'],
): Pick<RestRequest, 'method' | 'pathParams' | 'queryParams'> =>
  'query' in request
    ? { method: requestKindNames.graphql.fixedMethod, pathParams: [], queryParams: [] }
    : request;

/** Lists the parts of a multipart form; empty for any other body. */
export const listFormParts = (request: EffectiveRequest['request']): readonly FormPart[] =>
  'query' in request || request.body.type !== 'multipart' ? [] : request.body.parts;

/** Lists the examples of a request; GraphQL requests have none. */
export const listExamples = (request: RestRequest | GraphqlRequest): readonly Example[] =>
  'query' in request ? [] : request.examples;

/** Returns the content type of an example's response, from its headers or its kind; empty if it has no body. */
export const getExampleContentType = ({ headers, body }: ExampleResponse): string =>
  headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value ??
  (body === null ? '' : contentTypes[body.type]);
