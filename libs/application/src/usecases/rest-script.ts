import { type AppResult, type Diagnostic, type Ports, requestKinds, type ScriptError } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { atomic } from '../transaction.js';
import type { CheckedRestRequest, UpdateRestScript } from './request-arguments.js';
import { updateSaved } from './saved-requests.js';

const scriptDiagnostics = (error: ScriptError | null): readonly Diagnostic[] => {
  if (error === null) return [];
  const where = error.line === undefined ? 'script' : `script:${error.line}:${error.column ?? 1}`;
  return [{ code: error.code, message: error.message, where }];
};

/** Replaces the script. A script with a syntax error is saved too, and the error is reported. */
export const updateRestScript =
  (ports: Ports) =>
  (input: UpdateRestScript): AppResult<CheckedRestRequest> =>
    pipe(
      input,
      atomic(ports, updateSaved(requestKinds.rest)),
      TE.bindTo('request'),
      TE.bind('diagnostics', () =>
        TE.fromTask(async () => scriptDiagnostics(await ports.scripts.check(input.script))),
      ),
    );
