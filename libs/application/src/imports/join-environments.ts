import {
  type AppResult,
  type Environment,
  type EnvironmentId,
  holdsGlobals,
  isProductionName,
  type Pair,
  type RememberedImport,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import type { ImportResult } from './import-arguments.js';

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

/** Makes each environment of the list that extends none extend the one after it. */
const joinChain = (chain: readonly StoredEnvironment[]): readonly JoinedEnvironment[] =>
  chain.flatMap((one, at) => {
    const next = chain[at + 1];
    return next === undefined || !isAlone(one) ? [] : [{ id: one.id, extends: next.name }];
  });

const isAlone = (one: StoredEnvironment): boolean => one.extends === '';

const isEmpty = (one: StoredEnvironment): boolean => listNames(one).length === 0;

/** The environments that hold the credentials of requests: the only one that a document with requests has. */
const findCredentials = (
  made: readonly (readonly StoredEnvironment[])[],
  all: readonly StoredEnvironment[],
): readonly StoredEnvironment[] => {
  const found = made.flatMap((some) => (some.length === 1 ? some : []));
  // Those that extend each other are one chain, which its first one stands for.
  const extended = new Set(all.filter((one) => found.includes(one)).map((one) => one.extends));
  return found.filter(({ name }) => !extended.has(name));
};

/** The environment and all that it extends. */
const followBases = (
  from: StoredEnvironment,
  all: readonly StoredEnvironment[],
  passed: readonly StoredEnvironment[] = [],
): readonly StoredEnvironment[] => {
  const next = all.find(({ name }) => name === from.extends);
  const chain = [...passed, from];
  return next === undefined || chain.includes(next) ? chain : followBases(next, all, chain);
};

/** The environments of the imports of one call, and what earlier imports left in the workspace. */
interface JoinableImports {
  readonly imports: readonly CreatedImport[];
  readonly earlier: readonly RememberedImport[];
  readonly present: readonly StoredEnvironment[];
  /** The id of the active environment. */
  readonly active: string;
}

/** The environments that the earlier imports of collections made. */
const listEarlierIds = (earlier: readonly RememberedImport[]): ReadonlySet<string> =>
  new Set(earlier.flatMap(({ environments }) => environments.map(({ id }) => id)));

/**
 * The environment that was in use before the import, with the credentials that already extend it: the active one, or the only one that no
 * other extends.
 */
const findUsed = (
  { present, active, earlier }: JoinableImports,
  made: readonly StoredEnvironment[],
): StoredEnvironment | undefined => {
  const before = present.filter((one) => !isEmpty(one) && !made.includes(one) && !holdsGlobals(one.name));
  const extended = new Set(before.map((one) => one.extends));
  const heads = before.filter(({ name }) => !extended.has(name));
  const chosen = before.find(({ id }) => id === active);
  if (chosen === undefined) return heads.length === 1 ? heads[0] : undefined;
  const earlierIds = listEarlierIds(earlier);
  const credentials = heads.filter(
    (one) => earlierIds.has(one.id) && followBases(one, present).includes(chosen),
  );
  return credentials.length === 1 ? credentials[0] : chosen;
};

/**
 * Lets the credentials of a collection that comes after its environment extend that environment, so that one of the two has all values.
 */
const joinToUsed = (
  joining: JoinableImports,
  chain: readonly StoredEnvironment[],
): readonly JoinedEnvironment[] => {
  const used = findUsed(joining, chain);
  const taken = new Set(used === undefined ? [] : followBases(used, joining.present).flatMap(listNames));
  const isJoinable = !chain.flatMap(listNames).some((name) => taken.has(name));
  return joinChain(used !== undefined && isJoinable ? [...chain, used] : chain);
};

/** Lists the environments with these ids, in the order of the ids. */
const findByIds = (
  { present }: Pick<JoinableImports, 'present'>,
  ids: readonly string[],
): readonly StoredEnvironment[] => ids.flatMap((id) => present.find((one) => one.id === id) ?? []);

const hasRequests = ({ counts }: CreatedImport): boolean => counts.requests > 0;

/** Lists the environments that one kind of document has made. */
const listMade = (
  joining: JoinableImports,
  isWanted: (made: CreatedImport) => boolean,
): readonly (readonly StoredEnvironment[])[] =>
  joining.imports.filter(isWanted).map(({ environmentIds = [] }) => findByIds(joining, environmentIds));

/**
 * The environments with the credentials of collections, each of which can extend the next one: those of this call, or of earlier imports
 * if it imports environments alone.
 */
const listCredentials = (joining: JoinableImports): readonly StoredEnvironment[] => {
  const { imports, earlier, present } = joining;
  const found = imports.some(hasRequests)
    ? findCredentials(listMade(joining, hasRequests), present).filter(isAlone)
    : findCredentials(
        earlier.toReversed().map(({ environments }) =>
          findByIds(
            joining,
            environments.map(({ id }) => id),
          ),
        ),
        present,
      );
  return found.reduce<readonly StoredEnvironment[]>((chain, one) => {
    const taken = new Set(chain.flatMap(listNames));
    const isJoinable = chain.every(isAlone) && !listNames(one).some((name) => taken.has(name));
    return isJoinable ? [...chain, one] : chain;
  }, []);
};

const extendAll = (
  some: readonly StoredEnvironment[],
  base: StoredEnvironment | undefined,
): readonly JoinedEnvironment[] =>
  base === undefined ? [] : some.map(({ id }) => ({ id, extends: base.name }));

/**
 * Makes Postman's globals the last base of the environments of this call, and of all others if the globals are new: everything else has
 * precedence over them, and they apply whichever of the two was imported first.
 */
const joinGlobals = (
  joining: JoinableImports,
  joined: readonly JoinedEnvironment[],
): readonly JoinedEnvironment[] => {
  const { present } = joining;
  const globals = present.find(({ name }) => holdsGlobals(name));
  if (globals === undefined) return [];
  const made = listMade(joining, () => true).flat();
  const bases = followBases(globals, present);
  const some = made.includes(globals) ? present.filter((one) => !isEmpty(one)) : made;
  return extendAll(
    some.filter((one) => isAlone(one) && !bases.includes(one) && !joined.some(({ id }) => id === one.id)),
    globals,
  );
};

/**
 * Combines the environments of documents. The environment of a document without requests extends the one that holds the credentials of
 * the requests, so that it has all values. The credentials come from the same import or, if only environments are imported, from an
 * earlier one. Several environments with credentials extend each other, unless they share a name.
 */
const joinCredentialsToOthers = (joining: JoinableImports): readonly JoinedEnvironment[] => {
  const given = listMade(joining, (one) => !hasRequests(one))
    .flat()
    .filter((one) => isAlone(one) && !holdsGlobals(one.name));
  const credentials = listCredentials(joining);
  if (given.length > 0) return [...extendAll(given, credentials[0]), ...joinChain(credentials)];
  return joining.imports.some(hasRequests) ? joinToUsed(joining, credentials) : [];
};

const planEnvironmentJoins = (joining: JoinableImports): readonly JoinedEnvironment[] => {
  const joined = joinCredentialsToOthers(joining);
  return [...joined, ...joinGlobals(joining, joined)];
};

/** The environments as they will be stored. */
const applyJoins = (
  { present }: JoinableImports,
  joined: readonly JoinedEnvironment[],
): readonly StoredEnvironment[] =>
  present.map((one) => ({ ...one, extends: joined.find(({ id }) => id === one.id)?.extends ?? one.extends }));

/**
 * The environment that is active instead of its base: the first that the import made, if a document without requests brought it, or if the
 * base holds globals or the credentials of an earlier import. An environment that a person chose stays active.
 */
const findActive = (
  joining: JoinableImports,
  joined: readonly JoinedEnvironment[],
): StoredEnvironment | undefined => {
  const { imports, earlier, present, active } = joining;
  const next = present.find(({ id }) => id === joined[0]?.id);
  if (next === undefined) return undefined;
  const maker = imports.find(({ environmentIds = [] }) => environmentIds.includes(next.id));
  const isGlobals = present.some(({ id, name }) => id === active && holdsGlobals(name));
  const isChosen = !isGlobals && !listEarlierIds(earlier).has(active);
  if (maker === undefined || (hasRequests(maker) && isChosen)) return undefined;
  const changed = applyJoins(joining, joined);
  const [, ...bases] = changed.filter(({ id }) => id === next.id).flatMap((one) => followBases(one, changed));
  return bases.some(({ id }) => id === active) ? next : undefined;
};

/**
 * The environment that is active instead of one for production, which an earlier document of the same call made: the first other one that
 * came without requests.
 */
const findInsteadOfProduction = (joining: JoinableImports): StoredEnvironment | undefined => {
  const made = listMade(joining, (one) => !hasRequests(one)).flat();
  return made.some(({ id, name }) => id === joining.active && isProductionName(name))
    ? made.find((one) => !isEmpty(one) && !isProductionName(one.name) && !holdsGlobals(one.name))
    : undefined;
};

/** Finds, for the environments that one import made, the one to activate because the active one lacks some of its values. */
const createLackLookup = (joining: JoinableImports, joined: readonly JoinedEnvironment[], active: string) => {
  const changed = applyJoins(joining, joined);
  const has = new Set(
    changed
      .filter(({ id }) => id === active)
      .flatMap((one) => followBases(one, changed))
      .flatMap(listNames),
  );
  const isKnown = changed.some(({ id }) => id === active);
  return (made: CreatedImport): StoredEnvironment | undefined => {
    const own = changed.filter(({ id }) => made.environmentIds?.includes(id));
    const extended = new Set(own.map((one) => one.extends));
    const head = own.find(({ name }) => !extended.has(name));
    if (!isKnown || head === undefined || !hasRequests(made)) return undefined;
    const brought = followBases(head, changed).filter((one) => own.includes(one));
    return brought.flatMap(listNames).some((name) => !has.has(name)) ? head : undefined;
  };
};

/**
 * Combines the environments of documents imported together or one after the other. The active one then has all values, unless a person
 * chose it.
 * @returns the results, with the environment that is active now, or that a person may activate
 */
export const joinEnvironments = (
  { store, clock }: Transaction,
  workspaceId: WorkspaceId,
  imports: readonly ImportResult[],
  earlier: readonly RememberedImport[],
): AppResult<readonly ImportResult[]> =>
  pipe(
    TE.Do,
    TE.bind('present', () => store.environments.list(workspaceId)),
    TE.bind('workspace', () => store.workspaces.get(workspaceId)),
    TE.flatMap(({ present, workspace }) => {
      const joining = { imports, earlier, present, active: workspace.activeEnvironmentId ?? '' };
      const joined = planEnvironmentJoins(joining);
      const updatedAt = clock.now().toISOString();
      const active = findInsteadOfProduction(joining) ?? findActive(joining, joined);
      const findLack = createLackLookup(joining, joined, active?.id ?? joining.active);
      return pipe(
        joined,
        TE.traverseSeqArray((one) => {
          const environment = present.find(({ id }) => id === one.id);
          if (environment === undefined) return TE.right(undefined);
          const { revision } = environment;
          const next = { ...environment, extends: one.extends, revision: revision + 1, updatedAt };
          return store.environments.replace(next, revision);
        }),
        TE.flatMap(() =>
          active === undefined
            ? TE.right(workspace)
            : store.workspaces.update({ ...workspace, activeEnvironmentId: active.id, updatedAt }),
        ),
        TE.map(() =>
          imports.map((one) => {
            const lack = findLack(one);
            const result = active === undefined ? one : nameActive(one, active);
            return lack === undefined ? result : { ...result, activate: lack.name };
          }),
        ),
      );
    }),
  );

/** The result, which says that the environment is active if the import made it. */
const nameActive = (
  { activated: _, ...result }: ImportResult,
  { id, name }: StoredEnvironment,
): ImportResult => ({
  ...result,
  ...(result.environmentIds?.includes(id) === true ? { activated: name } : {}),
});
