import {
  getAppendedSeq,
  type AppResult,
  type Environment,
  type EnvironmentId,
  type Folder,
  folderDefaults,
  type FolderEnd,
  type FolderId,
  type ImportedRequest,
  getParentFolder,
  type RememberedImport,
  type RememberedRequest,
  requestKinds,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import type { CallContext } from '../call-context.js';
import { ensureFolders } from '../folders/folder-tree.js';
import { createFingerprint } from './fingerprint.js';
import { toRememberedRequest } from './import-memory.js';
import { importStoppedError } from './stopped.js';
import { type ImportPlan, toImportPath } from './plan-import.js';

type AnyFields = Readonly<Record<string, unknown>>;

const createStamps = ({ clock }: Transaction) => {
  const at = clock.now().toISOString();
  return { revision: 1, createdAt: at, updatedAt: at };
};

/** Folders keep the order of the document. */
export const createFolders = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  others: readonly Folder[],
): AppResult<FolderId | undefined> => {
  if (plan.folder === '') return TE.right(undefined);
  const beside = others.filter(
    (one) => one.path !== '' && getParentFolder(one.path) === getParentFolder(plan.folder),
  );
  const last = beside.every(({ seq }) => seq !== null)
    ? Math.max(0, ...beside.map(({ seq }) => seq ?? 0)) + 1
    : null;
  const root = plan.document.folders.find(({ path }) => path === '') ?? { path: '' };
  const inner = plan.document.folders.filter(({ path }) => path !== '');
  const stamps = createStamps(transaction);
  const folders = [root, ...inner].map((folder, at): Folder => ({
    ...folderDefaults,
    ...folder,
    path: toImportPath(plan, folder.path),
    id: `fold_${transaction.ids.next()}` as FolderId,
    workspaceId: workspace.id,
    seq: at === 0 ? last : at,
    ...stamps,
  }));
  return pipe(
    ensureFolders(transaction, workspace.id, [getParentFolder(plan.folder)]),
    TE.flatMap(() => pipe(folders, TE.traverseSeqArray(transaction.store.folders.create))),
    TE.map(([created]) => created?.id),
  );
};

const createRequest = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  { kind, origin: _, ...fields }: ImportedRequest,
  seq: number | null,
): AppResult<{ readonly id: string }> => {
  const { prefix, defaults, of } = requestKinds[kind];
  const request = {
    ...defaults,
    ...fields,
    folder: toImportPath(plan, fields.folder),
    id: `${prefix}_${transaction.ids.next()}`,
    workspaceId: workspace.id,
    ...createStamps(transaction),
  };
  // The fields are those of the kind, as the document's reader returns them.
  const create = of(transaction.store).create as unknown as (
    request: AnyFields,
    seq: number | null,
  ) => AppResult<{ readonly id: string }>;
  return create(request, seq);
};

/** Requests keep the document's order within their folders, which are new. */
export const createRequests = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  context: CallContext,
): AppResult<readonly RememberedRequest[]> => {
  const ends = new Map<string, FolderEnd>();
  const { requests } = plan.document;
  return pipe(
    requests,
    TE.traverseSeqArrayWithIndex((index, request) => {
      const seq = getAppendedSeq(ends.get(request.folder) ?? { highest: null, hasUnplaced: false });
      ends.set(request.folder, { highest: seq, hasUnplaced: false });
      if (index % 100 === 0) context.progress(index, requests.length, request.name);
      if (context.signal.aborted) return TE.left(importStoppedError);
      return pipe(
        createRequest(transaction, workspace, plan, request, seq),
        TE.map(({ id }) => toRememberedRequest(request, id)),
      );
    }),
  );
};

export const createEnvironments = (
  transaction: Transaction,
  workspace: Workspace,
  { environments }: ImportPlan,
): AppResult<readonly Environment[]> => {
  const stamps = createStamps(transaction);
  return pipe(
    environments,
    TE.traverseSeqArray((one) =>
      transaction.store.environments.create({
        color: '',
        description: '',
        extends: '',
        ...one,
        guard: null,
        proposedGuard: null,
        id: `env_${transaction.ids.next()}` as EnvironmentId,
        workspaceId: workspace.id,
        ...stamps,
      }),
    ),
  );
};

/** What the next import of the document needs to know. */
export const toRememberedImport = (
  { document }: ImportPlan,
  folderId: FolderId,
  requests: readonly RememberedRequest[],
  made: readonly Environment[],
): RememberedImport => ({
  source: createFingerprint(document.source ?? document.name),
  folderId,
  requests,
  ...(document.url === undefined ? {} : { url: document.url }),
  environments: document.environments.flatMap(({ name }, at) => {
    const id = made[at]?.id;
    return id === undefined ? [] : [{ origin: createFingerprint(name), id }];
  }),
});

/** Activates an environment if none is active: the first that extends another, else the first. */
export const activate = (
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
