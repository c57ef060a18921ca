import { holdsGlobals, type ImportedEnvironment, type Pair, type RememberedImport } from '@tandem/core';

import type { ImportTask } from './apply-import.js';
import type { ImportResult } from './import-arguments.js';
import { createFingerprint } from './import-memory.js';

type Document = ImportTask['document'];

/** The index of a document in the call, and of an environment in the document. */
interface EnvironmentLocation {
  readonly document: number;
  readonly index: number;
}

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
const joinCredentials = (tasks: readonly ImportTask[]): readonly ImportTask[] => {
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
    return {
      ...task,
      document: { ...task.document, environments: [] },
      madeElsewhere: new Map([...(task.madeElsewhere ?? []), [credentials.name, { document: at, index: 0 }]]),
    };
  });
  const document = { ...target.document, environments: [merged], secretReasons: reasons };
  return joined.map((task) => (task === target ? { ...target, document } : task));
};

/** Adds names to those that have a value for the requests of a document. */
const addSharedNames = ({ elsewhere, ...task }: ImportTask, pairs: readonly Pair[]): ImportTask =>
  elsewhere === undefined
    ? task
    : {
        ...task,
        elsewhere: {
          ...elsewhere,
          shared: new Set([...elsewhere.shared, ...pairs.map(({ name }) => name)]),
        },
      };

/**
 * Leaves out the environments that an earlier document brings with the same values, as the `.http` files of one folder do with those in the
 * file beside them.
 */
const leaveOutCopies = (tasks: readonly ImportTask[]): readonly ImportTask[] => {
  const firsts = new Map<string, EnvironmentLocation>();
  return tasks.map((task, at): ImportTask => {
    const { document, given } = task;
    // A document that is an environment is imported because a person chose it.
    if (given.update === true || document.requests.length === 0) return task;
    const copies: ImportedEnvironment[] = [];
    const own: ImportedEnvironment[] = [];
    const madeElsewhere = new Map<string, EnvironmentLocation>();
    for (const one of document.environments) {
      const text = JSON.stringify(one);
      const first = one.name === document.credentialsIn ? undefined : firsts.get(text);
      if (first === undefined) {
        firsts.set(text, { document: at, index: own.length });
        own.push(one);
      } else {
        copies.push(one);
        madeElsewhere.set(one.name, first);
      }
    }
    if (copies.length === 0) return task;
    const shared = addSharedNames(task, copies.flatMap(listPairs));
    return { ...shared, document: { ...document, environments: own }, madeElsewhere };
  });
};

/** Decides which environments documents of one call share, so that each is made once. */
export const shareEnvironments = (tasks: readonly ImportTask[]): readonly ImportTask[] =>
  joinCredentials(leaveOutCopies(tasks));

/** Remembers the environments that were made with other documents, so that an update adds new values to them. */
export const rememberShared = (
  remembered: RememberedImport | undefined,
  { madeElsewhere = new Map() }: ImportTask,
  made: readonly Pick<ImportResult, 'environmentIds'>[],
): RememberedImport | undefined => {
  if (remembered === undefined) return undefined;
  const shared = [...madeElsewhere].flatMap(([name, { document, index }]) => {
    const id = made[document]?.environmentIds?.[index];
    return id === undefined ? [] : [{ origin: createFingerprint(name), id }];
  });
  return { ...remembered, environments: [...remembered.environments, ...shared] };
};
