import type { Application } from './application.js';
import { showAgentCalls } from './calls/agent-calls.js';
import { hideSecrets } from './calls/hide-secrets.js';
import { refuseMarkers } from './calls/refuse-markers.js';
import { createRunning, type RunningExecutions } from './calls/running-executions.js';
import type { AnyOperation, UncheckedCall } from './operation.js';
import { anyOperations } from './operations.js';

/**
 * A step between an interface and an operation. It may change the context of a call, refuse it, or inspect its
 * result.
 */
type Middleware = (operation: AnyOperation, next: UncheckedCall) => UncheckedCall;

/** The calls of all operations, as made by interfaces. */
export interface Calls {
  readonly byName: ReadonlyMap<string, UncheckedCall>;
  /** The running executions of all callers. */
  readonly running: RunningExecutions;
}

/** Prepares the calls of an application. */
export const createCalls = (application: Application): Calls => {
  const { running, watch } = createRunning();
  const listRunning: Middleware = (operation, next) => (params, context) => () =>
    watch(operation, params, context, (watched) => next(params, watched)());
  /** In the order in which a call passes them. The operation then decodes the arguments, runs and encodes its result. */
  const middlewares: readonly Middleware[] = [
    listRunning,
    showAgentCalls(application.present),
    hideSecrets(application),
    refuseMarkers,
  ];
  const byName = new Map(
    anyOperations.map((operation) => [
      operation.name,
      middlewares.reduceRight(
        (next, middleware) => middleware(operation, next),
        application.perform(operation),
      ),
    ]),
  );
  return { byName, running };
};
