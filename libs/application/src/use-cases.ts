import {
  type Activity,
  type Author,
  type Ports,
  type SentSecrets,
  requestKinds,
  type Store,
} from '@tandem/core';
import { ownValue } from '@tandem/core/codec';

import { listChanges, undoChanges } from './activity/changes.js';
import { listActivity } from './activity/list-activity.js';
import { undoActivity } from './activity/undo-activity.js';
import type { Approvals } from './approvals/guardian.js';
import { approvalUseCases } from './approvals/use-cases.js';
import type { KeptSchemas } from './graphql/kept-schemas.js';
import { exportContent } from './exports/export-content.js';
import { exportDocument, renderExport } from './exports/export-document.js';
import { applyImport } from './imports/apply-import.js';
import { applyImports } from './imports/apply-imports.js';
import { fetchImport, importSources } from './imports/fetch-import.js';
import { fetchSchema, getSchema, introspect } from './graphql/schemas.js';
import { applyRequests } from './usecases/apply-requests.js';
import { environmentUseCases } from './usecases/environment-use-cases.js';
import { folderUseCases } from './usecases/folder-use-cases.js';
import { executeRun } from './runs/execute-run.js';
import { runPlan } from './runs/run-plan.js';
import { getRun, listRuns } from './runs/stored-runs.js';
import { compareExecutions } from './usecases/compare-executions.js';
import { getExecution } from './usecases/executions.js';
import { executionsOverview, listExecutions } from './usecases/list-executions.js';
import { orDryRun } from './usecases/dry-run.js';
import { executeSaved } from './usecases/execute.js';
import { decideGivenSecret, listGivenSecrets } from './usecases/given-secrets.js';
import { atomic } from './transaction.js';
import { changeAgentClient, listAgentClients } from './usecases/agent-clients.js';
import { installMergeDriver, mergeDriverStatus } from './usecases/merge-driver.js';
import { tokenUseCases } from './usecases/tokens.js';
import { cookieUseCases } from './usecases/cookies.js';
import { outsideScripts } from './usecases/outside-scripts.js';
import { endSessionCookies } from './usecases/session-cookies.js';
import { decideScriptSending, getScriptSending } from './usecases/script-sending.js';
import { chooseSecretHosts, listSecretHosts } from './usecases/secret-hosts.js';
import { seeing, type SeenRevisions } from './usecases/seen-revisions.js';
import { readStoredBody, type StoredBodies } from './usecases/stored-body.js';
import { synchronization, type Turns } from './usecases/synchronize.js';
import { graphqlUseCases, requestUseCases, restUseCases } from './usecases/request-use-cases.js';
import { workspaceUseCases } from './usecases/workspace-use-cases.js';
import { type Presence, presenceUseCases } from './presence/presence.js';

/** A store whose changes belong to a group, or are those of an undo. */
export type StoreFor = (
  occasion: Author & {
    readonly group?: string | undefined;
    readonly imported?: true;
    readonly undone?: readonly Activity[];
  },
) => Store;

/** A use case whose changes, at each call, share a new group, so that they can be undone together. */
const inGroups =
  (ports: Ports, storeFor: StoreFor, more: Omit<Parameters<StoreFor>[0], 'group'> = {}) =>
  <I extends readonly unknown[], A>(useCase: (grouped: Ports, group: string) => (...input: I) => A) =>
  (...input: I): A => {
    const group = ports.ids.next();
    return useCase({ ...ports, store: storeFor({ group, ...more }) }, group)(...input);
  };

/** What is shared by all callers of an application. */
export interface Shared {
  readonly seen: SeenRevisions;
  readonly turns: Turns;
  readonly storedBodies: StoredBodies;
  readonly schemas: KeptSchemas;
  readonly approvals: Approvals;
  readonly presence: Presence;
  readonly sentSecrets: SentSecrets;
}

const executionUseCases = (ports: Ports, storedBodies: StoredBodies) => ({
  list: listExecutions(ports),
  overview: executionsOverview(ports),
  get: getExecution(ports, storedBodies),
  compare: compareExecutions(ports, storedBodies),
  body: readStoredBody(ports, storedBodies),
});

const exportUseCases = (ports: Ports) => ({
  content: exportContent(ports),
  document: exportDocument(ports),
  render: renderExport(ports),
});

const importOrigins = (ports: Ports) => ({ fetch: fetchImport(ports), sources: importSources(ports) });

const schemaUseCases = (ports: Ports, schemas: KeptSchemas) => ({
  schema: getSchema(ports, schemas),
  fetchSchema: fetchSchema(ports, schemas),
  introspect: introspect(ports, schemas),
});

const runUseCases = (ports: Ports) => ({
  run: runPlan(ports),
  execute: executeRun(ports),
  list: listRuns(ports),
  get: getRun(ports),
});

const agentClientUseCases = (ports: Ports) => ({
  list: listAgentClients(ports),
  connect: changeAgentClient(ports, 'connect'),
  disconnect: changeAgentClient(ports, 'disconnect'),
});

type Makers = Readonly<Record<string, () => unknown>>;
type Made<M extends Makers> = { readonly [K in keyof M]: ReturnType<M[K]> };

const made: ProxyHandler<Makers> = { get: (makers, name) => ownValue(makers, String(name))?.() };

/** An object whose fields are made at each read: a call of an agent has use cases of its own, and needs one group of them. */
const madeWhenRead = <M extends Makers>(makers: M): Made<M> =>
  new Proxy<Makers>(makers, made) as unknown as Made<M>;

/** What files say is by whoever wrote them, not by whoever has them read. */
const folderAuthor: Author = { by: 'folder', kind: 'folder', session: undefined };

/** The use cases of one caller. */
export const useCases = (
  ports: Ports,
  { turns, storedBodies, schemas, seen, approvals, presence }: Shared,
  storeFor: StoreFor,
  author: Author,
) => {
  const together = inGroups(ports, storeFor);
  const importing = inGroups(ports, storeFor, { imported: true });
  const fromFolder = inGroups(ports, storeFor, folderAuthor);
  const undo = undoActivity(ports, storeFor, author);
  const sight = seeing(ports, seen, author);
  return madeWhenRead({
    workspaces: () => workspaceUseCases(ports),
    activity: () => ({
      list: listActivity(ports),
      undo,
      changes: listChanges(ports, author),
      undoChanges: undoChanges(undo),
    }),
    environments: () => environmentUseCases(ports, sight, author),
    executions: () => executionUseCases(ports, storedBodies),
    rest: () => ({
      ...restUseCases(ports, sight),
      execute: orDryRun(ports, requestKinds.rest, executeSaved(ports).rest),
    }),
    graphql: () => ({
      ...graphqlUseCases(ports, sight),
      ...schemaUseCases(ports, schemas),
      execute: orDryRun(ports, requestKinds.graphql, executeSaved(ports).graphql),
    }),
    runs: () => runUseCases(ports),
    imports: () => ({
      ...importOrigins(ports),
      apply: importing(applyImport),
      applyMany: importing(applyImports),
    }),
    exports: () => exportUseCases(ports),
    folders: () => folderUseCases(ports, sight),
    cookies: () => ({ ...cookieUseCases(ports), endSessions: () => endSessionCookies(ports) }),
    tokens: () => tokenUseCases(ports),
    requests: () => ({
      ...requestUseCases(ports),
      apply: together((grouped) => applyRequests(grouped, sight)),
    }),
    synchronization: () => ({
      synchronize: fromFolder((group) => synchronization(group, turns).synchronize),
      resolve: together((group) => synchronization(group, turns).resolve),
    }),
    secretHosts: () => ({ list: listSecretHosts(ports), choose: atomic(ports, chooseSecretHosts) }),
    givenSecrets: () => ({ list: listGivenSecrets(ports), decide: decideGivenSecret(ports) }),
    scriptSending: () => ({ get: getScriptSending(ports), decide: decideScriptSending(ports) }),
    approvals: () => approvalUseCases(approvals, author),
    presence: () => presenceUseCases(presence),
    outsideScripts: () => outsideScripts(ports),
    mergeDriver: () => ({ status: mergeDriverStatus(ports), install: installMergeDriver(ports) }),
    agentClients: () => agentClientUseCases(ports),
  });
};

/** Every use case, closed over its ports. */
export type UseCases = ReturnType<typeof useCases>;
