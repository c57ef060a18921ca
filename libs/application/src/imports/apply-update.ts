import {
  type AnyRequest,
  type AppResult,
  createInvalidInput,
  createTurns,
  type Environment,
  type EnvironmentId,
  everyKind,
  type Folder,
  getKindRecord,
  getKindRecordById,
  type ImportedEnvironment,
  type ImportMemory,
  type Pair,
  type Ports,
  type RememberedImport,
  type RememberedRequest,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { ensureFolders } from '../folders/folder-tree.js';
import { changeSaved, createSaved } from '../requests/saved-requests.js';
import type { StoreAccess, Transaction } from '../transaction.js';
import { createFingerprint, readMemory, toRememberedRequest } from './import-memory.js';
import { type ImportPlan, toImportPath, type UpdateStep } from './plan-import.js';

/** The refusal of an import that would create nothing. */
export const nothingChosenError = createInvalidInput(
  'text',
  'has nothing in it that was chosen, so nothing was imported',
  {
    expected: 'a document with something to import',
    got: '',
  },
);

/** The refusal of an update of a document that was not imported before. */
export const notImportedError = createInvalidInput(
  'update',
  'needs an earlier import of this document; import it without update first',
  {
    expected: 'a document that was imported before',
    got: true,
  },
);

/** The refusal of an import whose caller has cancelled it. */
export const importStoppedError = createInvalidInput(
  'text',
  'was not imported, because the import was stopped',
  {
    expected: 'an import that goes on',
    got: '',
  },
);

/** The requests that an earlier import created and that still exist, by id. */
export const loadImportedRequests = (
  { store }: StoreAccess,
  { id }: Workspace,
  { requests }: RememberedImport,
): AppResult<ReadonlyMap<string, AnyRequest>> =>
  pipe(
    everyKind.map((kind) =>
      kind.of(store).all(
        id,
        requests.map((one) => one.id).filter((one) => kind.id.is(one)),
      ),
    ),
    TE.sequenceSeqArray,
    TE.map((found) => new Map(found.flat().map((one): [string, AnyRequest] => [one.id, one]))),
  );

/** Creates the missing folders with the settings that the document has for them. */
const makeFolders = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
): AppResult<unknown> => {
  const about = new Map(
    plan.document.folders.filter(({ path }) => path !== '').map((one) => [toImportPath(plan, one.path), one]),
  );
  return pipe(
    ensureFolders(transaction, workspace.id, [...about.keys()]),
    TE.flatMap(
      TE.traverseSeqArray((made: Folder) => {
        const { path: _, ...fields } = about.get(made.path) ?? { path: '' };
        const next = { ...made, ...fields, revision: made.revision + 1 };
        return transaction.store.folders.replace(next, made.revision);
      }),
    ),
  );
};

/** Carries out one step, and returns what the next update needs to know about its request. */
const applyStep = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  { request, outcome, id = '', patch }: UpdateStep,
): AppResult<RememberedRequest | undefined> => {
  if (outcome === 'new' && request !== undefined) {
    const { kind, origin: _, seq: _position, ...fields } = request;
    const folder = toImportPath(plan, fields.folder);
    return pipe(
      createSaved(getKindRecord(kind))(transaction)({ ...fields, workspaceId: workspace.id, folder }),
      TE.map((made) => toRememberedRequest(request, made.id)),
    );
  }
  const remembered = request === undefined ? undefined : toRememberedRequest(request, id);
  if (Object.keys(patch).length === 0) return TE.right(remembered);
  const { folder, ...others } = patch;
  const moved = typeof folder === 'string' ? { folder: toImportPath(plan, folder) } : {};
  return pipe(
    changeSaved(getKindRecordById(id))(transaction)(workspace, id, { ...others, ...moved }),
    TE.map(() => remembered),
  );
};

const findAbsent = (present: readonly Pair[], wanted: readonly Pair[]): readonly Pair[] => {
  const names = new Set(present.map(({ name }) => name));
  return wanted.filter(({ name }) => !names.has(name));
};

/** Adds the variables and secrets that an environment of the earlier import lacks. Does not change existing values. */
const fillEnvironment = (
  { store, clock }: Transaction,
  present: Environment,
  { variables, secrets }: ImportedEnvironment,
): AppResult<unknown> => {
  const all = [...present.variables, ...present.secrets];
  const [more, hidden] = [findAbsent(all, variables), findAbsent(all, secrets)];
  if (more.length + hidden.length === 0) return TE.right(undefined);
  const next = {
    ...present,
    variables: [...present.variables, ...more],
    secrets: [...present.secrets, ...hidden],
    revision: present.revision + 1,
    updatedAt: clock.now().toISOString(),
  };
  return store.environments.replace(next, present.revision);
};

const fillEnvironments = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  { environments }: RememberedImport,
): AppResult<unknown> =>
  pipe(
    transaction.store.environments.list(workspace.id),
    TE.flatMap((present) =>
      pipe(
        plan.document.environments,
        TE.traverseSeqArray((one) => {
          const known = environments.find(({ origin }) => origin === createFingerprint(one.name));
          const here = present.find(({ id }) => id === (known?.id as EnvironmentId | undefined));
          return here === undefined ? TE.right(undefined) : fillEnvironment(transaction, here, one);
        }),
      ),
    ),
  );

/** Carries out an update, and returns what the next one needs to know. */
export const carryOutUpdate = (
  transaction: Transaction,
  workspace: Workspace,
  plan: ImportPlan,
  update: { readonly remembered: RememberedImport; readonly steps: readonly UpdateStep[] },
  context: CallContext,
): AppResult<RememberedImport> => {
  const { remembered, steps } = update;
  const turns = createTurns();
  return pipe(
    makeFolders(transaction, workspace, plan),
    TE.flatMap(() =>
      pipe(
        steps,
        TE.traverseSeqArrayWithIndex((index, step) => {
          if (index % 100 === 0) context.progress(index, steps.length, step.name);
          if (context.signal.aborted) return TE.left(importStoppedError);
          return pipe(
            TE.fromTask(async () => turns()),
            TE.flatMap(() => applyStep(transaction, workspace, plan, step)),
          );
        }),
      ),
    ),
    TE.tap(() => fillEnvironments(transaction, workspace, plan, remembered)),
    TE.map((applied) => {
      const now = new Map(applied.flatMap((one) => (one === undefined ? [] : [[one.origin, one] as const])));
      const others = remembered.requests.filter(({ origin }) => !now.has(origin));
      const { source, url } = plan.document;
      return {
        ...remembered,
        ...(source === undefined ? {} : { source: createFingerprint(source) }),
        ...(url === undefined ? {} : { url }),
        requests: [...now.values(), ...others],
      };
    }),
  );
};

/** How many changes of an update are searched for whether they were undone. An undo reverts all changes that it can. */
const maxInspectedChanges = 200;

/**
 * Restores the memory of an import whose last update was undone: its state before that update, plus the requests that the undo left because
 * somebody had changed them.
 */
const rewindUndoneUpdate = (
  stored: StoreAccess,
  workspace: Workspace,
  { last, ...remembered }: RememberedImport,
): AppResult<RememberedImport> =>
  pipe(
    loadImportedRequests(stored, workspace, remembered),
    TE.map((present) => {
      if (last === undefined) return remembered;
      const known = new Set(last.requests.map(({ origin }) => origin));
      const left = remembered.requests.filter(({ origin, id }) => !known.has(origin) && present.has(id));
      return { ...remembered, requests: [...last.requests, ...left], environments: last.environments };
    }),
  );

/** Removes undone updates from the memory of imports, so that the next update makes these changes again. */
const removeUndoneUpdates = (
  stored: StoreAccess,
  workspace: Workspace,
  memory: ImportMemory,
): AppResult<ImportMemory> =>
  pipe(
    memory.imports,
    TE.traverseSeqArray((one) =>
      one.last === undefined
        ? TE.right(one)
        : pipe(
            stored.store.activities.list(workspace.id, { group: one.last.group, take: maxInspectedChanges }),
            TE.flatMap(({ items }) =>
              items.some(({ undone }) => undone === true)
                ? rewindUndoneUpdate(stored, workspace, one)
                : TE.right(one),
            ),
          ),
    ),
    TE.map((imports) => ({ ...memory, imports })),
  );

/** Loads what a workspace remembers of its imports, without undone updates. */
export const loadImportMemory = (ports: Ports, workspace: Workspace): AppResult<ImportMemory> =>
  pipe(
    readMemory(ports, workspace),
    TE.flatMap((memory) => removeUndoneUpdates(ports, workspace, memory)),
  );
