import {
  type AnyRequest,
  type AppResult,
  applyChanges,
  type Diagnostic,
  type Environment,
  type EnvironmentChange,
  toExactValues,
  type ExecutionCall,
  findHiddenCookies,
  type InheritingRequest,
  createInvalidInput,
  type JarCookie,
  type PendingRequest,
  type Ports,
  type RequestKind,
  type RequestKindOf,
  type Secret,
  indexValues,
  type Workspace,
} from '@tandem/core';
import { attempt, inParallel, taskEither, TE } from '@tandem/core/fp';
import { inherit, type LoadedData, type RequestDraft, listChangedSecrets } from '@tandem/execution';

import type { CallContext } from '../call-context.js';
import { loadCookies, loadEarlyJar } from '../cookies/cookies-of-call.js';
import type { GuardOf } from '../guards/environment-permit.js';
import { changeSaved } from '../requests/saved-requests.js';
import { loadWithProvided } from '../secrets/provided-secrets.js';
import { loadKnownSecrets, listProcessSecrets } from '../secrets/secrets.js';
import { withTransaction } from '../transaction.js';
import { loadRequiredFiles } from '../trust/required-files.js';
import { findUnapprovedScripts, loadScriptTrust } from '../trust/unapproved-scripts.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** A saved request of any kind. */
export type Executable = AnyRequest & InheritingRequest;

/** A kind of saved request, and what is sent for it. */
export interface Kind<A extends Executable, I> extends Pick<RequestKindOf<A, unknown>, 'of'> {
  readonly kind: RequestKind;
  readonly draftOf: (request: A, input: I) => RequestDraft;
}

/** The arguments of its execution. */
export type Call<A extends AnyRequest> = ExecutionCall & { readonly id: A['id'] };

/** A saved request with everything that an execution of it uses. */
export interface LoadedExecution extends LoadedData {
  /** The cookies of the workspace and environment. Undefined if the request does not use them. */
  readonly jar: readonly JarCookie[] | undefined;
  /** The script of the request, or of the call. */
  readonly script: string;
  /** The stored secrets of all workspaces, and those that this execution receives from elsewhere. */
  readonly secrets: readonly Secret[];
  readonly notes: readonly Diagnostic[];
  /** The guards of the environment and of its bases. */
  readonly guards: readonly GuardOf[];
  /** The saved request. */
  readonly saved: PendingRequest['request'];
  /** The folder of the saved request. */
  readonly folder: string;
  readonly tags: readonly string[];
  /** The ids of its dependencies. */
  readonly needs: readonly string[];
  /**
   * The names of its unapproved scripts. If there are any, none of its scripts receives secrets or may send requests.
   */
  readonly unapproved?: readonly string[];
  /** What the scripts of its dependencies set, if no environment stores it. */
  readonly carried?: Pick<Environment, 'variables' | 'secrets'>;
}

/** The saved request, after storing the call's script on it if requested. */
const loadRequest = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  workspace: Workspace,
  { id, script, persistScript }: I,
): AppResult<A> => {
  if (!persistScript) return kind.of(ports.store).get(workspace.id, id);
  if (script === undefined) {
    const said = { expected: 'a script beside it', got: persistScript };
    return TE.left(createInvalidInput('persistScript', 'needs a script to save; pass script as well', said));
  }
  const beyond = ports.scripts.beyondLimit?.(script) ?? null;
  if (beyond !== null) {
    const said = { expected: 'a script within the limit', got: script };
    return TE.left(createInvalidInput('script', `${beyond}; nothing was saved`, said));
  }
  return withTransaction(ports, (transaction) =>
    changeSaved(kind)(transaction)(workspace, id, { script } as Partial<A>),
  );
};

/** Loads a saved request with its context, and merges what it inherits. */
export const loadExecution = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  input: I,
  { hidesSecrets = false, by, calling }: Pick<CallContext, 'hidesSecrets' | 'by' | 'calling'> = {},
): AppResult<LoadedExecution> =>
  taskEither(function* () {
    const workspace = yield* attempt(resolveWorkspace(ports)(input.workspaceId));
    const { saved, environments, folders, known, trust, early } = yield* attempt(
      inParallel({
        saved: loadRequest(ports, kind, workspace, input),
        environments: loadWithProvided(ports, workspace, input.environment),
        folders: ports.store.folders.list(workspace.id),
        known: loadKnownSecrets(ports),
        trust: loadScriptTrust(ports, workspace),
        early: loadEarlyJar(ports, workspace, input.environment),
      }),
    );
    const inherited = inherit(folders, saved, kind.draftOf(saved, input));
    const script = input.script ?? saved.script;
    const foreignScripts = yield* attempt(loadRequiredFiles(ports, workspace)(inherited.foreignScripts));
    const scripts = { folders, saved, foreignScripts, script };
    const unapproved = yield* attempt(findUnapprovedScripts(ports, workspace, trust, scripts));
    const jar =
      inherited.request.settings.cookies === false
        ? undefined
        : yield* attempt(loadCookies(ports, workspace, environments.environment, early));
    // What the calling scripts have set is not stored yet.
    const changes = calling?.changes ?? [];
    const { environment, secrets, bound, notes, guards, secretNames, bases } = environments;
    return {
      ...inherited,
      workspace,
      environment: environment && applyChanges(environment, changes),
      secrets: [
        ...secrets,
        ...known,
        ...listChangedSecrets(changes),
        ...listProcessSecrets(ports),
        ...findHiddenCookies(jar ?? [], hidesSecrets ? by : undefined, [saved, folders]),
      ],
      bound,
      notes,
      guards,
      secretNames,
      ...(bases === undefined ? {} : { bases }),
      jar,
      saved: { id: input.id, name: saved.name },
      needs: saved.needs,
      tags: saved.tags,
      folder: saved.folder,
      script,
      foreignScripts,
      unapproved,
      ...(input.script === undefined || input.persistScript === true ? {} : { ownScript: '(of the call)' }),
    };
  });

/** The same execution without its scripts. */
export const removeScripts = (loaded: LoadedExecution): LoadedExecution => ({
  ...loaded,
  script: '',
  outerScripts: [],
  foreignScripts: [],
});

/**
 * Adds what the scripts of dependencies set if no environment stores it: for its own scripts, and as variable values
 * by name.
 */
export const applyCarriedChanges = (
  loaded: LoadedExecution,
  changes: readonly EnvironmentChange[],
): { readonly loaded: LoadedExecution; readonly variables: Readonly<Record<string, unknown>> } => {
  if (loaded.environment !== null || changes.length === 0) return { loaded, variables: {} };
  const carried = applyChanges({ variables: [], secrets: [] }, changes);
  const variables = { ...indexValues(carried.secrets), ...toExactValues(carried.variables) };
  return { loaded: { ...loaded, carried }, variables };
};
