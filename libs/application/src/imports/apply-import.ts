import {
  type AppResult,
  folderProblem,
  type ImportDocument,
  type ImportMemory,
  invalidInput,
  type Ports,
  type RememberedImport,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { inTransaction, type Stored, type Transaction } from '../transaction.js';
import type { CallContext } from '../usecases/call-context.js';
import { type FolderForest, loadFolders } from '../usecases/folder-tree.js';
import { resolveWorkspace } from '../usecases/resolve-workspace.js';
import { checked } from '../usecases/saved-requests.js';
import { carryOutUpdate, presentRequests } from './apply-update.js';
import type { ApplyImport, ImportResult } from './import-arguments.js';
import { earlierImport, readMemory, remember } from './import-memory.js';
import {
  activate,
  createEnvironments,
  createFolders,
  createRequests,
  rememberedImport,
} from './make-import.js';
import { type ImportPlan, planImport, problemOfPlan, toldOf, toldOfUpdate } from './plan-import.js';
import { planUpdate, type UpdateStep } from './plan-update.js';
import { type ReadBeside, readImport } from './read-import.js';

interface Planned {
  readonly plan: ImportPlan;
  readonly present: FolderForest;
  /** Folder of an earlier import of the document. */
  readonly earlier: string | undefined;
}

/** The plan for a workspace as it is now. */
const planFor = (
  stored: Stored,
  { workspace, document, memory }: Asked,
  folder: string,
): AppResult<Planned> =>
  pipe(
    TE.Do,
    TE.bind('present', () => loadFolders(stored)(workspace.id)),
    TE.bind('environments', () => stored.store.environments.list(workspace.id)),
    TE.map(({ present, environments }) => ({
      plan: planImport(document, folder, { folders: present.all, environments }),
      present,
      earlier: earlierImport(memory, document, present.all)?.root.path,
    })),
    TE.tap(({ plan }) => checked(problemOfPlan(plan))),
  );

const toldOfPlanned = ({ plan, earlier }: Planned, dryRun: boolean): ImportResult => ({
  ...toldOf(plan, dryRun),
  ...(earlier === undefined ? {} : { earlier }),
});

/** What an import made, and what is remembered of it; nothing without a folder. */
interface Done {
  readonly result: ImportResult;
  readonly remembered?: RememberedImport;
}

const carryOut = (transaction: Transaction, planned: Planned, context: CallContext): AppResult<Done> => {
  const {
    plan,
    present: { workspace, stored },
  } = planned;
  return pipe(
    TE.Do,
    TE.bind('folderId', () => createFolders(transaction, workspace, plan, stored)),
    TE.bind('requests', () => createRequests(transaction, workspace, plan, context)),
    TE.bind('made', () => createEnvironments(transaction, workspace, plan)),
    TE.bind('activated', ({ made }) => activate(transaction, workspace, made)),
    TE.map(({ folderId, requests, made, activated }) => ({
      result: {
        ...toldOfPlanned(planned, false),
        ...(folderId === undefined ? {} : { folderId }),
        environmentIds: made.map(({ id }) => id),
        ...(activated === undefined ? {} : { activated }),
      },
      ...(folderId === undefined ? {} : { remembered: rememberedImport(plan, folderId, requests, made) }),
    })),
  );
};

interface Updating {
  readonly plan: ImportPlan;
  readonly remembered: RememberedImport;
  readonly steps: readonly UpdateStep[];
}

const notImported = invalidInput(
  'update',
  'needs an earlier import of this document; import it without update first',
  {
    expected: 'a document that was imported before',
    got: true,
  },
);

/** The plan of an update: what an earlier import of the document made, beside the document as it is now. */
const planUpdateFor = (stored: Stored, { workspace, document, memory }: Asked): AppResult<Updating> =>
  pipe(
    TE.Do,
    TE.bind('folders', () => loadFolders(stored)(workspace.id)),
    TE.bind('earlier', ({ folders }) => {
      const found = earlierImport(memory, document, folders.all);
      return found === undefined ? TE.left(notImported) : TE.right(found);
    }),
    TE.bind('present', ({ earlier: { remembered } }) => presentRequests(stored, workspace, remembered)),
    TE.map(({ earlier: { remembered, root }, present }) => ({
      plan: { document, folder: root.path, environments: document.environments },
      remembered,
      steps: planUpdate(document, remembered, present, root.path),
    })),
    TE.tap(({ plan }) => checked(problemOfPlan(plan))),
  );

const update = (ports: Ports, asked: Asked, context: CallContext): AppResult<Done> =>
  inTransaction(ports, (transaction) =>
    pipe(
      planUpdateFor(transaction, asked),
      TE.flatMap((updating) =>
        pipe(
          carryOutUpdate(transaction, asked.workspace, updating.plan, updating, context),
          TE.map((remembered) => ({
            result: toldOfUpdate(updating.plan, updating.steps, false),
            remembered,
          })),
        ),
      ),
    ),
  );

const make = (ports: Ports, asked: Asked, folder: string, context: CallContext): AppResult<Done> =>
  inTransaction(ports, (transaction) =>
    pipe(
      planFor(transaction, asked, folder),
      TE.flatMap((planned) => carryOut(transaction, planned, context)),
    ),
  );

interface Asked {
  readonly workspace: Workspace;
  readonly document: ImportDocument;
  readonly memory: ImportMemory;
}

/** What would be done. */
const dryRun = (ports: Ports, asked: Asked, folder: string, isUpdate: boolean): AppResult<ImportResult> =>
  isUpdate
    ? pipe(
        planUpdateFor(ports, asked),
        TE.map(({ plan, steps }) => toldOfUpdate(plan, steps, true)),
      )
    : pipe(
        planFor(ports, asked, folder),
        TE.map((planned) => toldOfPlanned(planned, true)),
      );

/** Imports a document of another tool in one transaction, updates what an earlier import of it made, or says what it would do. */
export const applyImport =
  (ports: Ports) =>
  (given: ApplyImport, context: CallContext, beside?: ReadBeside): AppResult<ImportResult> => {
    const folder = (given.folder ?? '').replace(/^\/+|\/+$/g, '');
    const problem = folderProblem(folder);
    if (problem !== null) return TE.left(problem);
    const isUpdate = given.update === true;
    return pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(given.workspaceId)),
      TE.bind('document', ({ workspace }) => readImport(ports, workspace, given, beside)),
      TE.bind('memory', ({ workspace }) => readMemory(ports, workspace)),
      TE.flatMap((asked) =>
        given.dryRun === true
          ? dryRun(ports, asked, folder, isUpdate)
          : pipe(
              isUpdate ? update(ports, asked, context) : make(ports, asked, folder, context),
              TE.tap(({ remembered }) =>
                remembered === undefined
                  ? TE.right(false)
                  : remember(ports, asked.workspace, asked.memory, remembered),
              ),
              TE.map(({ result }) => result),
            ),
      ),
    );
  };
