import {
  type AppError,
  Diagnostic,
  methodProblem,
  type Ports,
  restDefaults,
  restFields,
  RestRequest,
  RestRequestId,
  RestRequestSummary,
  type ScriptError,
  workspaceRef,
} from '@tandem/core';
import { defaulted, described, integer, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { atomic, type Stored, type Transaction } from '../transaction.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { changeSaved, createSaved, getSaved, listSaved, removeSaved, type Seer } from './saved-requests.js';

const workspaceId = workspaceRef;
const id = described(RestRequestId, 'Request id');
const ifRevision = described(integer(1), 'Only if at this revision');

/** How many requests a list gives when it is not told. */
export const defaultTake = 100;

export const ListRest = struct(
  'rest_list arguments',
  { take: described(defaulted(integer(1, 500), defaultTake), 'How many') },
  {
    workspaceId,
    folder: described(t.string, 'Only requests in this folder and its subfolders'),
    search: described(t.string, 'Part of the name or URL'),
    cursor: described(t.string, 'nextCursor of previous page'),
  },
);
export type ListRest = t.TypeOf<typeof ListRest>;

export const RestRequestList = struct(
  'a list of REST requests',
  { requests: t.readonlyArray(RestRequestSummary) },
  { nextCursor: t.string },
);
export type RestRequestList = t.TypeOf<typeof RestRequestList>;

export const GetRest = struct('rest_get arguments', { id }, { workspaceId });
export type GetRest = t.TypeOf<typeof GetRest>;

const { name, ...otherFields } = restFields;
export const CreateRest = struct('rest_create arguments', { name }, { workspaceId, ...otherFields });
export type CreateRest = t.TypeOf<typeof CreateRest>;

export const UpdateRest = struct('rest_update arguments', { id }, { workspaceId, ...restFields, ifRevision });
export type UpdateRest = t.TypeOf<typeof UpdateRest>;

export const UpdateRestScript = struct(
  'rest_update_script arguments',
  { id, script: restFields.script },
  { workspaceId, ifRevision },
);
export type UpdateRestScript = t.TypeOf<typeof UpdateRestScript>;

export const DeleteRest = struct('rest_delete arguments', { id }, { workspaceId, ifRevision });
export type DeleteRest = t.TypeOf<typeof DeleteRest>;

export const Deleted = struct('what was deleted', { deleted: t.string });
export type Deleted = t.TypeOf<typeof Deleted>;

/** A request and what there is to say about it. */
export const CheckedRestRequest = struct('a REST request and diagnostics', {
  request: RestRequest,
  diagnostics: t.readonlyArray(Diagnostic),
});
export type CheckedRestRequest = t.TypeOf<typeof CheckedRestRequest>;

/** A page of summaries. */
export const listRest = (
  ports: Ports,
): ((input: ListRest, caller?: Seer) => TE.TaskEither<AppError, RestRequestList>) =>
  listSaved(ports, ports.store.restRequests);

export const getRest = (ports: Stored): ((input: GetRest) => TE.TaskEither<AppError, RestRequest>) =>
  getSaved(ports, ports.store.restRequests);

const withMethod = (method: string | undefined): TE.TaskEither<AppError, void> => {
  const problem = methodProblem(method);
  return problem === undefined ? TE.right(undefined) : TE.left(problem);
};

/** A new request; what is not said gets its default. */
export const createRest =
  (transaction: Transaction) =>
  ({ workspaceId: ref, ...fields }: CreateRest): TE.TaskEither<AppError, RestRequest> =>
    pipe(
      resolveWorkspace(transaction)(ref),
      TE.tap(() => withMethod(fields.method)),
      TE.flatMap((workspace) => {
        const at = transaction.clock.now().toISOString();
        return createSaved(
          transaction,
          ({ restRequests }) => restRequests,
        )({
          ...restDefaults,
          ...fields,
          id: `rest_${transaction.ids.next()}` as RestRequestId,
          workspaceId: workspace.id,
          revision: 1,
          createdAt: at,
          updatedAt: at,
        });
      }),
    );

/** Changes fields of a stored request; see {@link changeSaved}. */
const changeRest = (transaction: Transaction) => changeSaved(transaction, ({ restRequests }) => restRequests);

export const updateRest =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    id: wanted,
    ifRevision: expected,
    ...patch
  }: UpdateRest): TE.TaskEither<AppError, RestRequest> =>
    pipe(
      resolveWorkspace(transaction)(ref),
      TE.tap(() => withMethod(patch.method)),
      TE.flatMap((workspace) => changeRest(transaction)(workspace, wanted, patch, expected)),
    );

const scriptDiagnostics = (error: ScriptError | null): readonly Diagnostic[] => {
  if (error === null) return [];
  const where = error.line === undefined ? 'script' : `script:${error.line}:${error.column ?? 1}`;
  return [{ code: error.code, message: error.message, where }];
};

/** Replaces the script; one that does not parse is saved too, and reported. */
export const updateRestScript =
  (ports: Ports) =>
  (input: UpdateRestScript): TE.TaskEither<AppError, CheckedRestRequest> =>
    pipe(
      input,
      atomic(ports, updateRest),
      TE.bindTo('request'),
      TE.bind('diagnostics', () =>
        TE.fromTask(async () => scriptDiagnostics(await ports.scripts.check(input.script))),
      ),
    );

export const deleteRest = (ports: Stored): ((input: DeleteRest) => TE.TaskEither<AppError, Deleted>) =>
  removeSaved(ports, ports.store.restRequests);
