import {
  type AppError,
  type AppResult,
  createInvalidInput,
  describe,
  type ImportMemory,
  type Ports,
  type RememberedImport,
  type Secret,
  type TakenNames,
  type Workspace,
} from '@tandem/core';
import { E, pipe, RA, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { loadFolders } from '../folders/folder-tree.js';
import { addEffects, groupChanges, operation } from '../operation.js';
import { refuseIfProblem } from '../requests/saved-requests.js';
import { withTransaction } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { noteImportedSecrets } from '../secrets/imported-secrets.js';
import {
  type CompletedImport,
  dryRunImport,
  type ImportTask,
  makeOrUpdate,
  refuseIfStopped,
} from './apply-import.js';
import { loadImportMemory } from './apply-update.js';
import { ApplyImportsArguments, type ImportResult, ImportsResult, maxDocuments } from './import-arguments.js';
import { findEarlierImport, storeImports } from './import-memory.js';
import { joinEnvironments } from './join-environments.js';
import type { Names } from './plan-import.js';
import { keepMissingFiles } from './sent-files.js';
import { listValuesElsewhere } from './unset-names.js';
import {
  giveFreeNames,
  listOwnValues,
  type KnownSecretPorts,
  type OtherName,
  type ReadBeside,
  readImport,
} from './read-import.js';
import { rememberShared, shareEnvironments } from './share-environments.js';

const getBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A parsed document, or why it cannot be imported. */
type Read = E.Either<string, ImportTask>;

interface ReadContext {
  readonly ports: Ports;
  readonly asking: ApplyImportsArguments;
  readonly workspace: Workspace;
  readonly memory: ImportMemory;
  readonly group: string;
  /** For each document, a reader of the files that it refers to, used instead of the call's `files`. */
  readonly besides: readonly (ReadBeside | undefined)[];
}

/** Describes the problem of a document as the end of a sentence. */
const describeProblem = (error: AppError): string => describe(error).replace(/^Invalid arguments: text /, '');

/** Reads a document. Its credentials get none of the names that are taken. */
const readAt = (
  { ports, asking, workspace, besides }: ReadContext,
  at: number,
  taken?: TakenNames,
): AppResult<Pick<ImportTask, 'given' | 'document'>> => {
  const { documents, ...options } = asking;
  const { name = '', ...document } = documents[at] ?? { text: '' };
  const given = {
    ...options,
    ...document,
    folder: '',
    all: true,
    ...(name === '' ? {} : { name: getBaseName(name) }),
  };
  const findAmongFiles: ReadBeside = (path) =>
    Promise.resolve(new Map(Object.entries(asking.files ?? {})).get(`${getFolder(name)}${path}`));
  return pipe(
    readImport(
      ports,
      workspace,
      { ...given, ...(taken === undefined ? {} : { taken }) },
      besides[at] ?? findAmongFiles,
    ),
    TE.map((read) => ({ given, document: read })),
  );
};

/** Reads a document, and finds out whether it was imported before. */
const readOne = (reading: ReadContext, at: number): AppResult<Read> => {
  const { ports, asking, workspace, memory, group } = reading;
  return pipe(
    TE.Do,
    TE.bind('read', () => readAt(reading, at)),
    TE.bind('folders', () => loadFolders(ports)(workspace.id)),
    TE.map(({ read: { given, document }, folders }): Read => {
      const isUpdate =
        asking.update === true && findEarlierImport(memory, document, folders.all) !== undefined;
      return E.right({ given: { ...given, update: isUpdate }, workspace, document, memory, group });
    }),
    TE.orElse((error) =>
      error.kind === 'invalid-input'
        ? TE.right<AppError, Read>(E.left(describeProblem(error)))
        : TE.left(error),
    ),
  );
};

const listSecrets = ({ environments }: ImportTask['document']): readonly Secret[] =>
  environments.flatMap(({ secrets }) => secrets);

const listNames = ({ document }: ImportTask): readonly OtherName[] =>
  listOwnValues(document).map((one) => ({ ...one, isOfCollection: document.requests.length > 0 }));

/** Gives the secrets of each document names of their own, beside those of the documents before it and of environments. */
const separateAll = (reading: ReadContext, read: readonly Read[]): AppResult<readonly Read[]> => {
  const named = new Map(
    read.flatMap((one, at) =>
      E.isRight(one) && one.right.document.requests.length === 0 ? [[at, listNames(one.right)] as const] : [],
    ),
  );
  const separateOne = (at: number, task: ImportTask): AppResult<Read> => {
    const others = [...named].flatMap(([of, secrets]) => (of === at ? [] : secrets));
    return pipe(
      giveFreeNames(reading.ports, task, others, (taken) =>
        pipe(
          readAt(reading, at, taken),
          TE.map(({ document }) => document),
        ),
      ),
      TE.map((document): Read => {
        const next = { ...task, document };
        named.set(at, listNames(next));
        return E.right(next);
      }),
    );
  };
  return pipe(
    read,
    TE.traverseSeqArrayWithIndex((at, one) =>
      E.isLeft(one) ? TE.right<AppError, Read>(one) : separateOne(at, one.right),
    ),
  );
};

const addNames = ({ folders, environments }: Names, { folder, ...made }: ImportResult): Names => ({
  folders: folder === '' ? folders : [...folders, { path: folder }],
  environments: [...environments, ...made.environments],
});

/** Plans the import of each document, as it would follow the import of those before it. */
const planAll = (
  stored: KnownSecretPorts & Pick<Ports, 'requestFiles'>,
  workspace: Workspace,
  read: readonly Read[],
): AppResult<ImportsResult> => {
  let names: Names = { folders: [], environments: [] };
  type Planned = ImportsResult['imports'][number];
  const planTask = (task: ImportTask): AppResult<Planned> =>
    pipe(
      dryRunImport(stored, { ...task, beside: names }),
      TE.flatMap(keepMissingFiles(stored, workspace)),
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

/** Reports the progress of one import as a part of the progress of all. */
const toPartContext = (context: CallContext, before: number, total: number): CallContext => ({
  ...context,
  progress: (done, _, message) => context.progress(before + done, total, message),
});

/** Stores what the next update of each document needs to know. */
const rememberAll = (
  all: readonly ImportTask[],
  made: readonly CompletedImport[],
): readonly (RememberedImport | undefined)[] => {
  const results = made.map(({ result }) => result);
  return all.map((task, at) => rememberShared(made[at]?.remembered, task, results));
};

/** Imports or updates all documents in one transaction. */
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
            // The import of an earlier document may have activated an environment, so the workspace is read again.
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
        TE.flatMap((made) =>
          pipe(
            joinEnvironments(
              transaction,
              workspace.id,
              made.map(({ result }) => result),
              memory.imports,
            ),
            TE.map((results) => made.map((one, at) => ({ ...one, result: results[at] ?? one.result }))),
          ),
        ),
      ),
    ),
    TE.tap((made) => storeImports(ports, workspace, memory, rememberAll(all, made))),
    TE.tap((made) =>
      noteImportedSecrets(
        ports,
        workspace.id,
        made.flatMap(({ result }) => result.environmentIds ?? []),
      ),
    ),
    TE.flatMap((made) =>
      pipe(
        made.map(({ result }) => result),
        TE.traverseSeqArray(keepMissingFiles(ports, workspace)),
      ),
    ),
    TE.map((results) => ({ imports: results.map((result) => ({ result })), group })),
  );
};

const shareEnvironmentsOf = (read: readonly Read[]): readonly Read[] => {
  const tasks = shareEnvironments(RA.rights(read)).values();
  return read.map(E.map((task) => tasks.next().value ?? task));
};

/** Passes to each document the secrets of the others. */
const shareSecrets = (read: readonly Read[]): readonly Read[] => {
  const secrets = read.map((one) =>
    pipe(
      one,
      E.match(
        () => [],
        ({ document }) => listSecrets(document),
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

/** Tells each document which names have a value in the workspace or in the other documents. */
const shareNames = (
  { ports, workspace, memory }: ReadContext,
  read: readonly Read[],
): AppResult<readonly Read[]> =>
  pipe(
    TE.Do,
    TE.bind('folders', () => loadFolders(ports)(workspace.id)),
    TE.bind('environments', () => ports.store.environments.list(workspace.id)),
    TE.map(({ folders, environments }) => {
      const documents = RA.rights(read).map(({ document }) => document);
      return read.map(
        E.map((task): ImportTask => {
          const others = documents.filter((one) => one !== task.document);
          return { ...task, elsewhere: listValuesElsewhere(environments, folders.root, memory, others) };
        }),
      );
    }),
  );

const findRefusal = (read: readonly Read[], { documents }: ApplyImportsArguments): AppError | undefined => {
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

/** Imports documents of other tools in one transaction, all or none. Each is an import of its own that can be updated later. */
export const applyImports =
  (ports: Ports, group: string) =>
  (
    asking: ApplyImportsArguments,
    context: CallContext,
    besides: ReadContext['besides'] = [],
  ): AppResult<ImportsResult> =>
    pipe(
      refuseIfProblem(asking.documents.length > maxDocuments ? tooMany : undefined),
      TE.flatMap(() => resolveWorkspace(ports)(asking.workspaceId)),
      TE.bindTo('workspace'),
      TE.bind('memory', ({ workspace }) => loadImportMemory(ports, workspace)),
      TE.flatMap(({ workspace, memory }) => {
        const reading: ReadContext = { ports, asking, workspace, memory, group, besides };
        return pipe(
          asking.documents,
          TE.traverseSeqArrayWithIndex((at) =>
            pipe(
              readOne(reading, at),
              TE.tap(() => refuseIfStopped(context)),
            ),
          ),
          TE.flatMap((read) => separateAll(reading, read)),
          TE.flatMap((read) => shareNames(reading, read)),
          TE.map(shareEnvironmentsOf),
          TE.map(shareSecrets),
          TE.flatMap((read) =>
            asking.dryRun === true
              ? planAll(ports, workspace, read)
              : pipe(
                  refuseIfProblem(findRefusal(read, asking)),
                  TE.flatMap(() => makeAll(reading, RA.rights(read), context)),
                ),
          ),
        );
      }),
    );

/** For people only: the window imports the files that a person drops together. An agent names its documents one by one. */
export const importsApplyMany = operation({
  name: 'imports_applyMany',
  title: 'Import documents',
  description: 'Imports several documents in one transaction: all of them, or nothing.',
  audience: 'person',
  arguments: ApplyImportsArguments,
  result: ImportsResult,
  effects: { ...addEffects, destructive: true },
  useCase: 'imports.applyMany',
  run: (scope) => groupChanges(scope, { imported: true })(applyImports),
});
