import {
  type AppResult,
  type FolderChange,
  type FolderMemory,
  type FolderNotes,
  type FolderPlan,
  type FolderStep,
  getParentFolder,
  type Ports,
  type Repositories,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { ensureFolders } from '../folders/folder-tree.js';
import { activateSome, applyFolderChanges } from './apply-folder.js';
import { type IncomingScripts, noteIncoming, findSharedScripts } from '../trust/incoming-scripts.js';

/** A plan, and the memory used to create it. */
export interface PlannedFolder {
  readonly plan: FolderPlan;
  readonly memory: FolderMemory;
  /** The scripts from files. */
  readonly incoming: IncomingScripts;
}

/** The folders of requests from files, and those around new folders. */
const listChangedFolders = (changes: readonly FolderChange[]): readonly string[] =>
  changes.flatMap((change) => {
    if (change.do === 'remove') return [];
    const { kind, fields } = change.entity;
    if (kind === 'folder') return [getParentFolder(fields.path)];
    return 'folder' in fields ? [fields.folder] : [];
  });

/** Maximum number of planned writes recorded in one transaction. */
const notedAtOnce = 500;

const rememberIn =
  ({ store }: Ports, id: WorkspaceId) =>
  ({ memory, planned }: FolderNotes): AppResult<void> => {
    const slices = Array.from({ length: Math.ceil(planned.length / notedAtOnce) }, (_, index) =>
      planned.slice(index * notedAtOnce, (index + 1) * notedAtOnce),
    );
    return pipe(
      store.transaction(({ folderMemories }) =>
        pipe(
          folderMemories.change(id, memory),
          TE.flatMap(() => folderMemories.forgetPlanned(id, null)),
        ),
      ),
      TE.flatMap(() => TE.sequenceSeqArray(slices.map((some) => store.folderMemories.note(id, some)))),
      TE.map(() => undefined),
    );
  };

/**
 * Planned writes are recorded, then files change, then the database, then files are removed. The database changes in
 * several transactions so that other writes get their turn. After a crash at any point, the next run repairs the
 * state.
 */
export const carryOut = (
  ports: Ports,
  { id }: Workspace,
  { plan, memory, incoming: { scripts } }: PlannedFolder,
): AppResult<FolderPlan['report']> => {
  const { store, clock } = ports;
  // Manifest leftovers of a killed run have no hash.
  const isFirst = !memory.bases.some(({ kind, fileHash }) => kind === 'workspace' && fileHash !== '');
  const noted = (step: FolderStep, repositories: Repositories): AppResult<void> => {
    if (ports.contentHash === undefined) return TE.right(undefined);
    const ids = new Set(step.changes.map((change) => (change.do === 'put' ? change.entity.id : change.id)));
    const coming = { scripts: scripts.filter((one) => ids.has(one.id)) };
    return noteIncoming(ports, repositories, id, coming, findSharedScripts(step));
  };
  const stepOf = (step: FolderStep): AppResult<unknown> =>
    store.transaction((repositories) => {
      const { changes, memory: remembered, done } = step;
      const applying = { repositories, workspaceId: id, at: clock.now().toISOString() };
      return pipe(
        applyFolderChanges(applying, changes),
        TE.flatMap(() => ensureFolders({ ...ports, store: repositories }, id, listChangedFolders(changes))),
        TE.tap(() => (isFirst && done === null ? activateSome(applying) : TE.right(undefined))),
        TE.tap(() => noted(step, repositories)),
        TE.tap(() => repositories.folderMemories.change(id, remembered)),
        TE.tap(() => repositories.folderMemories.forgetPlanned(id, done)),
      );
    });
  const forgetRemovals: AppResult<void> = plan.removes
    ? store.folderMemories.change(id, { put: [], forget: [], removals: [] })
    : TE.right(undefined);
  return pipe(
    plan.write(rememberIn(ports, id)),
    TE.flatMap(() => TE.sequenceSeqArray(plan.steps.map(stepOf))),
    TE.flatMap(() => plan.finish),
    TE.flatMap(() => forgetRemovals),
    TE.map(() => plan.report),
  );
};
