import {
  type AppError,
  type AppResult,
  checkFolderPath,
  cutList,
  type ImportDocument,
  type ImportMemory,
  type Ports,
  type RememberedImport,
  type Secret,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { withTransaction, type StoreAccess, type Transaction } from '../transaction.js';
import type { CallContext } from '../call-context.js';
import { type FolderForest, loadFolders } from '../folders/folder-tree.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { refuseIfProblem } from '../requests/saved-requests.js';
import {
  carryOutUpdate,
  importStoppedError,
  loadImportMemory,
  loadImportedRequests,
  notImportedError,
  nothingChosenError,
} from './apply-update.js';
import {
  checkImportPlan,
  createChooser,
  type ImportPlan,
  listRequestPaths,
  type Names,
  planImport,
  planUpdate,
  selectChosenPart,
  type UpdateStep,
} from './plan-import.js';
import { planListLimits, ImportArguments, ImportResult } from './import-arguments.js';
import { noteImportedSecrets } from '../secrets/imported-secrets.js';
import { findEarlierImport, storeImports } from './import-memory.js';
import { joinEnvironments } from './join-environments.js';
import {
  activate,
  createEnvironments,
  createFolders,
  createRequests,
  listScriptsOfImport,
  listScriptsOfUpdate,
  reportScripts,
  toRememberedImport,
} from './make-import.js';
import { noteCutLists, type ReportOptions, reportPlan, reportUpdate } from './report-import.js';
import {
  type KnownSecretPorts,
  nameKnownSecrets,
  type Origin,
  type ReadBeside,
  readWithFreeNames,
} from './read-import.js';
import { keepMissingFiles } from './sent-files.js';
import { listUnsetNames, listValuesElsewhere, type ValuesElsewhere } from './unset-names.js';
import { addEffects, groupChanges, operation } from '../operation.js';

interface PlannedImport {
  readonly plan: ImportPlan;
  readonly present: FolderForest;
  /** The folder that an earlier import of the document created. */
  readonly earlier: string | undefined;
  readonly unset: NonNullable<ImportResult['unset']>;
}

const refuseInvalidPlan = (plan: ImportPlan): AppResult<void> =>
  pipe(
    TE.fromTask<AppError | undefined, AppError>(() => checkImportPlan(plan)),
    TE.flatMap(refuseIfProblem),
  );

/** Plans an import into the current workspace, limited to the selected parts of the document. */
const planSelected = (
  stored: StoreAccess,
  { workspace, document, memory, given, beside, elsewhere }: ImportTask,
): AppResult<PlannedImport> => {
  const paths = listRequestPaths(document);
  return pipe(
    TE.Do,
    TE.bind('chooser', () => TE.fromEither(createChooser(given, document, paths))),
    TE.bind('present', () => loadFolders(stored)(workspace.id)),
    TE.bind('environments', () => stored.store.environments.list(workspace.id)),
    TE.let('chosen', ({ chooser }) => selectChosenPart(document, paths, chooser)),
    TE.bind('unset', ({ chosen, present, environments }) =>
      TE.fromTask<PlannedImport['unset'], AppError>(() =>
        listUnsetNames(chosen, elsewhere ?? listValuesElsewhere(environments, present.root, memory)),
      ),
    ),
    TE.map(({ chosen, present, environments, unset }) => ({
      plan: planImport(chosen, given.folder ?? '', {
        folders: [...present.all, ...(beside?.folders ?? [])],
        environments: [...environments, ...(beside?.environments ?? [])],
      }),
      present,
      earlier: findEarlierImport(memory, document, present.all)?.root.path,
      unset,
    })),
    TE.tap(({ plan }) => refuseInvalidPlan(plan)),
  );
};

const toReportOptions = ({ dryRun, all }: ImportArguments): ReportOptions => ({
  dryRun: dryRun === true,
  all: all === true,
});

const reportPlannedImport = (
  { plan, earlier, unset }: PlannedImport,
  given: ImportArguments,
): ImportResult => ({
  ...reportPlan(plan, toReportOptions(given)),
  ...(unset.length === 0 ? {} : { unset }),
  ...(earlier === undefined ? {} : { earlier }),
});

/** The result of an import, and the data for its next update. An import without a folder cannot be updated. */
export interface CompletedImport {
  readonly result: ImportResult;
  readonly remembered?: RememberedImport;
}

const carryOut = (
  transaction: Transaction,
  planned: PlannedImport,
  asked: ImportTask,
  context: CallContext,
): AppResult<CompletedImport> => {
  const { workspace, given } = asked;
  const {
    plan,
    present: { stored },
  } = planned;
  if (plan.folder === '' && plan.environments.length === 0) return TE.left(nothingChosenError);
  return pipe(
    TE.Do,
    TE.bind('folderId', () => createFolders(transaction, workspace, plan, stored)),
    TE.bind('requests', () => createRequests(transaction, workspace, plan, context)),
    TE.bind('made', () => createEnvironments(transaction, workspace, plan)),
    TE.bind('activated', ({ made }) => activate(transaction, workspace, made)),
    TE.bind('scripts', ({ requests }) =>
      reportScripts(transaction, asked, () => listScriptsOfImport(plan, requests)),
    ),
    TE.map(({ folderId, requests, made, activated, scripts }) => ({
      result: {
        ...reportPlannedImport(planned, given),
        ...scripts,
        ...(folderId === undefined ? {} : { folderId }),
        environmentIds: made.map(({ id }) => id),
        ...(activated === undefined ? {} : { activated }),
      },
      ...(folderId === undefined ? {} : { remembered: toRememberedImport(plan, folderId, requests, made) }),
    })),
  );
};

interface ImportUpdate {
  readonly plan: ImportPlan;
  readonly remembered: RememberedImport;
  readonly steps: readonly UpdateStep[];
  /** The requests and folders before the update. */
  readonly present: Parameters<typeof listScriptsOfUpdate>[2];
}

/** Plans an update: compares the document with what its last import wrote and with what is stored now. */
const planUpdateFor = (
  stored: StoreAccess,
  { workspace, document, memory, given }: ImportTask,
): AppResult<ImportUpdate> =>
  pipe(
    TE.Do,
    TE.bind('folders', () => loadFolders(stored)(workspace.id)),
    TE.bind('earlier', ({ folders }) => {
      const found = findEarlierImport(memory, document, folders.all);
      return found === undefined ? TE.left(notImportedError) : TE.right(found);
    }),
    TE.bind('present', ({ earlier: { remembered } }) => loadImportedRequests(stored, workspace, remembered)),
    TE.bind('steps', ({ earlier: { remembered, root }, present }) =>
      TE.fromTask<readonly UpdateStep[], AppError>(() =>
        planUpdate(document, remembered, present, root.path),
      ),
    ),
    TE.let('paths', ({ steps }) => steps.map(({ path }) => path)),
    TE.bind('chooser', ({ paths, steps }) => TE.fromEither(createChooser(given, document, paths, steps))),
    TE.map(({ earlier: { remembered, root }, folders, present, steps, paths, chooser }) => {
      // The first steps are those of the document's requests, in the same order.
      const chosen = selectChosenPart(document, paths, chooser);
      return {
        plan: { document: chosen, folder: root.path, environments: chosen.environments },
        remembered,
        present: { requests: present, folders: new Set(folders.all.map((one) => one.path)) },
        steps: steps.filter(({ path, folder }) => chooser.request(path, folder)),
      };
    }),
    TE.tap(({ plan }) => refuseInvalidPlan(plan)),
  );

/** The data to restore in the memory of the import if this update is undone. */
const toLastUpdate = ({ group }: ImportTask, { remembered: { requests, environments } }: ImportUpdate) => ({
  group,
  requests,
  environments,
});

const carryOutUpdateImport = (
  transaction: Transaction,
  asked: ImportTask,
  context: CallContext,
): AppResult<CompletedImport> =>
  pipe(
    planUpdateFor(transaction, asked),
    TE.flatMap((updating) =>
      pipe(
        carryOutUpdate(transaction, asked.workspace, updating.plan, updating, context),
        TE.bindTo('remembered'),
        TE.bind('scripts', ({ remembered: { requests } }) =>
          reportScripts(transaction, asked, () =>
            listScriptsOfUpdate(updating.plan, updating.steps, updating.present, requests),
          ),
        ),
        TE.map(({ remembered, scripts }) => ({
          result: {
            ...reportUpdate(updating.plan, updating.steps, toReportOptions(asked.given)),
            ...scripts,
          },
          remembered: { ...remembered, last: toLastUpdate(asked, updating) },
        })),
      ),
    ),
  );

const carryOutNewImport = (
  transaction: Transaction,
  asked: ImportTask,
  context: CallContext,
): AppResult<CompletedImport> =>
  pipe(
    planSelected(transaction, asked),
    TE.flatMap((planned) => carryOut(transaction, planned, asked, context)),
  );

/**
 * Calls `work` with a document in which the names of the workspace's secrets replace their values, and with a report of where the document
 * contained them.
 */
const nameSecretsDuring = <A>(
  ports: KnownSecretPorts,
  asked: ImportTask,
  work: (asked: ImportTask, report: Pick<ImportResult, 'knownSecrets' | 'truncated'>) => AppResult<A>,
): AppResult<A> =>
  pipe(
    nameKnownSecrets(ports, asked.workspace, asked.document, asked.together),
    TE.flatMap(({ document, knownSecrets }) => {
      const all = asked.given.all === true;
      const most = planListLimits.knownSecrets;
      const shown = all ? knownSecrets : cutList(knownSecrets, most).list;
      const cut = noteCutLists([[knownSecrets, most]], { all });
      return work({ ...asked, document }, shown.length === 0 ? {} : { knownSecrets: shown, ...cut });
    }),
  );

/** Imports a document, or updates an earlier import of it. */
export const makeOrUpdate = (
  transaction: Transaction,
  given: ImportTask,
  context: CallContext,
): AppResult<CompletedImport> =>
  nameSecretsDuring(transaction, given, (asked, report) =>
    pipe(
      (asked.given.update === true ? carryOutUpdateImport : carryOutNewImport)(transaction, asked, context),
      TE.map((done) => ({ ...done, result: { ...done.result, ...report } })),
    ),
  );

/** A parsed document to import, with the arguments of the call. */
export interface ImportTask {
  readonly given: ImportArguments;
  readonly workspace: Workspace;
  readonly document: ImportDocument;
  readonly memory: ImportMemory;
  readonly group: string;
  /** For a dry run: the names that documents before this one would use. */
  readonly beside?: Names;
  /** The secrets of other documents that are imported in the same call. */
  readonly together?: readonly Secret[];
  /** The names that have a value in the workspace or in other documents of the same call. */
  readonly elsewhere?: ValuesElsewhere;
  /** By name, the environments that are made with another document of the call: its index there, and theirs in it. */
  readonly madeElsewhere?: ReadonlyMap<string, { readonly document: number; readonly index: number }>;
}

const describePlan = (ports: StoreAccess, asked: ImportTask): AppResult<ImportResult> =>
  asked.given.update === true
    ? pipe(
        planUpdateFor(ports, asked),
        TE.bindTo('updating'),
        TE.bind('scripts', ({ updating: { plan, steps, present } }) =>
          reportScripts(ports, asked, () => listScriptsOfUpdate(plan, steps, present)),
        ),
        TE.map(({ updating: { plan, steps }, scripts }) => ({
          ...reportUpdate(plan, steps, toReportOptions(asked.given)),
          ...scripts,
        })),
      )
    : pipe(
        planSelected(ports, asked),
        TE.bindTo('planned'),
        TE.bind('scripts', ({ planned: { plan } }) =>
          reportScripts(ports, asked, () => listScriptsOfImport(plan)),
        ),
        TE.map(({ planned, scripts }) => ({ ...reportPlannedImport(planned, asked.given), ...scripts })),
      );

/** Reports what an import would do. */
export const dryRunImport = (ports: KnownSecretPorts, given: ImportTask): AppResult<ImportResult> =>
  nameSecretsDuring(ports, given, (asked, report) =>
    pipe(
      describePlan(ports, asked),
      TE.map((result) => ({ ...result, ...report })),
    ),
  );

/** Joins the environments of a document that is imported alone to those of earlier imports. */
const joinToEarlier = (
  transaction: Transaction,
  { workspace, memory }: ImportTask,
  made: CompletedImport,
): AppResult<CompletedImport> =>
  pipe(
    joinEnvironments(transaction, workspace.id, [made.result], memory.imports),
    TE.map(([result = made.result]) => ({ ...made, result })),
  );

/** Refuses to continue if the call was cancelled, which rolls back its transaction. */
export const refuseIfStopped = ({ signal }: CallContext): AppResult<void> =>
  refuseIfProblem(signal.aborted ? importStoppedError : undefined);

/** Imports another tool's document in one transaction, or updates an earlier import of it. A dry run reports what it would do. */
export const applyImport =
  (ports: Ports, group: string) =>
  (asking: ImportArguments & Origin, context: CallContext, beside?: ReadBeside): AppResult<ImportResult> => {
    const given = { ...asking, folder: (asking.folder ?? '').replace(/^\/+|\/+$/g, '') };
    const problem = checkFolderPath(given.folder);
    if (problem !== null) return TE.left(problem);
    return pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(given.workspaceId)),
      TE.bind('memory', ({ workspace }) => loadImportMemory(ports, workspace)),
      TE.bind('document', ({ workspace, memory }) =>
        readWithFreeNames(ports, { given, workspace, memory }, beside),
      ),
      TE.let('given', () => given),
      TE.let('group', () => group),
      TE.tap(() => refuseIfStopped(context)),
      TE.flatMap((asked) =>
        pipe(
          given.dryRun === true
            ? dryRunImport(ports, asked)
            : pipe(
                withTransaction(ports, (transaction) =>
                  pipe(
                    makeOrUpdate(transaction, asked, context),
                    TE.flatMap((made) => joinToEarlier(transaction, asked, made)),
                  ),
                ),
                TE.tap(({ remembered }) => storeImports(ports, asked.workspace, asked.memory, [remembered])),
                TE.tap(({ result }) =>
                  noteImportedSecrets(ports, asked.workspace.id, result.environmentIds ?? []),
                ),
                TE.map(({ result }) => ({ ...result, group })),
              ),
          TE.flatMap(keepMissingFiles(ports, asked.workspace)),
        ),
      ),
    );
  };

export const importsApply = operation({
  name: 'imports_apply',
  toolSet: 'core',
  title: 'Import a document',
  description:
    'Makes a new folder and environments; from Postman, OpenAPI, Insomnia, HAR, .http or curl. Credentials become secrets.',
  arguments: ImportArguments,
  result: ImportResult,
  effects: { ...addEffects, destructive: true },
  useCase: 'imports.apply',
  run: (scope) => groupChanges(scope, { imported: true })(applyImport),
});
