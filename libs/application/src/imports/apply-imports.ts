import {
  type AppError,
  type AppResult,
  describe,
  type ImportMemory,
  createInvalidInput,
  type Ports,
  type Workspace,
} from '@tandem/core';
import { E, pipe, TE } from '@tandem/core/fp';

import { withTransaction } from '../transaction.js';
import type { CallContext } from '../call-context.js';
import { loadFolders } from '../folders/folder-tree.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { refuseIfProblem } from '../requests/saved-requests.js';
import { type ImportTask, dryRunImport, refuseIfStopped, makeOrUpdate } from './apply-import.js';
import { type ImportResult, maxDocuments, ApplyImports, ImportsResult } from './import-arguments.js';
import { findEarlierImport, remember } from './import-memory.js';
import { joinEnvironments } from './join-environments.js';
import type { Names } from './plan-import.js';
import { type KnownSecretPorts } from './name-known-secrets.js';
import { readImport } from './read-import.js';
import { presentMemory } from './undone-updates.js';
import { adds, groupChanges, operation } from '../operation.js';

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

/** What is wrong with a document, as the end of a sentence about it. */
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

/** What would be done with each document, given those before it. */
const planAll = (stored: KnownSecretPorts, read: readonly Read[]): AppResult<ImportsResult> => {
  let names: Names = { folders: [], environments: [] };
  type Told = ImportsResult['imports'][number];
  const planOne = (one: Read): AppResult<Told> => {
    if (E.isLeft(one)) return TE.right({ problem: one.left });
    return pipe(
      dryRunImport(stored, { ...one.right, beside: names }),
      TE.map((result): Told => {
        names = addNames(names, result);
        return { result };
      }),
      TE.orElse((error) =>
        error.kind === 'invalid-input'
          ? TE.right<AppError, Told>({ problem: describeProblem(error) })
          : TE.left(error),
      ),
    );
  };
  return pipe(
    read,
    TE.traverseSeqArray(planOne),
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
      remember(
        ports,
        workspace,
        memory,
        made.map(({ remembered }) => remembered),
      ),
    ),
    TE.map((made) => ({ imports: made.map(({ result }) => ({ result })), group })),
  );
};

/** The documents, each with the secrets in the others. */
const shareSecrets = (read: readonly Read[]): readonly Read[] => {
  const secrets = read.map((one) =>
    E.isLeft(one) ? [] : one.right.document.environments.flatMap((environment) => environment.secrets),
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
  const at = read.findIndex(E.isLeft);
  const found = read[at];
  if (found === undefined || E.isRight(found)) return undefined;
  const name = documents[at]?.name ?? `number ${at + 1}`;
  return createInvalidInput('documents', `has ${name}, which ${found.left}`, {
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
      TE.bind('memory', ({ workspace }) => presentMemory(ports, workspace)),
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
                  TE.flatMap(() =>
                    makeAll(
                      reading,
                      read.flatMap((one) => (E.isRight(one) ? [one.right] : [])),
                      context,
                    ),
                  ),
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
