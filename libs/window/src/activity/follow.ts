import {
  type Change,
  type EnvironmentView,
  type ExecutionId,
  isRequestKind,
  type TaskQueue,
  isWithin,
  movePath,
} from '@tandem/core';
import { type RpcMethods, RpcRefusal } from '@tandem/rpc/client';
import type { QueryClient } from '@tanstack/react-query';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { type Activity, isForeign, toRefusal } from './activity.js';
import { isRequestId, type RequestId, type SavedRequest, type Summary } from '../requests/saved-request.js';
import { reorderRequests, type DeletedRequest, addDeletedRequest } from '../folders/tree/tree-order.js';
import type { Drafts } from '../requests/drafts/drafts.js';
import { getRequest, listRequests, toSummary } from '../requests/requests.js';
import { type FolderList, listFolders, readOrder } from '../folders/use-folders.js';

/** A folder that was renamed or moved. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Maximum number of remembered folder moves. They are needed to recognize the events of the requests in these
 * folders as part of the move.
 */
const maxMoves = 20;

/**
 * Updates the folders from change events. The event of a folder comes before the events of its content, so the folders already have
 * their new paths when the requests still have the old ones.
 */
const followFolders = (link: Link, queries: QueryClient) => {
  const known = new Map<string, string>();
  const gone = new Set<string>();
  let moves: readonly Move[] = [];
  const learn = (list: FolderList): void => {
    void queries.invalidateQueries({ queryKey: queryKeys.folderContent });
    void queries.invalidateQueries({ queryKey: queryKeys.mixedLevels });
    known.clear();
    for (const { id, path } of list.folders) {
      known.set(id, path);
      gone.delete(path);
    }
  };
  const readFolders = async (): Promise<void> => {
    const list = await listFolders(link);
    queries.setQueryData(queryKeys.folders, list);
    learn(list);
  };
  /** Loads the folders if they are not loaded yet. If the tree is loading them now, both share one call. */
  const readFirst = async (): Promise<void> => {
    learn(
      await queries.query({ queryKey: queryKeys.folders, queryFn: () => listFolders(link), staleTime: 0 }),
    );
  };
  const requestsIn = (path: string): number =>
    (queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? []).filter(({ folder }) =>
      isWithin(path, folder),
    ).length;
  const nothing = { requestId: undefined };
  const handleDeleted = async (path: string): Promise<HandledChange> => {
    const requests = requestsIn(path);
    if (path !== '') gone.add(path);
    await readFolders();
    return { ...nothing, name: path, requests, isPart: path === '' };
  };
  const handleFolder = async ({ id, op }: Change): Promise<HandledChange> => {
    const before = known.get(id) ?? '';
    if (op === 'deleted') return handleDeleted(before);
    await readFolders();
    const to = known.get(id) ?? before;
    if (before === '' || before === to) return { ...nothing, name: to, isPart: true };
    moves = [...moves, { from: before, to }].slice(-maxMoves);
    return { ...nothing, name: before, to };
  };
  /** Whether a change to a request was part of a change to its folder. */
  const isPartOfFolder = (before: Summary | undefined, after: Summary | undefined): boolean => {
    if (before === undefined) return false;
    if (after === undefined) return [...gone].some((folder) => isWithin(folder, before.folder));
    return moves.some((move) => isMoved(move, before.folder, after.folder));
  };
  return { readFolders, readFirst, handleFolder, isPartOfFolder };
};

const isMoved = ({ from, to }: Move, before: string, after: string): boolean =>
  isWithin(from, before) && movePath(before, from, to) === after;

/** Minimum number of pending tree changes that are applied together. */
export const minBatchChanges = 100;

/** How changes are applied. */
export interface ChangeReceiver {
  readonly one: (change: Change) => Promise<void>;
  /** Applies many changes of requests and folders, such as those of an import. */
  readonly many: (changes: readonly Change[]) => Promise<void>;
}

const isTreeChange = ({ entity }: Change): boolean =>
  isRequestKind(entity) || entity === 'folder' || entity === 'order';

/**
 * Applies changes in order, one by one, or together if many are pending. Each single change costs calls to the server, which would take
 * minutes for thousands of changes.
 */
export const createChangeBatches = (
  inTurn: TaskQueue,
  { one, many }: ChangeReceiver,
): ((change: Change) => void) => {
  let pending: Change[] = [];
  const take = async (): Promise<void> => {
    const taken = pending;
    pending = [];
    const together = taken.filter(isTreeChange);
    const isMany = together.length >= minBatchChanges;
    for (const change of taken) if (!isMany || !isTreeChange(change)) await one(change);
    if (isMany) await many(together);
  };
  return (change) => {
    pending.push(change);
    void inTurn(take);
  };
};

/** A change that the page has handled, with what it learned about the change. */
export interface HandledChange extends Pick<
  Activity,
  'name' | 'nexts' | 'requestId' | 'to' | 'requests' | 'refusal'
> {
  /** Whether the change is part of another listed change, such as the deletion of the request's folder. */
  readonly isPart?: boolean;
}

/** The details of a change about which the page knows nothing else. */
export const unknownChange: HandledChange = { name: '', requestId: undefined };

const isNotFound = (cause: unknown): boolean =>
  cause instanceof RpcRefusal && cause.error.code === 'NOT_FOUND';

/** Manages the requests that the page knows: summaries of all requests, and the open ones in full. */
export const createKnownRequests = (queries: QueryClient, drafts: Pick<Drafts, 'get' | 'receive'>) => {
  let left: readonly DeletedRequest[] = [];
  const list = (change: (requests: readonly Summary[]) => readonly Summary[]): void => {
    // The order is only read in workspaces that have folders with mixed entries.
    void queries.invalidateQueries({ queryKey: queryKeys.mixedLevels });
    queries.setQueryData<readonly Summary[]>(queryKeys.requests, (requests) => requests && change(requests));
    // A list that is being loaded may lack the change, and would replace it.
    if (queries.isFetching({ queryKey: queryKeys.requests }) > 0)
      void queries.invalidateQueries({ queryKey: queryKeys.requests });
  };
  const learn = (request: SavedRequest): void => {
    left = left.filter(({ id }) => id !== request.id);
    drafts.receive(request);
    const summary = toSummary(request);
    list((all) =>
      all.some(({ id }) => id === request.id)
        ? all.map((one) => (one.id === request.id ? summary : one))
        : [...all, summary],
    );
  };
  /** Removes a deleted request from the list. Returns the requests that followed it in its folder. */
  const forget = (id: RequestId): readonly RequestId[] | undefined => {
    left = addDeletedRequest(left, queries.getQueryData<readonly Summary[]>(queryKeys.requests) ?? [], id);
    list((all) => all.filter((one) => one.id !== id));
    return left.find((one) => one.id === id)?.nexts;
  };
  const order = (ids: readonly RequestId[]): void => {
    list((all) => reorderRequests(all, ids));
  };
  /** Finds the request in the list, or else among the open requests, which may no longer be listed. */
  const find = (id: RequestId): Summary | undefined => {
    const listed = queries.getQueryData<readonly Summary[]>(queryKeys.requests)?.find((one) => one.id === id);
    const open = drafts.get(id)?.draft.stored;
    return listed ?? (open && toSummary(open));
  };
  return { find, learn, forget, order };
};

/** Called after a change of an environment, with its state before and after the change. */
export type OnEnvironment = (before: EnvironmentView, now: EnvironmentView, change: Change) => void;

/** Finds the name with which a workspace was last listed. */
export const findWorkspaceName = (queries: QueryClient, id: string): string => {
  const list = queries.getQueryData<RpcMethods['workspaces_list']['result']>(queryKeys.workspaces);
  return list?.workspaces.find((one) => one.id === id)?.name ?? '';
};

/** Handles changes of everything except requests. */
const createHandlers = (link: Link, queries: QueryClient, onEnvironment: OnEnvironment) => {
  const views = new Map<string, EnvironmentView>();
  const readEnvironments = async (): Promise<void> => {
    const list = await link.call('environments_list', {});
    queries.setQueryData(queryKeys.environments, list);
    void queries.invalidateQueries({ queryKey: queryKeys.providedSecrets });
    void queries.invalidateQueries({ queryKey: queryKeys.scriptSending });
    void queries.invalidateQueries({ queryKey: queryKeys.outsideScripts });
    void queries.invalidateQueries({ queryKey: queryKeys.connectionReviews });
    void queries.invalidateQueries({ queryKey: queryKeys.secretHosts });
    views.clear();
    for (const one of list.environments) views.set(one.id, one);
  };
  const handleEnvironment = async (change: Change): Promise<HandledChange> => {
    const before = views.get(change.id);
    await readEnvironments();
    void queries.invalidateQueries({ queryKey: queryKeys.status });
    const now = views.get(change.id);
    if (before && now) onEnvironment(before, now, change);
    return { ...unknownChange, name: (now ?? before)?.name ?? '' };
  };
  const { readFolders, readFirst, handleFolder, isPartOfFolder } = followFolders(link, queries);
  const handleRun = async (change: Change): Promise<HandledChange> => {
    void queries.invalidateQueries({ queryKey: queryKeys.executionsOfRequest });
    if (!isForeign(change)) return unknownChange;
    const { workspaceId, id } = change;
    const { execution } = await link.call('executions_get', { workspaceId, id: id as ExecutionId });
    const refusal = toRefusal(execution.error);
    return { ...unknownChange, name: execution.name, requestId: execution.requestId, refusal };
  };
  const handleOther = async (change: Change): Promise<HandledChange> => {
    if (change.entity === 'environment') return handleEnvironment(change);
    if (change.entity === 'folder') {
      // The workspace may have settings that wait for approval.
      void queries.invalidateQueries({ queryKey: queryKeys.connectionReviews });
      return handleFolder(change);
    }
    const name = findWorkspaceName(queries, change.id);
    const keys = [queryKeys.status, queryKeys.workspaces, queryKeys.requests];
    await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: key })));
    await Promise.all([readEnvironments(), readFolders()]);
    return { ...unknownChange, name };
  };
  return { handleRun, handleOther, readEnvironments, readFolders, readFirst, isPartOfFolder };
};

/** Updates the known requests from change events. */
export const follow = (link: Link, queries: QueryClient, drafts: Drafts, onEnvironment: OnEnvironment) => {
  const { find, learn, forget, order } = createKnownRequests(queries, drafts);
  const { handleRun, handleOther, readEnvironments, readFolders, readFirst, isPartOfFolder } = createHandlers(
    link,
    queries,
    onEnvironment,
  );
  const handle = async (change: Change): Promise<HandledChange> => {
    const { entity, id, op } = change;
    if (entity === 'execution') return handleRun(change);
    if (entity === 'cookies') return unknownChange;
    if (entity === 'approval') {
      void queries.invalidateQueries({ queryKey: queryKeys.approvals });
      return unknownChange;
    }
    if (entity === 'prompt') {
      void queries.invalidateQueries({ queryKey: queryKeys.prompts });
      return unknownChange;
    }
    if (entity === 'order') {
      order((await readOrder(link, id)).ids);
      return unknownChange;
    }
    if (!isRequestId(id)) return handleOther(change);
    const before = find(id);
    if (op === 'deleted') {
      const nexts = forget(id);
      drafts.markDeleted(id);
      return {
        ...unknownChange,
        name: before?.name ?? '',
        nexts,
        isPart: isPartOfFolder(before, undefined),
      };
    }
    try {
      const request = await getRequest(link, id);
      learn(request);
      return { ...unknownChange, name: request.name, isPart: isPartOfFolder(before, toSummary(request)) };
    } catch (cause) {
      if (isNotFound(cause)) forget(id);
      return { ...unknownChange, name: before?.name ?? '' };
    }
  };
  /** Applies many changes of requests and folders: reloads the whole tree, and one by one only the open requests. */
  const handleMany = async (changes: readonly Change[]): Promise<void> => {
    const open = new Map<RequestId, Change>();
    for (const change of changes) {
      const { id } = change;
      if (isRequestId(id) && drafts.get(id) !== undefined) open.set(id, change);
    }
    const [all] = await Promise.all([listRequests(link), readFolders()]);
    queries.setQueryData<readonly Summary[]>(queryKeys.requests, all);
    for (const change of open.values()) await handle(change);
  };
  /** Loads the previous state that changes are compared with. */
  const begin = async (): Promise<void> => {
    await Promise.all([readEnvironments(), readFirst()]);
  };
  return { handle, handleMany, begin };
};
