import { join } from 'node:path';

import {
  type AppError,
  type FolderNotes,
  type FolderPlan,
  type FolderState,
  type FolderSync,
  type WorkspaceId,
  WorkspaceId as WorkspaceIdCodec,
} from '@tandem/core';
import { E, TE } from '@tandem/core/fp';

import type { Manifest } from './document/entity-file.js';
import { isFault } from './yaml/parse.js';
import { type FileOperations, fileOperations } from './files/operations.js';
import { findOverlooked } from './files/classify-yaml.js';
import { createSharedFolder, readTree, removeForeignFiles } from './files/read-tree.js';
import { createDocuments, type Documents } from './document/documents.js';
import { defaultFolderLimits, type FolderLimits } from './yaml/limits.js';
import { type DataFolder, getDataFolder, findDataFolder, findLinkedManifest } from './files/data-folder.js';
import type { FolderTree, PreparedWrite } from './files/tree.js';
import { type BeforeRenames, prepareWrites, removeFiles, writeFiles } from './files/write-tree.js';
import { toFolderError, RefusedError, UnusableFolder } from './folder-error.js';
import type { PlanDraft, OnDefect, PlanningTools } from './plan/draft.js';
import { manifestPath } from './layout/paths.js';
import { completeInSlices } from './plan/slices.js';
import { planFolder } from './plan/plan.js';
import { toWorkspaceFolder } from './plan/memory.js';
import { createFolderSteps } from './plan/steps.js';
import { prepareFinder } from './secrets/search.js';

const knownFormat = '1';

const refuseLinkedManifest = async (operations: FileOperations, path: string): Promise<void> => {
  const name = await findLinkedManifest(path, operations);
  if (name !== undefined)
    throw new UnusableFolder(
      `${name} in it is a symbolic link, which is not followed; put the file itself in its place`,
    );
};

/** Finds the data folder of a workspace, which need not exist. A synchronized workspace keeps its data folder, whatever is on disk now. */
const findUsableFolder = async (operations: FileOperations, state: FolderState): Promise<DataFolder> => {
  const { path } = state;
  if ((await operations.kindOf(path)) === null) throw new UnusableFolder('it does not exist');
  const remembered = toWorkspaceFolder(state);
  if (remembered.base === null) await refuseLinkedManifest(operations, path);
  const folder = await getDataFolder(remembered, operations);
  const kind = await operations.kindOf(folder.root);
  if (kind !== null && kind !== 'directory')
    throw new UnusableFolder(`${folder.name} in it is not a regular folder`);
  return folder;
};

const readManifest = async (documents: Documents, text: string): Promise<Manifest | null> => {
  const manifest = await documents.run({ do: 'manifest', text });
  return isFault(manifest) ? null : manifest;
};

/** Reads a folder's manifest without keeping documents open. */
const readIdentity = async (limits: FolderLimits, text: string): Promise<Manifest | null> => {
  const documents = createDocuments(limits, { dataFolder: '' });
  try {
    return await readManifest(documents, text);
  } finally {
    await documents.close();
  }
};

const addOverlooked = (tree: FolderTree): FolderTree => ({
  ...tree,
  notRead: [...tree.notRead, ...findOverlooked(tree)],
});

/** Reads the tree of a data folder. Leaves out files of other programs if the folder contains some. */
const readOwnTree = async (
  operations: FileOperations,
  documents: Documents,
  { name, root }: DataFolder,
  state: FolderState,
  signal: AbortSignal | undefined,
): Promise<FolderTree> => {
  const { fileBytes: maxFileBytes } = documents.limits;
  if (name !== '') return addOverlooked(await readTree(operations, root, { maxFileBytes, signal }));
  const bytes = await operations.read(join(root, manifestPath), maxFileBytes).catch(() => null);
  const manifest =
    bytes === null ? null : await documents.run({ do: 'manifest', text: bytes.toString('utf8') });
  const among = createSharedFolder(
    state,
    manifest === null || isFault(manifest) ? undefined : manifest.ignored,
  );
  const tree = removeForeignFiles(await readTree(operations, root, { maxFileBytes, signal, among }), among);
  if (manifest === null || !isFault(manifest) || tree.hashes.has(manifestPath)) return addOverlooked(tree);
  // The plan does not read this manifest, so nothing else would report its faults.
  return { ...tree, unreadable: [...tree.unreadable, { path: manifestPath, ...manifest }] };
};

const checkFormat = async (documents: Documents, tree: FolderTree): Promise<void> => {
  const text = tree.files.get(manifestPath)?.text;
  const format = text === undefined ? undefined : (await readManifest(documents, text))?.format;
  if (format !== undefined && format !== knownFormat)
    throw new UnusableFolder(`its format is ${format}, which needs a newer version of Tandem`);
};

const toReport = (
  draft: PlanDraft,
  { workspaceId }: FolderState,
  { root }: DataFolder,
): FolderPlan['report'] => {
  const { written, pulled, merged, renamed, deleted, unchanged, conflicts, invalid, withheld, warnings } =
    draft;
  return {
    workspaceId,
    path: root,
    written,
    pulled,
    merged,
    renamed,
    deleted,
    unchanged,
    conflicts,
    invalid,
    withheld,
    warnings,
  };
};

/** Records the planned writes before the renames. If the writes fail, records only those that are complete. */
const recordWrites = (
  { pending, recovered, noted }: PlanDraft,
  writes: readonly PreparedWrite[],
  remember: (notes: FolderNotes) => TE.TaskEither<AppError, void>,
): BeforeRenames => {
  const temporary = new Map(writes.map((write) => [write.path, write.temporary]));
  const planned = noted.flatMap((one) => {
    const beside = temporary.get(one.path);
    return beside === undefined ? [] : [{ ...one, temporary: beside }];
  });
  const isNothing = planned.length + pending.length + recovered.length === 0;
  return async (renamed) => {
    if (isNothing) return;
    const memory = { put: recovered, forget: [], removals: pending };
    const outcome = await remember({
      memory,
      planned: renamed ? planned.filter(({ path }) => renamed.has(path)) : planned,
    })();
    if (E.isLeft(outcome)) throw new RefusedError(outcome.left);
  };
};

const toFolderPlan = (
  operations: FileOperations,
  folder: DataFolder,
  tree: FolderTree,
  draft: PlanDraft,
  state: FolderState,
  signal: AbortSignal | undefined,
): FolderPlan => {
  const { path } = state;
  const { root } = folder;
  const { removals } = draft;
  const writes = prepareWrites(draft.writes);
  return {
    report: toReport(draft, state, folder),
    write: (remember) =>
      TE.tryCatch(
        () =>
          writeFiles(operations, root, writes, {
            signal,
            beforeRenames: recordWrites(draft, writes, remember),
          }),
        toFolderError(path),
      ),
    steps: createFolderSteps(draft, state),
    finish: TE.tryCatch(() => removeFiles(operations, root, removals, tree.leftovers), toFolderError(path)),
    removes: removals.length > 0,
  };
};

export interface FolderOptions {
  readonly onDefect?: OnDefect;
  readonly limits?: FolderLimits;
  /** Called while files of the workspace at `path` are read, with the number of files read so far and their total. */
  readonly onRead?: (path: string, read: number, files: number) => void;
  /** Stops synchronizations that are in progress, for example when the application closes. */
  readonly signal?: AbortSignal;
  /** Whether files are only read, and none is written or removed; default false. */
  readonly isReadOnly?: boolean;
  /** Whether files are only created, and existing ones are neither changed, except for the base of an environment, nor removed; default false. */
  readonly makesOnly?: boolean;
}

/** Removes all file changes from a plan, so that it changes only the database. */
const removeFileChanges = (plan: FolderPlan): FolderPlan => ({
  ...plan,
  write: () => TE.right(undefined),
  finish: TE.right(undefined),
  removes: false,
});

/**
 * Keeps only the new files of a plan, so that existing files stay unchanged. Environments get their new base nevertheless: globals that
 * are imported later would have no effect otherwise.
 */
const keepOnlyNewFiles = (draft: PlanDraft): PlanDraft => {
  const writes = draft.writes.filter(
    ({ expected, path }) => expected === null || draft.rebased.includes(path),
  );
  const made = new Set(writes.map(({ path }) => path));
  return { ...draft, writes, removals: [], written: [...made], renamed: [], deleted: [] };
};

/** Synchronizes the data folders of workspaces with a file system. */
export const createFolderSync = (
  operations: FileOperations = fileOperations,
  {
    onDefect = () => undefined,
    limits = defaultFolderLimits,
    onRead,
    signal,
    isReadOnly = false,
    makesOnly = false,
  }: FolderOptions = {},
): FolderSync => ({
  identify: (path) =>
    TE.tryCatch(async () => {
      await refuseLinkedManifest(operations, path);
      const { name, root } = await findDataFolder(path, operations);
      const manifest = join(root, manifestPath);
      if ((await operations.kindOf(root)) !== 'directory') return null;
      if ((await operations.kindOf(manifest)) !== 'file') return null;
      const bytes = await operations.read(manifest, limits.fileBytes);
      const said = bytes === null ? null : await readIdentity(limits, bytes.toString('utf8'));
      if (said === null) return null;
      const entries = await operations.list(join(root, 'environments')).catch(() => []);
      const id: WorkspaceId | null = WorkspaceIdCodec.is(said.id) ? said.id : null;
      return {
        id,
        name: said.name ?? null,
        hasEnvironments: name === '' || entries.some((entry) => /\.ya?ml$/.test(entry.name)),
      };
    }, toFolderError(path)),
  plan: (state) =>
    TE.tryCatch(async () => {
      const folder = await findUsableFolder(operations, state);
      const documents = createDocuments(limits, { isReadOnly, dataFolder: folder.name });
      try {
        const tree = await readOwnTree(operations, documents, folder, state, signal);
        const planning: PlanningTools = {
          documents,
          dataFolder: folder.name,
          onDefect,
          onRead: (read, files) => onRead?.(state.path, read, files),
        };
        await checkFormat(documents, tree);
        await prepareFinder(state.secrets);
        const draft = await completeInSlices(planFolder(tree, state, planning), signal);
        const plan = toFolderPlan(
          operations,
          folder,
          tree,
          makesOnly ? keepOnlyNewFiles(draft) : draft,
          state,
          signal,
        );
        return isReadOnly ? removeFileChanges(plan) : plan;
      } finally {
        await documents.close();
      }
    }, toFolderError(state.path)),
});
