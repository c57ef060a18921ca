import {
  type AppError,
  type AppResult,
  createInvalidInput,
  describe,
  type Environment,
  type EnvironmentId,
  holdsGlobals,
  type ImportMemory,
  type Pair,
  type Ports,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { loadFolders } from '../folders/folder-tree.js';
import { adds, groupChanges, operation } from '../operation.js';
import { refuseIfProblem } from '../requests/saved-requests.js';
import { type Transaction, withTransaction } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { noteImportedSecrets } from '../secrets/imported-secrets.js';
import { dryRunImport, type ImportTask, makeOrUpdate, refuseIfStopped } from './apply-import.js';
import { loadImportMemory } from './apply-update.js';
import { ApplyImports, type ImportResult, ImportsResult, maxDocuments } from './import-arguments.js';
import { findEarlierImport, storeImports } from './import-memory.js';
import type { Names } from './plan-import.js';
import { type KnownSecretPorts, readImport } from './read-import.js';

/** An environment that will extend another one. */
export interface JoinedEnvironment {
  readonly id: EnvironmentId;
  /** The name of the base. */
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
 * Combines the environments of documents that are imported together: standalone environments extend the environment with the credentials
 * of the requests, so that each has all values. If several environments have such credentials, they extend each other unless they share
 * a name. Postman's globals are the last base, because everything else has precedence over them.
 */
export const planEnvironmentJoins = (
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

/** Combines the environments of documents imported together. The active one then has all values. */
const joinEnvironments = (
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

type InputDocument = ApplyImports['documents'][number];

const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A parsed document, or why it cannot be imported. */
type Read = E.Either<string, ImportTask>;

interface ReadContext {
  readonly ports: Ports;
  readonly asking: ApplyImports;
  readonly workspace: Workspace;
  readonly memory: ImportMemory;
  readonly group: string;
}

/** Describes the problem of a document as the end of a sentence. */
const describeProblem = (error: AppError): string => describe(error).replace(/^Invalid arguments: text /, '');

/** Reads a document, and checks whether it was imported before. */
const readOne =
  ({ ports, asking: { documents: _, ...asking }, workspace, memory, group }: ReadContext) =>
  ({ name = '', ...document }: InputDocument): AppResult<Read> => {
    const given = {
      ...asking,
      ...document,
      folder: '',
      all: true,
      ...(name === '' ? {} : { name: getBaseName(name) }),
    };
    const beside = (path: string): Promise<string | undefined> =>
      Promise.resolve(new Map(Object.entries(asking.files ?? {})).get(`${getFolder(name)}${path}`));
    return pipe(
      TE.Do,
      TE.bind('document', () => readImport(ports, workspace, given, beside)),
      TE.bind('folders', () => loadFolders(ports)(workspace.id)),
      TE.map(({ document: read, folders }): Read => {
        const isUpdate = asking.update === true && findEarlierImport(memory, read, folders.all) !== undefined;
        return E.right({ given: { ...given, update: isUpdate }, workspace, document: read, memory, group });
      }),
      TE.orElse((error) =>
        error.kind === 'invalid-input'
          ? TE.right<AppError, Read>(E.left(describeProblem(error)))
          : TE.left(error),
      ),
    );
  };

const addNames = ({ folders, environments }: Names, { folder, ...made }: ImportResult): Names => ({
  folders: folder === '' ? folders : [...folders, { path: folder }],
  environments: [...environments, ...made.environments],
});

/** Reports what would be done with each document after the documents before it. */
const planAll = (stored: KnownSecretPorts, read: readonly Read[]): AppResult<ImportsResult> => {
  let names: Names = { folders: [], environments: [] };
  type Planned = ImportsResult['imports'][number];
  const planTask = (task: ImportTask): AppResult<Planned> =>
    pipe(
      dryRunImport(stored, { ...task, beside: names }),
      TE.map((result): Planned => {
        names = addNames(names, result);
        return { result };
      }),
      TE.orElse((error) =>
        error.kind === 'invalid-input'
          ? TE.right<AppError, Planned>({ problem: describeProblem(error) })
          : TE.left(error),
      ),
    );
  return pipe(
    read,
    TE.traverseSeqArray(E.match((problem): AppResult<Planned> => TE.right({ problem }), planTask)),
    TE.map((imports) => ({ imports })),
  );
};

/** Progress of one import as a part of the total. */
const toPartContext = (context: CallContext, before: number, total: number): CallContext => ({
  ...context,
  progress: (done, _, message) => context.progress(before + done, total, message),
});

/** Creates or updates all documents in one transaction. */
const makeAll = (
  { ports, workspace, memory, group }: ReadContext,
  all: readonly ImportTask[],
  context: CallContext,
): AppResult<ImportsResult> => {
  const total = all.reduce((sum, { document }) => sum + document.requests.length, 0);
  const before = all.map((_, at) =>
    all.slice(0, at).reduce((sum, { document }) => sum + document.requests.length, 0),
  );
  return pipe(
    withTransaction(ports, (transaction) =>
      pipe(
        all,
        TE.traverseSeqArrayWithIndex((at, asked) =>
          pipe(
            // The previous import may have activated an environment.
            transaction.store.workspaces.get(workspace.id),
            TE.flatMap((now) =>
              makeOrUpdate(
                transaction,
                { ...asked, workspace: now },
                toPartContext(context, before[at] ?? 0, total),
              ),
            ),
          ),
        ),
        TE.tap((made) =>
          joinEnvironments(
            transaction,
            workspace.id,
            made.map(({ result }) => result),
          ),
        ),
      ),
    ),
    TE.tap((made) =>
      storeImports(
        ports,
        workspace,
        memory,
        made.map(({ remembered }) => remembered),
      ),
    ),
    TE.tap((made) =>
      noteImportedSecrets(
        ports,
        workspace.id,
        made.flatMap(({ result }) => result.environmentIds ?? []),
      ),
    ),
    TE.map((made) => ({ imports: made.map(({ result }) => ({ result })), group })),
  );
};

/** Adds to each document the secrets in the other documents. */
const shareSecrets = (read: readonly Read[]): readonly Read[] => {
  const secrets = read.map((one) =>
    pipe(
      one,
      E.match(
        () => [],
        ({ document }) => document.environments.flatMap((environment) => environment.secrets),
      ),
    ),
  );
  return read.map((one, at) =>
    pipe(
      one,
      E.map((asked): ImportTask => ({
        ...asked,
        together: secrets.flatMap((some, of) => (of === at ? [] : some)),
      })),
    ),
  );
};

const findRefusal = (read: readonly Read[], { documents }: ApplyImports): AppError | undefined => {
  const problems = read.map(
    E.match(
      (problem) => problem,
      () => undefined,
    ),
  );
  const at = problems.findIndex((problem) => problem !== undefined);
  const problem = problems[at];
  if (problem === undefined) return undefined;
  const name = documents[at]?.name ?? `number ${at + 1}`;
  return createInvalidInput('documents', `has ${name}, which ${problem}`, {
    expected: 'documents that can be imported',
    got: name,
  });
};

const tooMany = createInvalidInput(
  'documents',
  `has more than ${maxDocuments} documents; import some of them first`,
  {
    expected: `at most ${maxDocuments} documents`,
    got: '',
  },
);

/** Imports documents of other tools in one transaction: all or none. Each is its own import for later updates. */
export const applyImports =
  (ports: Ports, group: string) =>
  (asking: ApplyImports, context: CallContext): AppResult<ImportsResult> =>
    pipe(
      refuseIfProblem(asking.documents.length > maxDocuments ? tooMany : undefined),
      TE.flatMap(() => resolveWorkspace(ports)(asking.workspaceId)),
      TE.bindTo('workspace'),
      TE.bind('memory', ({ workspace }) => loadImportMemory(ports, workspace)),
      TE.flatMap(({ workspace, memory }) => {
        const reading: ReadContext = { ports, asking, workspace, memory, group };
        return pipe(
          asking.documents,
          TE.traverseSeqArray((one) =>
            pipe(
              readOne(reading)(one),
              TE.tap(() => refuseIfStopped(context)),
            ),
          ),
          TE.map(shareSecrets),
          TE.flatMap((read) =>
            asking.dryRun === true
              ? planAll(ports, read)
              : pipe(
                  refuseIfProblem(findRefusal(read, asking)),
                  TE.flatMap(() => makeAll(reading, RA.rights(read), context)),
                ),
          ),
        );
      }),
    );

/** The window imports files dropped together. An agent names its documents one by one. */
export const importsApplyMany = operation({
  name: 'imports_applyMany',
  title: 'Import documents',
  description: 'Imports several documents in one transaction: all of them, or nothing.',
  audience: 'person',
  arguments: ApplyImports,
  result: ImportsResult,
  effects: { ...adds, destructive: true },
  useCase: 'imports.applyMany',
  run: (scope) => groupChanges(scope, { imported: true })(applyImports),
});
