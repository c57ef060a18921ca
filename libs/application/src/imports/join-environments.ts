import {
  type AppResult,
  type Environment,
  type EnvironmentId,
  holdsGlobals,
  type ImportedEnvironment,
  type Pair,
  type RememberedImport,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
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
  made: readonly CreatedImport[],
): RememberedImport | undefined => {
  const [id] = credentialsAt === undefined ? [] : (made[credentialsAt]?.environmentIds ?? []);
  if (remembered === undefined || credentialsIn === undefined || id === undefined) return remembered;
  const environment = { origin: createFingerprint(credentialsIn), id };
  return { ...remembered, environments: [...remembered.environments, environment] };
};

/** An environment that is about to extend another one. */
interface JoinedEnvironment {
  readonly id: EnvironmentId;
  /** The name of the environment that it extends. */
  readonly extends: string;
}

type CreatedImport = Pick<ImportResult, 'counts' | 'environmentIds'>;
type NamedPairs = readonly Pick<Pair, 'name'>[];
type StoredEnvironment = Pick<Environment, 'id' | 'name' | 'extends'> & {
  readonly variables: NamedPairs;
  readonly secrets: NamedPairs;
};

const listNames = ({ variables, secrets }: StoredEnvironment): readonly string[] =>
  [...variables, ...secrets].map(({ name }) => name);

/** Makes each environment of the list extend the one after it. */
const joinChain = (chain: readonly StoredEnvironment[]): readonly JoinedEnvironment[] =>
  chain.flatMap(({ id }, at) => {
    const next = chain[at + 1];
    return next === undefined ? [] : [{ id, extends: next.name }];
  });

/**
 * Plans how environments that are imported together extend each other, so that each has all values: those of documents on their own extend
 * the one with the credentials of the requests. Several with credentials extend one another, unless a name occurs in more than one.
 * Postman's globals are the base of all, because every other value overrides them.
 */
const planEnvironmentJoins = (
  imports: readonly CreatedImport[],
  environments: readonly StoredEnvironment[],
): readonly JoinedEnvironment[] => {
  const byId = new Map(environments.map((one) => [one.id, one]));
  const madeBy = ({ environmentIds = [] }: CreatedImport): readonly StoredEnvironment[] =>
    environmentIds.flatMap((id) => byId.get(id) ?? []);
  const isAlone = (one: StoredEnvironment): boolean => one.extends === '';
  const standalone = imports
    .filter(({ counts }) => counts.requests === 0)
    .flatMap(madeBy)
    .filter(isAlone);
  const globals = standalone.find(({ name }) => holdsGlobals(name));
  const given = standalone.filter((one) => one !== globals);
  const found = imports.flatMap((one) => {
    const made = one.counts.requests > 0 ? madeBy(one) : [];
    return made.length === 1 ? made.filter(isAlone) : [];
  });
  const chain = found.reduce<readonly StoredEnvironment[]>((bases, one) => {
    const taken = new Set(bases.flatMap(listNames));
    return listNames(one).some((name) => taken.has(name)) ? bases : [...bases, one];
  }, []);
  const bases = given.length === 0 && globals === undefined ? [] : [...chain, ...(globals ? [globals] : [])];
  const [base] = bases;
  if (base === undefined) return [];
  return [...given.map(({ id }) => ({ id, extends: base.name })), ...joinChain(bases)];
};

/** Makes environments that were imported together extend each other. The active one then has all values. */
export const joinEnvironments = (
  { store, clock }: Transaction,
  workspaceId: WorkspaceId,
  imports: readonly CreatedImport[],
): AppResult<unknown> =>
  pipe(
    store.environments.list(workspaceId),
    TE.flatMap((present) => {
      const joined = planEnvironmentJoins(imports, present);
      const updatedAt = clock.now().toISOString();
      const [first] = joined;
      const bases = new Set(joined.map((one) => one.extends));
      const baseIds = present.flatMap(({ id, name }) => (bases.has(name) ? [id] : []));
      return pipe(
        joined,
        TE.traverseSeqArray((one) => {
          const environment = present.find(({ id }) => id === one.id);
          if (environment === undefined) return TE.right(undefined);
          const { revision } = environment;
          const next = { ...environment, extends: one.extends, revision: revision + 1, updatedAt };
          return store.environments.replace(next, revision);
        }),
        TE.flatMap(() => store.workspaces.get(workspaceId)),
        TE.flatMap((workspace) =>
          first !== undefined && baseIds.some((id) => id === workspace.activeEnvironmentId)
            ? store.workspaces.update({ ...workspace, activeEnvironmentId: first.id, updatedAt })
            : TE.right(workspace),
        ),
      );
    }),
  );
