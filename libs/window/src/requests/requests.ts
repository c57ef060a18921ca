import type { ExecutionResult, RequestKind } from '@tandem/core';
import type { CallOptions, MethodName, RpcMethods } from '@tandem/rpc/client';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import {
  getRequestKind,
  getMethodOrBadge,
  getRequestContent,
  type Edits,
  type RequestId,
  type SavedRequest,
  type Summary,
} from './saved-request.js';
import type { Position } from '../folders/tree/tree-order.js';
import { useLink, useLinkState } from '../link/use-link.js';

const noRequests: readonly Summary[] = [];

/** Loads the requests of the active workspace. */
export const createRequestsQuery = (link: Link) =>
  queryOptions({ queryKey: queryKeys.requests, queryFn: () => listRequests(link), staleTime: 5_000 });

/** The requests of the active workspace, updated by change events. */
export const useRequests = (): {
  readonly requests: readonly Summary[];
  readonly isPending: boolean;
  readonly error: Error | null;
} => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data, isPending, error } = useQuery({ ...createRequestsQuery(link), enabled });
  return { requests: data ?? noRequests, isPending, error };
};

type Params<M extends MethodName> = RpcMethods[M]['params'];

/** The parameters of a method for any kind of request. The compiler cannot check that each kind gets its own. */
type KindParams<A extends string> = Params<Extract<MethodName, `${RequestKind}_${A}`>>;

/** Number of requests per call, which is the server's maximum. */
const pageSize = 10_000;

/**
 * Maximum size of a text body in a result, in bytes. The rest is loaded separately, because parsing a larger message would block the
 * page.
 */
const maxBodyBytes = 512 * 1024;

/** Returns the name of the method that performs `action`, for the kind of request in the id. */
const getMethodName = <A extends 'get' | 'update' | 'delete' | 'execute'>(id: RequestId, action: A) =>
  `${getRequestKind({ id })}_${action}` as const;

const readList = async (link: Pick<Link, 'call'>, workspaceId?: string): Promise<readonly Summary[]> => {
  const found: Summary[] = [];
  let cursor: string | undefined;
  do {
    const page = await link.call('requests_list', {
      take: pageSize,
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const one of page.requests) found.push({ ...one, method: getMethodOrBadge(one) });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
};

/** Maximum number of times that the list is read while requests keep changing. */
const maxReads = 5;

/**
 * Lists all requests of a workspace, by default the active one, ordered by folder. The list is read again if a request changed meanwhile, because a request that
 * was just created could be missing.
 */
export const listRequests = async (
  link: Pick<Link, 'call' | 'onChange'>,
  workspaceId?: string,
): Promise<readonly Summary[]> => {
  let changes = 0;
  const stop = link.onChange(({ entity }) => {
    if (!['execution', 'environment', 'cookies', 'approval', 'prompt'].includes(entity)) changes += 1;
  });
  try {
    for (let reads = 1; ; reads += 1) {
      const before = changes;
      const list = await readList(link, workspaceId);
      if (changes === before || reads === maxReads) return list;
    }
  } finally {
    stop();
  }
};

/** Places a request in a folder. */
export const placeRequest = (link: Link, id: RequestId, position: Position): Promise<unknown> =>
  link.call('requests_place', { id, ...position });

/** Reads a complete request. */
export const getRequest = (
  link: Link,
  id: RequestId,
  workspaceId?: SavedRequest['workspaceId'],
): Promise<SavedRequest> =>
  link.call(getMethodName(id, 'get'), { id, ...(workspaceId === undefined ? {} : { workspaceId }) });

/** Stores edits if the request still has the revision `ifRevision`; rejects with REVISION_CONFLICT otherwise. */
export const updateRequest = (
  link: Link,
  id: RequestId,
  edits: Edits,
  ifRevision?: number,
): Promise<SavedRequest> => {
  // Edits may contain anything that a person typed. The server validates each value.
  const change = { ...edits, id, ...(ifRevision === undefined ? {} : { ifRevision }) };
  return link.call(getMethodName(id, 'update'), change as KindParams<'update'>);
};

/** Deletes a request. */
export const deleteRequest = (link: Link, id: RequestId): Promise<unknown> =>
  link.call(getMethodName(id, 'delete'), { id });

/** Creates a copy of `request` with `changes`. */
export const copyRequest = (link: Link, request: SavedRequest, changes: Edits = {}): Promise<SavedRequest> =>
  link.call(`${getRequestKind(request)}_create`, {
    ...getRequestContent(request),
    ...changes,
  } as KindParams<'create'>);

/** Creates an empty request. */
export const createRequest = (
  link: Link,
  kind: RequestKind,
  fields: { readonly name: string; readonly folder: string; readonly url?: string },
): Promise<SavedRequest> => link.call(`${kind}_create`, fields);

/** Sends a request of a workspace, which need not be the active one; the signal in `options` cancels it. */
export const executeRequest = (
  link: Link,
  {
    id,
    workspaceId,
  }: { readonly id: RequestId; readonly workspaceId: SavedRequest['workspaceId'] | undefined },
  options: CallOptions,
): Promise<ExecutionResult> =>
  link.call(
    getMethodName(id, 'execute'),
    { id, maxBodyBytes, ...(workspaceId === undefined ? {} : { workspaceId }) },
    options,
  );

/** Returns the summary of a complete request. */
export const toSummary = (request: SavedRequest): Summary => {
  const { id, name, folder, url } = request;
  return { id, name, folder, url, method: getMethodOrBadge(request) };
};
