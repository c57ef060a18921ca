import { valuesOf } from '../domain/environment.js';
import type { AppError } from '../domain/errors.js';
import { invalidInput } from '../domain/errors.js';
import type { ExecuteRest, ExecutionResult } from '../domain/execution.js';
import type { ExecutionId } from '../domain/ids.js';
import type { RestRequest } from '../domain/rest-request.js';
import type { Workspace } from '../domain/workspace.js';
import { noScript } from '../execution/no-script.js';
import type { Context, Loaded } from '../execution/run.js';
import { begin } from '../execution/run.js';
import type { Progress } from '../execution/steps.js';
import { follow } from '../execution/steps.js';
import { summarise } from '../execution/summarise.js';
import { pipe, type T, TE } from '../fp.js';
import type { Ports } from '../ports/ports.js';
import type { ScriptEnvironment, ScriptSession } from '../ports/scripts.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { changeRest } from './rest-requests.js';

/** How a caller watches and ends an execution. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** The saved request, after the call's script was saved on it if the call says so. */
const loadRequest = (
  ports: Ports,
  workspace: Workspace,
  input: ExecuteRest,
): TE.TaskEither<AppError, RestRequest> => {
  if (!input.persistScript) return ports.store.restRequests.get(workspace.id, input.id);
  if (input.script === undefined) {
    return TE.left(invalidInput('persistScript', 'needs a script to save; pass script as well'));
  }
  return changeRest(ports)(workspace, input.id, { script: input.script });
};

const load = (ports: Ports, input: ExecuteRest): TE.TaskEither<AppError, Loaded> =>
  pipe(
    TE.Do,
    TE.bind('workspace', () => resolveWorkspace(ports)(input.workspaceId)),
    TE.bind('request', ({ workspace }) => loadRequest(ports, workspace, input)),
    TE.bind('environment', ({ workspace }) =>
      workspace.activeEnvironmentId === null
        ? TE.right(null)
        : ports.store.environments.get(workspace.id, workspace.activeEnvironmentId),
    ),
  );

const environmentView = ({ environment }: Loaded): ScriptEnvironment => ({
  name: environment?.name ?? null,
  variables: valuesOf(environment?.variables ?? []),
  secrets: valuesOf(environment?.secrets ?? []),
});

/** From here on whatever goes wrong is part of the answer. */
const run =
  (ports: Ports, input: ExecuteRest, { signal, progress }: CallContext) =>
  (loaded: Loaded): T.Task<ExecutionResult> => {
    const script = input.script ?? loaded.request.script;
    const within = async (session: ScriptSession): Promise<ExecutionResult> => {
      const context: Context = { ...loaded, ports, input, session, signal };
      const end = await follow(context, progress)(begin(loaded.request))();
      return summarise(context, end, `exec_${ports.ids.next()}` as ExecutionId);
    };
    return script.trim() === ''
      ? () => within(noScript)
      : () => ports.scripts.withSession(script, environmentView(loaded), signal, within);
  };

/** Loads the saved request and follows the steps; only loading can be refused. */
export const executeRest =
  (ports: Ports) =>
  (input: ExecuteRest, context: CallContext): TE.TaskEither<AppError, ExecutionResult> =>
    pipe(load(ports, input), TE.flatMapTask(run(ports, input, context)));
