import { holdsGlobals, type ImportedEnvironment, type Pair, type RememberedImport } from '@tandem/core';

import type { ImportTask } from './apply-import.js';
import type { ImportResult } from './import-arguments.js';
import { createFingerprint } from './import-memory.js';

type Document = ImportTask['document'];

const listPairs = ({ variables, secrets }: ImportedEnvironment): readonly Pair[] => [
  ...variables,
  ...secrets,
];

/** Whether the environments have the same value for each name that both contain. */
const canMerge = (a: ImportedEnvironment, b: ImportedEnvironment): boolean => {
  const values = new Map(listPairs(a).map(({ name, value }) => [name, value]));
  return listPairs(b).every(({ name, value }) => (values.get(name) ?? value) === value);
};

const mergeEnvironments = (a: ImportedEnvironment, b: ImportedEnvironment): ImportedEnvironment => {
  const names = new Set(listPairs(a).map(({ name }) => name));
  const isNew = ({ name }: Pair): boolean => !names.has(name);
  return {
    ...a,
    variables: [...a.variables, ...b.variables.filter(isNew)],
    secrets: [...a.secrets, ...b.secrets.filter(isNew)],
  };
};

/**
 * The environment that the reader of a document created for its credentials. Undefined for an update, or if the document has other
 * environments.
 */
const getCredentials = ({ document, given }: ImportTask): ImportedEnvironment | undefined => {
  const { environments, credentialsIn } = document;
  const [only] = environments.length === 1 && given.update !== true ? environments : [];
  return only?.name === credentialsIn ? only : undefined;
};

/** The index of the only document that is an environment, not counting Postman's globals. -1 if none is, or more than one. */
const findOnlyEnvironment = (documents: readonly Document[]): number => {
  const counts = documents.map(({ requests, environments }) =>
    requests.length === 0 ? environments.filter(({ name }) => !holdsGlobals(name)).length : 0,
  );
  const [only, ...others] = counts.flatMap((count, at) => (count === 0 ? [] : [at]));
  return only === undefined || others.length > 0 || documents[only]?.environments.length !== 1 ? -1 : only;
};

/**
 * Moves the credentials of documents into the environment that is imported with them. Otherwise the import would create another environment
 * that no document contains. If there are several environments, or two values for one name, the credentials keep an environment of their
 * own, which the others extend.
 */
export const joinCredentials = (tasks: readonly ImportTask[]): readonly ImportTask[] => {
  const at = findOnlyEnvironment(tasks.map(({ document }) => document));
  const target = tasks[at];
  const [environment] = target?.document.environments ?? [];
  if (target === undefined || environment === undefined) return tasks;
  let merged = environment;
  const reasons = [...(target.document.secretReasons ?? [])];
  const joined = tasks.map((task): ImportTask => {
    const credentials = getCredentials(task);
    if (task === target || credentials === undefined || !canMerge(merged, credentials)) return task;
    merged = mergeEnvironments(merged, credentials);
    reasons.push(...(task.document.secretReasons ?? []));
    return { ...task, document: { ...task.document, environments: [] }, credentialsAt: at };
  });
  const document = { ...target.document, environments: [merged], secretReasons: reasons };
  return joined.map((task) => (task === target ? { ...target, document } : task));
};

/** Remembers into which environment a document's credentials were moved, so that an update adds new ones to it. */
export const rememberCredentials = (
  remembered: RememberedImport | undefined,
  { document: { credentialsIn }, credentialsAt }: ImportTask,
  made: readonly Pick<ImportResult, 'environmentIds'>[],
): RememberedImport | undefined => {
  const [id] = credentialsAt === undefined ? [] : (made[credentialsAt]?.environmentIds ?? []);
  if (remembered === undefined || credentialsIn === undefined || id === undefined) return remembered;
  const environment = { origin: createFingerprint(credentialsIn), id };
  return { ...remembered, environments: [...remembered.environments, environment] };
};
