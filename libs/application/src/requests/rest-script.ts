import {
  type AppError,
  type AppResult,
  type Diagnostic,
  createInvalidInput,
  type Ports,
  requestKinds,
  type RestRequest,
  type ScriptError,
  type Secret,
} from '@tandem/core';
import { createUnifiedDiff } from '@tandem/core/diff';
import { pipe, TE } from '@tandem/core/fp';

import { withTransaction, type Transaction } from '../transaction.js';
import { editScript } from './edit-script.js';
import type { CheckedRestRequest, UpdateRestScript } from './request-arguments.js';
import { getSaved, updateSaved } from './saved-requests.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

const diffNames = { before: 'script', after: 'script' } as const;

const toScriptDiagnostics = (error: ScriptError | null): readonly Diagnostic[] => {
  if (error === null) return [];
  const where = error.line === undefined ? 'script' : `script:${error.line}:${error.column ?? 1}`;
  return [{ code: error.code, message: error.message, where }];
};

/** A changed request, with its previous script if the call edited parts of it. */
interface ChangedRequest {
  readonly request: RestRequest;
  readonly before?: string;
}

/** Refuses another revision before the script is searched, because somebody else may have changed it. */
const refuseIfChanged = (present: RestRequest, expected: number = present.revision): AppResult<void> =>
  expected === present.revision
    ? TE.right(undefined)
    : TE.left<AppError>({ kind: 'revision-conflict', expected, present });

const edit = (
  transaction: Transaction,
  { edits = [], ...input }: UpdateRestScript,
  secrets: readonly Secret[],
): AppResult<ChangedRequest> =>
  pipe(
    getSaved(transaction, requestKinds.rest)(input),
    TE.bindTo('present'),
    TE.tap(({ present }) => refuseIfChanged(present, input.ifRevision)),
    TE.bind('script', ({ present }) => TE.fromEither(editScript(present.script, edits, secrets))),
    TE.bind('request', ({ script }) => updateSaved(requestKinds.rest)(transaction)({ ...input, script })),
    TE.map(({ present, request }) => ({ request, before: present.script })),
  );

const change =
  (transaction: Transaction, secrets: readonly Secret[]) =>
  (input: UpdateRestScript): AppResult<ChangedRequest> => {
    const { script, edits, ...call } = input;
    if ((script === undefined) === (edits === undefined)) {
      const advice = 'or edits is required, and not both';
      const said = { expected: 'script or edits', got: script };
      return TE.left(createInvalidInput('script', advice, said));
    }
    if (script === undefined) return edit(transaction, input, secrets);
    return pipe(
      updateSaved(requestKinds.rest)(transaction)({ ...call, script }),
      TE.map((request) => ({ request })),
    );
  };

/**
 * Replaces the script, or parts of it by `edits`, in which case the result contains a diff. A script with a syntax error is saved too, and
 * the error is reported.
 */
export const updateRestScript =
  (ports: Ports) =>
  (input: UpdateRestScript): AppResult<CheckedRestRequest> =>
    pipe(
      resolveWorkspace(ports)(input.workspaceId),
      TE.flatMap(({ id }) => loadKnownSecrets(ports, id)),
      TE.flatMap((secrets) => withTransaction(ports, (transaction) => change(transaction, secrets)(input))),
      TE.bind('diagnostics', ({ request }) =>
        TE.fromTask(async () => toScriptDiagnostics(await ports.scripts.check(request.script))),
      ),
      TE.map(({ request, before, diagnostics }) => {
        const diff = before === undefined ? undefined : createUnifiedDiff(diffNames, before, request.script);
        return { request, diagnostics, ...(diff === undefined ? {} : { diff }) };
      }),
    );
