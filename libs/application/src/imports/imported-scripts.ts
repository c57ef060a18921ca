import {
  type AnyRequest,
  type AppError,
  type AppResult,
  mapInSlices,
  type Ports,
  type RememberedRequest,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';
import {
  classifyIncomingScripts,
  type IncomingScript,
  listNewScripts,
  noteIncoming,
} from '../trust/incoming-scripts.js';
import { listScriptContents, type ScriptOwner } from '../trust/script-contents.js';
import type { ApplyImport, ImportResult } from './import-arguments.js';
import { getRequestOrigin } from './import-memory.js';
import { type ImportPlan, toImportPath } from './plan-import.js';
import type { UpdateStep } from './plan-update.js';

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

/** @param present the paths of the folders that are there already */
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

/** The scripts of a new import. Their requests get ids when they are created. */
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

/** The scripts in an update, with what they replace. */
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

/** What an import reports about its scripts, which wait for a person once it is applied. */
export const reportScripts = (
  ports: StoreAccess & Pick<Ports, 'contentHash'>,
  { workspace: { id }, given }: { readonly workspace: Workspace; readonly given: ApplyImport },
  scripts: () => Promise<readonly IncomingScript[]>,
): AppResult<Pick<ImportResult, 'scripts'>> =>
  pipe(
    TE.fromTask<readonly IncomingScript[], AppError>(scripts),
    TE.flatMap((all) => classifyIncomingScripts(ports, ports.store, id, all)),
    TE.tap((found) =>
      given.dryRun === true ? TE.right(undefined) : noteIncoming(ports, ports.store, id, found),
    ),
    TE.map(listNewScripts),
    TE.map((found) => (found.length === 0 ? {} : { scripts: found })),
  );
