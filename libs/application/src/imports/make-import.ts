import {
  type AnyRequest,
  type AppError,
  type AppResult,
  type Environment,
  type EnvironmentId,
  type Folder,
  folderDefaults,
  type FolderEnd,
  type FolderId,
  getAppendedSeq,
  getKindRecord,
  getParentFolder,
  type ImportDocument,
  type ImportedRequest,
  mapInSlices,
  pickFirstEnvironment,
  type Ports,
  type RememberedImport,
  type RememberedRequest,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { ensureFolders, isMixed, loadLevelEnd } from '../folders/folder-tree.js';
import type { StoreAccess, Transaction } from '../transaction.js';
import {
  classifyIncomingScripts,
  type IncomingScript,
  listNewScripts,
  loadSecretNames,
  listScriptContents,
  recordIncomingScripts,
  type ScriptOwner,
} from '../trust/incoming-scripts.js';
import { importStoppedError } from './apply-update.js';
import type { ImportArguments, ImportResult } from './import-arguments.js';
import { createFingerprint, getRequestOrigin, toRememberedRequest } from './import-memory.js';
import { type ImportPlan, toImportPath, type UpdateStep } from './plan-import.js';

const createStamps = ({ clock }: Transaction) => {
  const at = clock.now().toISOString();
  return { revision: 1, createdAt: at, updatedAt: at };
};

/** The position for the folder of an import: after all others. */
const loadLastSeq = (
  transaction: Transaction,
  workspace: Workspace,
  parent: string,
  stored: readonly Folder[],
): AppResult<number | null> => {
  if (isMixed(stored, parent))
    return pipe(loadLevelEnd(transaction, workspace.id, parent, stored), TE.map(getAppendedSeq));
  const beside = stored.filter((one) => one.path !== '' && getParentFolder(one.path) === parent);
  const isPlaced = beside.every(({ seq }) => seq !== null);
  return TE.right(isPlaced ? Math.max(0, ...beside.map(({ seq }) => seq ?? 0)) + 1 : null);
};

/** Creates the folders of an import, in the order of the document. */
export const createFolders = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  others: readonly Folder[],
): AppResult<FolderId | undefined> => {
  if (plan.folder === '') return TE.right(undefined);
  const root = plan.document.folders.find(({ path }) => path === '') ?? { path: '' };
  const inner = plan.document.folders.filter(({ path }) => path !== '');
  const stamps = createStamps(transaction);
  const toFolders = (last: number | null) =>
    [root, ...inner].map((folder, at): Folder => ({
      ...folderDefaults,
      ...folder,
      path: toImportPath(plan, folder.path),
      id: `fold_${transaction.ids.next()}` as FolderId,
      workspaceId: workspace.id,
      seq: at === 0 ? last : (folder.seq ?? at),
      ...stamps,
    }));
  return pipe(
    ensureFolders(transaction, workspace.id, [getParentFolder(plan.folder)]),
    TE.flatMap(() => loadLastSeq(transaction, workspace, getParentFolder(plan.folder), others)),
    TE.flatMap((last) => pipe(toFolders(last), TE.traverseSeqArray(transaction.store.folders.create))),
    TE.map(([created]) => created?.id),
  );
};

const createRequest = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  { kind, origin: _, seq: _position, ...fields }: ImportedRequest,
  seq: number | null,
): AppResult<{ readonly id: string }> => {
  const { prefix, defaults, of } = getKindRecord(kind);
  // The document's reader returns fields of this kind, and the defaults are the others.
  const request = {
    ...defaults,
    ...fields,
    folder: toImportPath(plan, fields.folder),
    id: `${prefix}_${transaction.ids.next()}`,
    workspaceId: workspace.id,
    ...createStamps(transaction),
  } as AnyRequest;
  return of(transaction.store).create(request, seq);
};

/** Creates the requests of an import, in the order of the document. Their folders are new. */
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
      const seq =
        request.seq ?? getAppendedSeq(ends.get(request.folder) ?? { highest: null, hasUnplaced: false });
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

/** Records a new import, for the next update of its document. */
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

/** Whether an environment has no values and no base. A new workspace has one like that, active although nobody chose it. */
const isEmptyEnvironment = ({ variables, secrets, extends: base }: Environment): boolean =>
  variables.length + secrets.length === 0 && base === '';

/**
 * Activates an imported environment if no environment with values is active: the first that extends another, or else the first. One for
 * production is activated only if there is no other.
 */
export const activate = (
  { store, clock }: Transaction,
  workspace: Workspace,
  made: readonly Environment[],
): AppResult<string | undefined> => {
  const known = made.filter((one) => !isEmptyEnvironment(one));
  const heads = known.filter((one) => one.extends !== '');
  const offered = heads.length > 0 ? heads : known;
  const wanted = pickFirstEnvironment(offered);
  if (wanted === undefined) return TE.right(undefined);
  return pipe(
    store.environments.list(workspace.id),
    TE.flatMap((all) => {
      const active = all.find(({ id }) => id === workspace.activeEnvironmentId);
      if (active !== undefined && !isEmptyEnvironment(active)) return TE.right(undefined);
      return pipe(
        store.workspaces.update({
          ...workspace,
          activeEnvironmentId: wanted.id,
          updatedAt: clock.now().toISOString(),
        }),
        TE.map(() => wanted.name),
      );
    }),
  );
};

const findIncomingScripts = (
  id: string,
  path: string,
  requestId: string | null,
  scripted: ScriptOwner,
  present: ScriptOwner = {},
): readonly IncomingScript[] =>
  listScriptContents(scripted).flatMap((content) => {
    const before = listScriptContents(present).find(({ field }) => field === content.field)?.text ?? '';
    return before === content.text ? [] : [{ id, content, path, requestId, before }];
  });

/** @param present the paths of existing folders */
const findFolderScripts = (
  plan: ImportPlan,
  present: ReadonlySet<string> = new Set(),
): readonly IncomingScript[] =>
  plan.document.folders.flatMap((folder) => {
    const path = toImportPath(plan, folder.path);
    if (present.has(path)) return [];
    return findIncomingScripts(path, path === '' ? 'collection.js' : `${path}/folder.js`, null, folder);
  });

const toPlannedPath = (
  plan: ImportPlan,
  { folder, name }: { readonly folder: string; readonly name: string },
) => {
  const within = toImportPath(plan, folder);
  return within === '' ? name : `${within}/${name}`;
};

/** Lists the scripts of a new import. Their requests have got ids by now. */
export const listScriptsOfImport = async (
  plan: ImportPlan,
  made: readonly RememberedRequest[] = [],
): Promise<readonly IncomingScript[]> => {
  const ids = new Map(made.map(({ origin, id }) => [origin, id]));
  const ofRequests = await mapInSlices(plan.document.requests, (request) => {
    const path = toPlannedPath(plan, request);
    const id = ids.get(getRequestOrigin(request)) ?? null;
    return findIncomingScripts(id ?? path, path, id, request);
  });
  return [...findFolderScripts(plan), ...ofRequests.flat()];
};

/** Lists the scripts of an update, with the scripts that they replace. */
export const listScriptsOfUpdate = async (
  plan: ImportPlan,
  steps: readonly UpdateStep[],
  present: { readonly requests: ReadonlyMap<string, AnyRequest>; readonly folders: ReadonlySet<string> },
  made: readonly RememberedRequest[] = [],
): Promise<readonly IncomingScript[]> => {
  const ids = new Map(made.map(({ origin, id }) => [origin, id]));
  const ofRequests = await mapInSlices(steps, (step) => {
    const { outcome, request, patch, id = request && ids.get(getRequestOrigin(request)) } = step;
    const path = toPlannedPath(plan, step);
    const next: ScriptOwner = outcome === 'new' ? { ...request } : patch;
    return findIncomingScripts(
      id ?? path,
      path,
      id ?? null,
      next,
      id === undefined ? {} : present.requests.get(id),
    );
  });
  return [...findFolderScripts(plan, present.folders), ...ofRequests.flat()];
};

/** Reports the scripts of an import, and records that they wait for a person if the import is carried out. */
export const reportScripts = (
  ports: StoreAccess & Pick<Ports, 'contentHash'>,
  {
    workspace: { id },
    given,
    document,
  }: {
    readonly workspace: Workspace;
    readonly given: ImportArguments;
    readonly document: ImportDocument;
  },
  scripts: () => Promise<readonly IncomingScript[]>,
): AppResult<Pick<ImportResult, 'scripts'>> =>
  pipe(
    TE.fromTask<readonly IncomingScript[], AppError>(scripts),
    TE.flatMap((all) => classifyIncomingScripts(ports, ports.store, id, all)),
    TE.tap((found) =>
      given.dryRun === true ? TE.right(undefined) : recordIncomingScripts(ports, ports.store, id, found),
    ),
    TE.bindTo('found'),
    TE.bind('isSecret', () => loadSecretNames(ports.store, id)),
    TE.map(({ found, isSecret }) => {
      const names = new Set(document.environments.flatMap(({ secrets }) => secrets.map(({ name }) => name)));
      return listNewScripts(found, (name) => names.has(name) || isSecret(name));
    }),
    TE.map((found) => (found.length === 0 ? {} : { scripts: found })),
  );
