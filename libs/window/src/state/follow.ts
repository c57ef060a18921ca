import type { Change, EnvironmentView, ExecutionId } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import type { QueryClient } from '@tanstack/react-query';

import type { Link } from '../link/link.js';
import { type Activity, isForeign } from '../model/activity.js';
import { isRequestId, type RequestId, type SavedRequest, type Summary } from '../model/saved-request.js';
import { inOrder, type Left, withLeft } from '../model/tree-order.js';
import type { Drafts } from './drafts.js';
import { getRequest, listRequests, orderOf, summaryOf } from './requests.js';
import { givenSecretsKey } from './use-given-secrets.js';

/** Up to how many requests are read ahead, so that a change by others can be undone. */
const mostKnown = 1_000;

/** What the page makes of a change. */
export type Heard = Pick<Activity, 'name' | 'before' | 'after' | 'nexts' | 'requestId'>;

/** A change that the page knows nothing more of. */
export const unheard: Heard = { name: '', before: undefined, requestId: undefined };

const isGone = (cause: unknown): boolean => cause instanceof RpcRefusal && cause.error.code === 'NOT_FOUND';

/** The requests that the page has read whole, and the list of all by their summaries. */
const createKnown = (queries: QueryClient, drafts: Drafts) => {
  const known = new Map<RequestId, SavedRequest>();
  let left: readonly Left[] = [];
  const list = (change: (requests: readonly Summary[]) => readonly Summary[]): void => {
    queries.setQueryData<readonly Summary[]>(['requests'], (requests) => requests && change(requests));
  };
  const learn = (request: SavedRequest): void => {
    known.set(request.id, request);
    left = left.filter(({ id }) => id !== request.id);
    drafts.receive(request);
    const summary = summaryOf(request);
    list((all) =>
      all.some(({ id }) => id === request.id)
        ? all.map((one) => (one.id === request.id ? summary : one))
        : [...all, summary],
    );
  };
  /** Gives the requests that came after it in its folder. */
  const forget = (id: RequestId): readonly RequestId[] | undefined => {
    left = withLeft(left, queries.getQueryData<readonly Summary[]>(['requests']) ?? [], id);
    known.delete(id);
    list((all) => all.filter((one) => one.id !== id));
    return left.find((one) => one.id === id)?.nexts;
  };
  const order = (ids: readonly RequestId[]): void => {
    list((all) => inOrder(all, ids));
  };
  return { known, learn, forget, order };
};

/** Told how an environment was and is, and the change that made it so. */
export type OnEnvironment = (before: EnvironmentView, now: EnvironmentView, change: Change) => void;

/** What the page does about changes of anything but a request. */
const createHearers = (link: Link, queries: QueryClient, onEnvironment: OnEnvironment) => {
  const views = new Map<string, EnvironmentView>();
  const readEnvironments = async (): Promise<void> => {
    const list = await link.call('environments_list', {});
    queries.setQueryData(['environments'], list);
    void queries.invalidateQueries({ queryKey: givenSecretsKey });
    views.clear();
    for (const one of list.environments) views.set(one.id, one);
  };
  const hearEnvironment = async (change: Change): Promise<Heard> => {
    const before = views.get(change.id);
    await readEnvironments();
    void queries.invalidateQueries({ queryKey: ['status'] });
    const now = views.get(change.id);
    if (before && now) onEnvironment(before, now, change);
    return { ...unheard, name: (now ?? before)?.name ?? '' };
  };
  const hearRun = async (change: Change): Promise<Heard> => {
    void queries.invalidateQueries({ queryKey: ['history'] });
    if (!isForeign(change)) return unheard;
    const { execution } = await link.call('executions_get', { id: change.id as ExecutionId });
    return { ...unheard, name: execution.name, requestId: execution.requestId };
  };
  const hearOther = async (change: Change): Promise<Heard> => {
    if (change.entity === 'environment') return hearEnvironment(change);
    const keys = ['status', 'workspaces', 'requests'];
    await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    await readEnvironments();
    return unheard;
  };
  return { hearRun, hearOther, readEnvironments };
};

/** Keeps what is known of requests in step with what is told. */
export const follow = (link: Link, queries: QueryClient, drafts: Drafts, onEnvironment: OnEnvironment) => {
  const { known, learn, forget, order } = createKnown(queries, drafts);
  const { hearRun, hearOther, readEnvironments } = createHearers(link, queries, onEnvironment);
  const hear = async (change: Change): Promise<Heard> => {
    const { entity, id, op } = change;
    if (entity === 'execution') return hearRun(change);
    if (entity === 'folder') {
      order(await orderOf(link, id));
      return unheard;
    }
    if (!isRequestId(id)) return hearOther(change);
    const before = known.get(id) ?? drafts.get(id)?.draft.stored;
    if (op === 'deleted') {
      const nexts = forget(id);
      drafts.lose(id);
      return { ...unheard, name: before?.name ?? id, before, nexts };
    }
    try {
      const request = await getRequest(link, id);
      learn(request);
      return { ...unheard, name: request.name, before, after: request };
    } catch (cause) {
      if (isGone(cause)) forget(id);
      return { ...unheard, name: before?.name ?? id, before };
    }
  };
  const readAhead = async (): Promise<void> => {
    await readEnvironments();
    const all = await queries.query({
      queryKey: ['requests'],
      queryFn: () => listRequests(link),
      staleTime: 'static',
    });
    for (const { id } of all.slice(0, mostKnown))
      if (!known.has(id)) known.set(id, await getRequest(link, id));
  };
  return { hear, readAhead };
};
