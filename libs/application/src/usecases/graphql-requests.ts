import {
  type AppError,
  graphqlDefaults,
  graphqlFields,
  type GraphqlRequest,
  GraphqlRequestId,
  GraphqlRequestSummary,
  type Ports,
  workspaceRef,
} from '@tandem/core';
import { defaulted, described, integer, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { Stored, Transaction } from '../transaction.js';
import { resolveWorkspace } from './resolve-workspace.js';
import { type Deleted, defaultTake } from './rest-requests.js';
import { changeSaved, createSaved, getSaved, listSaved, removeSaved, type Seer } from './saved-requests.js';

const workspaceId = workspaceRef;
const id = described(GraphqlRequestId, 'Request id');
const ifRevision = described(integer(1), 'Only if at this revision');

export const ListGraphql = struct(
  'graphql_list arguments',
  { take: described(defaulted(integer(1, 500), defaultTake), 'How many') },
  {
    workspaceId,
    folder: described(t.string, 'Only requests in this folder and its subfolders'),
    search: described(t.string, 'Part of the name or URL'),
    cursor: described(t.string, 'nextCursor of previous page'),
  },
);
export type ListGraphql = t.TypeOf<typeof ListGraphql>;

export const GraphqlRequestList = struct(
  'a list of GraphQL requests',
  { requests: t.readonlyArray(GraphqlRequestSummary) },
  { nextCursor: t.string },
);
export type GraphqlRequestList = t.TypeOf<typeof GraphqlRequestList>;

export const GetGraphql = struct('graphql_get arguments', { id }, { workspaceId });
export type GetGraphql = t.TypeOf<typeof GetGraphql>;

const { name, ...otherFields } = graphqlFields;
export const CreateGraphql = struct('graphql_create arguments', { name }, { workspaceId, ...otherFields });
export type CreateGraphql = t.TypeOf<typeof CreateGraphql>;

export const UpdateGraphql = struct(
  'graphql_update arguments',
  { id },
  { workspaceId, ...graphqlFields, ifRevision },
);
export type UpdateGraphql = t.TypeOf<typeof UpdateGraphql>;

export const DeleteGraphql = struct('graphql_delete arguments', { id }, { workspaceId, ifRevision });
export type DeleteGraphql = t.TypeOf<typeof DeleteGraphql>;

/** A page of summaries. */
export const listGraphql = (
  ports: Ports,
): ((input: ListGraphql, caller?: Seer) => TE.TaskEither<AppError, GraphqlRequestList>) =>
  listSaved(ports, ports.store.graphqlRequests);

export const getGraphql = (ports: Stored): ((input: GetGraphql) => TE.TaskEither<AppError, GraphqlRequest>) =>
  getSaved(ports, ports.store.graphqlRequests);

/** A new request; what is not said gets its default. */
export const createGraphql =
  (transaction: Transaction) =>
  ({ workspaceId: ref, ...fields }: CreateGraphql): TE.TaskEither<AppError, GraphqlRequest> =>
    pipe(
      resolveWorkspace(transaction)(ref),
      TE.flatMap((workspace) => {
        const at = transaction.clock.now().toISOString();
        return createSaved(
          transaction,
          ({ graphqlRequests }) => graphqlRequests,
        )({
          ...graphqlDefaults,
          ...fields,
          id: `gql_${transaction.ids.next()}` as GraphqlRequestId,
          workspaceId: workspace.id,
          revision: 1,
          createdAt: at,
          updatedAt: at,
        });
      }),
    );

/** Changes fields of a stored request; see {@link changeSaved}. */
const changeGraphql = (transaction: Transaction) =>
  changeSaved(transaction, ({ graphqlRequests }) => graphqlRequests);

export const updateGraphql =
  (transaction: Transaction) =>
  ({
    workspaceId: ref,
    id: wanted,
    ifRevision: expected,
    ...patch
  }: UpdateGraphql): TE.TaskEither<AppError, GraphqlRequest> =>
    pipe(
      resolveWorkspace(transaction)(ref),
      TE.flatMap((workspace) => changeGraphql(transaction)(workspace, wanted, patch, expected)),
    );

export const deleteGraphql = (ports: Stored): ((input: DeleteGraphql) => TE.TaskEither<AppError, Deleted>) =>
  removeSaved(ports, ports.store.graphqlRequests);
