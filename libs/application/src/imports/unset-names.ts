import {
  type Environment,
  findVariableOfPath,
  type Folder,
  type ImportDocument,
  type ImportMemory,
  mapInSlices,
} from '@tandem/core';

import { listTokens } from '../environments/environment-uses.js';
import type { ImportResult } from './import-arguments.js';

/** Maximum number of listed names. A document with more is a template of another kind. */
const maxListed = 50;

/** The names that have a value outside of a document. */
export interface ValuesElsewhere {
  /** Names of the workspace and of environments for all its requests. */
  readonly shared: ReadonlySet<string>;
  /** For each name of an environment that came with other requests, that environment. */
  readonly ofImports: ReadonlyMap<string, string>;
}

type NamedEnvironment = Pick<Environment, 'name'> & {
  readonly variables: readonly { readonly name: string }[];
  readonly secrets: readonly { readonly name: string }[];
};

const listNames = ({ variables, secrets }: NamedEnvironment): readonly string[] =>
  [...variables, ...secrets].map(({ name }) => name);

/**
 * Lists the names with a value in the workspace, and in other documents of the call.
 * @param root the workspace as a folder
 */
export const listValuesElsewhere = (
  environments: readonly Environment[],
  root: Pick<Folder, 'variables'>,
  { imports }: ImportMemory,
  others: readonly ImportDocument[] = [],
): ValuesElsewhere => {
  const withRequests = new Set(imports.flatMap((one) => one.environments.map(({ id }) => id)));
  const isOfImport = ({ id }: Environment): boolean => withRequests.has(id);
  const [collections, alone] = [
    others.filter(({ requests }) => requests.length > 0),
    others.filter(({ requests }) => requests.length === 0),
  ];
  const shared = [
    ...environments.filter((one) => !isOfImport(one)),
    ...alone.flatMap((one) => one.environments),
  ];
  const ofImports = [...environments.filter(isOfImport), ...collections.flatMap((one) => one.environments)];
  return {
    shared: new Set([...shared.flatMap(listNames), ...root.variables.map(({ name }) => name)]),
    ofImports: new Map(ofImports.flatMap((one) => listNames(one).map((name) => [name, one.name] as const))),
  };
};

/** Matches text in quotes. */
const quotedPattern = /(['"`])([^'"`\\\n]{1,100})\1/g;

/** Matches a call that sets a variable by its name, in the scripts of any tool. */
const setCallPattern = /\bset\w*\s*\(\s*(['"`])([^'"`\\\n]{1,100})\1/g;

/** Lists the names that a script sets. If it computes one, any text in quotes may be one. */
const listSetNames = (script: string): readonly string[] => {
  const isComputed = /\bset\w*\s*\(\s*[^'"`\s)]/.test(script);
  return Array.from(script.matchAll(isComputed ? quotedPattern : setCallPattern), ([, , name = '']) => name);
};

/** Matches names that are filled in without a variable: dynamic values, prompts, those of the process, of the vault and of our own. */
const isBuiltIn = (name: string): boolean => /^(?:[$?]|process\.env\.|vault:|echo_base_url$)/.test(name);

/** Whether a name refers to a message of another request of an `.http` file. The import itself reports these as left out. */
const isMessageReference = (name: string): boolean => /^[A-Za-z_][\w-]*\.(?:request|response)\./.test(name);

/** Whether a text in braces is a name, and not code of a template language. */
const isName = (name: string): boolean => /^[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]|\[\d+\]){0,99}$/u.test(name);

/** The fields of a request or folder that are not searched for names. */
interface ImportPart {
  readonly script?: unknown;
  readonly foreign?: unknown;
  readonly description?: unknown;
  readonly examples?: unknown;
}

/**
 * Lists the names that the requests of a document use although neither the document nor its scripts set them, so that they have no value or
 * that of another import.
 */
export const listUnsetNames = async (
  { folders, requests, environments }: ImportDocument,
  { shared, ofImports }: ValuesElsewhere,
): Promise<NonNullable<ImportResult['unset']>> => {
  const used = new Set<string>();
  const set = new Set([
    ...environments.flatMap(listNames),
    ...folders.flatMap(({ variables = [] }) => variables.map(({ name }) => name)),
    ...requests.flatMap(({ requestVariables = [] }) => requestVariables.map(({ name }) => name)),
  ]);
  const parts: readonly ImportPart[] = [...folders, ...requests];
  await mapInSlices(parts, (part) => {
    const { script, foreign, description: _, examples: __, ...fields } = part;
    for (const name of listTokens(JSON.stringify(fields))) used.add(name);
    const scripts = JSON.stringify([script, foreign]).replace(/\\"/g, '"');
    for (const name of listSetNames(scripts)) set.add(name);
  });
  const isSet = (name: string): boolean => set.has(name) || shared.has(name);
  return [...used]
    .filter(
      (name) =>
        isName(name) &&
        !isBuiltIn(name) &&
        !isMessageReference(name) &&
        !isSet(findVariableOfPath(name, isSet)),
    )
    .slice(0, maxListed)
    .map((name) => {
      const from = ofImports.get(name);
      return from === undefined ? { name } : { name, from };
    });
};
