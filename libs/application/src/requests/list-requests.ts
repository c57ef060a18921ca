import { type AppResult, RequestSummary, workspaceRef } from '@tandem/core';
import { withDefault, withDescription, integer, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { operation, readEffects } from '../operation.js';

/** Maximum number of requests in one response, because encoding more would block other calls. */
const maxRequests = 10_000;

export const ListAllRequestsArguments = struct(
  'requests_list arguments',
  { take: withDescription(withDefault(integer(1, maxRequests), maxRequests), 'How many') },
  { workspaceId: workspaceRef, cursor: withDescription(t.string, 'nextCursor of the previous page') },
);
export type ListAllRequestsArguments = t.TypeOf<typeof ListAllRequestsArguments>;

export const AllRequests = struct(
  'a list of requests',
  { requests: t.readonlyArray(RequestSummary) },
  { nextCursor: t.string },
);
export type AllRequests = t.TypeOf<typeof AllRequests>;

/**
 * Lists the requests of a workspace of every kind in tree order, for the window's tree, which shows all of them at once. Agents list
 * requests by kind and page.
 */
export const requestsList = operation({
  name: 'requests_list',
  title: 'List requests',
  description: 'Lists REST and GraphQL requests in the order of the tree.',
  audience: 'person',
  arguments: ListAllRequestsArguments,
  result: AllRequests,
  effects: readEffects,
  showsSaved: true,
  useCase: 'requests.list',
  run:
    ({ ports }) =>
    ({ workspaceId, take, cursor }: ListAllRequestsArguments): AppResult<AllRequests> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ id }) =>
          ports.store.requestPositions.page(id, cursor === undefined ? { take } : { take, after: cursor }),
        ),
        TE.map(({ items, next }) => ({
          requests: items,
          ...(next === undefined ? {} : { nextCursor: next }),
        })),
      ),
});
