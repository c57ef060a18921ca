import {
  appendedTo,
  type AppResult,
  type Environment,
  type EnvironmentId,
  type Folder,
  folderDefaults,
  type FolderEnd,
  type FolderId,
  folderProblem,
  type ImportDocument,
  type ImportedRequest,
  parentOfFolder,
  type Ports,
  requestKinds,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { inTransaction, type Stored, type Transaction } from '../transaction.js';
import type { CallContext } from '../usecases/call-context.js';
import { ensureFolders, type FolderForest, loadFolders } from '../usecases/folder-tree.js';
import { resolveWorkspace } from '../usecases/resolve-workspace.js';
import type { ApplyImport, ImportResult } from './import-arguments.js';
import { type ImportPlan, pathIn, planImport, problemOfPlan, toldOf } from './plan-import.js';
import { readImport } from './read-import.js';

type AnyFields = Readonly<Record<string, unknown>>;

const stampsOf = ({ clock }: Transaction) => {
  const at = clock.now().toISOString();
  return { revision: 1, createdAt: at, updatedAt: at };
};

/** Folders keep the order of the document. */
const createFolders = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  others: readonly Folder[],
): AppResult<FolderId | undefined> => {
  if (plan.folder === '') return TE.right(undefined);
  const beside = others.filter(
    (one) => one.path !== '' && parentOfFolder(one.path) === parentOfFolder(plan.folder),
  );
  const last = beside.every(({ seq }) => seq !== null)
    ? Math.max(0, ...beside.map(({ seq }) => seq ?? 0)) + 1
    : null;
  const root = plan.document.folders.find(({ path }) => path === '') ?? { path: '' };
  const inner = plan.document.folders.filter(({ path }) => path !== '');
  const stamps = stampsOf(transaction);
  const folders = [root, ...inner].map((folder, at): Folder => ({
    ...folderDefaults,
    ...folder,
    path: pathIn(plan, folder.path),
    id: `fold_${transaction.ids.next()}` as FolderId,
    workspaceId: workspace.id,
    seq: at === 0 ? last : at,
    ...stamps,
  }));
  return pipe(
    ensureFolders(transaction, workspace.id, [parentOfFolder(plan.folder)]),
    TE.flatMap(() => pipe(folders, TE.traverseSeqArray(transaction.store.folders.create))),
    TE.map(([created]) => created?.id),
  );
};

const createRequest = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  { kind, ...fields }: ImportedRequest,
  seq: number | null,
): AppResult<unknown> => {
  const { prefix, defaults, of } = requestKinds[kind];
  const request = {
    ...defaults,
    ...fields,
    folder: pathIn(plan, fields.folder),
    id: `${prefix}_${transaction.ids.next()}`,
    workspaceId: workspace.id,
    ...stampsOf(transaction),
  };
  // The fields are those of the kind, as the reader of the document gives them.
  const create = of(transaction.store).create as (
    request: AnyFields,
    seq: number | null,
  ) => AppResult<unknown>;
  return create(request, seq);
};

/** Requests keep the order of the document within their folders, which are new. */
const createRequests = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  context: CallContext,
): AppResult<unknown> => {
  const ends = new Map<string, FolderEnd>();
  const { requests } = plan.document;
  return pipe(
    requests,
    TE.traverseSeqArrayWithIndex((index, request) => {
      const seq = appendedTo(ends.get(request.folder) ?? { highest: null, hasUnplaced: false });
      ends.set(request.folder, { highest: seq, hasUnplaced: false });
      if (index % 100 === 0) context.progress(index, requests.length, request.name);
      return createRequest(transaction, workspace, plan, request, seq);
    }),
  );
};

const createEnvironments = (
  transaction: Transaction,
  workspace: Workspace,
  { environments }: ImportPlan,
): AppResult<readonly Environment[]> => {
  const stamps = stampsOf(transaction);
  return pipe(
    environments,
    TE.traverseSeqArray((one) =>
      transaction.store.environments.create({
        color: '',
        description: '',
        extends: '',
        ...one,
        id: `env_${transaction.ids.next()}` as EnvironmentId,
        workspaceId: workspace.id,
        ...stamps,
      }),
    ),
  );
};

/** Makes an environment active if none is: the first that extends another, else the first. */
const activate = (
  { store, clock }: Transaction,
  workspace: Workspace,
  made: readonly Environment[],
): AppResult<string | undefined> => {
  const wanted = made.find((one) => one.extends !== '') ?? made[0];
  if (workspace.activeEnvironmentId !== null || wanted === undefined) return TE.right(undefined);
  return pipe(
    store.workspaces.update({
      ...workspace,
      activeEnvironmentId: wanted.id,
      updatedAt: clock.now().toISOString(),
    }),
    TE.map(() => wanted.name),
  );
};

interface Planned {
  readonly plan: ImportPlan;
  readonly present: FolderForest;
}

/** The plan for a workspace as it is now. */
const planFor = (
  stored: Stored,
  workspaceId: WorkspaceId,
  document: ImportDocument,
  folder: string,
): AppResult<Planned> =>
  pipe(
    TE.Do,
    TE.bind('present', () => loadFolders(stored)(workspaceId)),
    TE.bind('environments', () => stored.store.environments.list(workspaceId)),
    TE.map(({ present, environments }) => ({
      plan: planImport(document, folder, { folders: present.all, environments }),
      present,
    })),
    TE.tap(({ plan }) => {
      const problem = problemOfPlan(plan);
      return problem === undefined ? TE.right(undefined) : TE.left(problem);
    }),
  );

const carryOut = (
  transaction: Transaction,
  { plan, present: { workspace, stored } }: Planned,
  context: CallContext,
): AppResult<ImportResult> =>
  pipe(
    TE.Do,
    TE.bind('folderId', () => createFolders(transaction, workspace, plan, stored)),
    TE.tap(() => createRequests(transaction, workspace, plan, context)),
    TE.bind('made', () => createEnvironments(transaction, workspace, plan)),
    TE.bind('activated', ({ made }) => activate(transaction, workspace, made)),
    TE.map(({ folderId, made, activated }) => ({
      ...toldOf(plan, false),
      ...(folderId === undefined ? {} : { folderId }),
      environmentIds: made.map(({ id }) => id),
      ...(activated === undefined ? {} : { activated }),
    })),
  );

/** Imports a document of another tool in one transaction, or says what it would make. */
export const applyImport =
  (ports: Ports) =>
  (asked: ApplyImport, context: CallContext): AppResult<ImportResult> => {
    const folder = (asked.folder ?? '').replace(/^\/+|\/+$/g, '');
    const problem = folderProblem(folder);
    if (problem !== null) return TE.left(problem);
    return pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(asked.workspaceId)),
      TE.bind('document', ({ workspace }) => readImport(ports, workspace, asked)),
      TE.flatMap(({ workspace: { id }, document }) =>
        asked.dryRun === true
          ? pipe(
              planFor(ports, id, document, folder),
              TE.map(({ plan }) => toldOf(plan, true)),
            )
          : inTransaction(ports, (transaction) =>
              pipe(
                planFor(transaction, id, document, folder),
                TE.flatMap((planned) => carryOut(transaction, planned, context)),
              ),
            ),
      ),
    );
  };
