import { pipe, TE } from '@tandem/core/fp';

import type { ExecutionState, Step } from '../execution-state.js';

const addEnvironmentDiagnostic = (state: ExecutionState, code: string, message: string): ExecutionState => ({
  ...state,
  diagnostics: [...state.diagnostics, { code, message, where: 'environment' }],
});

/** Saves the script's changes to the environment, variable by variable, in one transaction. */
export const persistEnvironment: Step =
  ({ ports, workspace, request: { name }, environment }) =>
  (state) => {
    if (state.changes.length === 0) return TE.right(state);
    if (environment === null) {
      const message =
        'The script set variables, but no environment is active, so they were kept for this execution only.';
      return TE.right(addEnvironmentDiagnostic(state, 'NO_ACTIVE_ENVIRONMENT', message));
    }
    return pipe(
      ports.store.environments.change(
        workspace.id,
        environment.id,
        state.changes,
        ports.clock.now().toISOString(),
        name,
      ),
      TE.matchE(
        (error) => {
          const gone = `The environment "${environment.name}" was deleted meanwhile, so changes to it were not stored.`;
          const message =
            error.kind === 'not-found' ? gone : 'The changes to the environment could not be stored.';
          return TE.right(addEnvironmentDiagnostic(state, 'ENVIRONMENT_NOT_SAVED', message));
        },
        () => TE.right(state),
      ),
    );
  };
