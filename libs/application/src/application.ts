import {
  type Author,
  type BodyBudget,
  type Change,
  type Changes,
  createChangeBus,
  defaultKeepLimits,
  type DefaultPort,
  emptyEnvFile,
  type ProvidedPorts,
  type Ports,
  watchStore,
} from '@tandem/core';

import { recordChanges } from './activity/record-changes.js';
import { createPendingWriteGate, type PendingCall } from './agents/pending-writes.js';
import { createPresence, recordAgentChange, type Presence } from './agents/presence.js';
import type { CallContext } from './call-context.js';
import { endSessionCookies } from './cookies/session-cookies.js';
import { createStoredBodies, readStoredBody } from './executions/stored-bodies.js';
import { exportContent } from './exports/export-content.js';
import { exportDocument } from './exports/export-document.js';
import { createPrompter } from './environments/prompts.js';
import {
  type OpenWindows,
  createApprovals,
  createAttendance,
  createSentSecrets,
  defaultApprovalMs,
} from './guards/guardian.js';
import {
  type AnyOperation,
  createTurns,
  type OperationScope,
  type SharedState,
  type StoreFor,
  type UncheckedCall,
} from './operation.js';
import { operations, type OperationUseCases } from './operations.js';
import { applyInGroup, defaultMaxOperations } from './requests/apply-requests.js';
import { runPlan } from './runs/run-plan.js';
import { createSchemaCache } from './schemas/stored-schemas.js';
import { readSchemas } from './schemas/read-schemas.js';
import { defaultSchemaBytes } from './schemas/schemas.js';
import { type DisplayScope, loadSecretsToRedact, type loadKnownSecrets } from './secrets/secrets.js';
import { createImportedSecrets } from './secrets/imported-secrets.js';
import { createSeenRevisions, createSessionView } from './seen-revisions.js';
import { createAgreements, takeBackAgreements } from './trust/agree-by-setting.js';
import { addSentFile, addWorkspaceFile } from './workspaces/workspace-files.js';
import { dropDeletedWorkspaces } from './workspaces/hidden-workspaces.js';
import { getActiveWorkspace, getWorkspace, openWorkspace } from './workspaces/workspaces.js';

const unlimitedBodies: BodyBudget = {
  limit: Infinity,
  open: () => ({ limit: Infinity, take: () => Promise.resolve(true), release: () => undefined }),
};

/** Values for the ports that a program does not provide. */
const defaultPorts: Pick<Ports, DefaultPort> = {
  approvalMs: defaultApprovalMs,
  bodies: unlimitedBodies,
  connectionsInForce: () => [],
  dynamicValues: () => () => undefined,
  envFiles: { read: () => () => Promise.resolve(emptyEnvFile), all: () => [] },
  providedSecrets: { valueOf: () => undefined, all: [], isAllowed: () => false },
  graphqlSchemaBytes: defaultSchemaBytes,
  graphqlSchemas: readSchemas,
  keep: defaultKeepLimits,
  retainedVariables: { of: () => [], keep: () => undefined },
  maxOperations: defaultMaxOperations,
  mayUseProcessVariables: false,
  processVariables: () => ({}),
  saveFolders: [],
  scriptsMaySend: false,
  secretProvider: {
    isOn: () => Promise.resolve(false),
    read: () => Promise.resolve({ problem: 'is not set' }),
    all: () => [],
  },
  sentSecrets: { note: () => undefined, hostsOf: () => [] },
  importedSecrets: { note: () => undefined, has: () => false },
};

/** Fills in the missing ports, so that no use case has to check whether a port exists. */
export const addDefaultPorts = (given: ProvidedPorts): Ports => ({ ...defaultPorts, ...given });

export type { CallContext } from './call-context.js';

/** Creates a context for callers that neither observe nor cancel their calls. */
export const createQuietContext = (): CallContext => ({
  signal: new AbortController().signal,
  progress: () => undefined,
});

/** The use cases that no operation has, or only in another form. */
const otherUseCases = (scope: OperationScope) => {
  const { ports, storedBodies } = scope;
  return {
    workspaces: {
      active: getActiveWorkspace(ports),
      get: getWorkspace(ports),
      open: openWorkspace(ports),
      dropDeleted: () => dropDeletedWorkspaces(ports),
      addFile: addWorkspaceFile(ports),
      addSentFile: addSentFile(ports),
      /** The identity of the data folder below a path. Null if there is none. */
      folderOf: ports.folderSync.identify,
    },
    requests: { apply: applyInGroup(scope) },
    cookies: { endSessions: () => endSessionCookies(ports) },
    executions: { body: readStoredBody(ports, storedBodies) },
    runs: { run: runPlan(ports) },
    exports: { content: exportContent(ports), document: exportDocument(ports) },
  };
};

/** All use cases, bound to their ports. */
export type UseCases = OperationUseCases & ReturnType<typeof otherUseCases>;

/** Binds the use cases of the operations, and the others. */
const bindUseCases = (scope: OperationScope): UseCases => {
  const all = new Map<string, object>(Object.entries(otherUseCases(scope)));
  for (const { useCase, run } of operations) {
    const [subject = '', member = ''] = useCase?.split('.') ?? [];
    all.set(subject, { ...all.get(subject), [member]: run(scope) });
  }
  // The compiler cannot infer the type of paths that a loop builds.
  return Object.fromEntries(all) as UseCases;
};

/** The application, as interfaces and other libraries call it. */
export interface Application extends UseCases {
  /** Announces every change after its commit, also those of other processes on the same store. */
  readonly changes: Changes;
  /** The agents' sessions, the windows and the pending writes, for interfaces that can push changes. */
  readonly present: Presence;
  /** The same use cases for a caller, whose name their changes get. With `call`, an agent's changes may wait for a person. */
  readonly as: (author: string | Author, call?: PendingCall) => UseCases;
  /**
   * The values to redact for agents, in logs and in stored data: the secrets of every workspace, and those cookies of the current workspace
   * that the caller `by` did not receive.
   */
  readonly hiddenSecrets: (by?: string, shownIn?: DisplayScope) => ReturnType<typeof loadKnownSecrets>;
  /** Binds an operation to a caller. The bound call decodes its arguments. */
  readonly perform: (operation: AnyOperation) => UncheckedCall;
  /** Records that a window is open, where a person can be asked, until the returned function is called. */
  readonly attend: () => () => void;
}

const createSharedState = (
  ports: Ports,
  emit: (change: Change) => void,
  attendance: OpenWindows,
): SharedState => ({
  turns: createTurns(ports.store.shared?.inTurn),
  storedBodies: createStoredBodies(),
  schemas: createSchemaCache(),
  seen: createSeenRevisions(),
  approvals: createApprovals(ports, emit, attendance),
  prompter: createPrompter(ports, emit, attendance),
  presence: createPresence(ports),
});

/** Creates the use cases over `ports`, and the bus that reports their changes. */
export const createApplication = (given: ProvidedPorts): Application => {
  const ports = addDefaultPorts(given);
  const bus = createChangeBus();
  ports.store.shared?.subscribe(bus.emit);
  const attendance = createAttendance();
  const shared = createSharedState(ports, bus.emit, attendance);
  const sentSecrets = createSentSecrets();
  const importedSecrets = createImportedSecrets();
  const { pendingWrites } = shared.presence;
  bus.subscribe(pendingWrites.end);
  const scopeFor = (author: Author = {}, call?: PendingCall): OperationScope => {
    const { by, kind, session } = author;
    const isAgent = kind === 'mcp' && call !== undefined;
    const gate = isAgent ? createPendingWriteGate(ports.store, pendingWrites, author, call) : undefined;
    const note = recordAgentChange(shared.presence, author);
    const emit = (change: Change): void => {
      bus.emit(change);
      note(change);
    };
    const storeFor: StoreFor = (occasion) => {
      const record = recordChanges(ports, { by, kind, session, ...occasion });
      return watchStore(gate?.store ?? ports.store, emit, { by, record: gate?.recording(record) ?? record });
    };
    const own = {
      ...ports,
      store: storeFor({}),
      guardian: shared.approvals,
      prompter: shared.prompter,
      sentSecrets,
      importedSecrets,
    };
    return {
      ...shared,
      ports: own,
      author,
      storeFor,
      view: createSessionView(own, shared.seen, author),
      agree: createAgreements(own, author),
      takeBack: takeBackAgreements(own, author),
    };
  };
  const scope = scopeFor();
  return {
    ...bindUseCases(scope),
    changes: { subscribe: bus.subscribe },
    present: shared.presence,
    as: (author, call) => bindUseCases(scopeFor(typeof author === 'string' ? { by: author } : author, call)),
    perform: (operation) => (params, context) => {
      const { by, kind, session } = context;
      return operation.bind(by === undefined ? scope : scopeFor({ by, kind, session }, context))(
        params,
        context,
      );
    },
    hiddenSecrets: (by, shownIn) => loadSecretsToRedact(ports, by, shownIn),
    attend: attendance.attend,
  };
};
