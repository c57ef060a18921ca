import type { Change } from '@tandem/core';
import { expect, it } from 'vitest';

import type { Link } from '../link/link.js';
import { listRequests } from './requests.js';

interface StoredRequest {
  readonly id: string;
  readonly name: string;
}

/** Creates a server that lists requests, two per page. `after` can make a change after each response. */
const serverWith = (requests: StoredRequest[], after: (tell: (change: Change) => void) => void) => {
  const listeners = new Set<(change: Change) => void>();
  const answers = {
    requests_list: ({ cursor = '0' }: { readonly cursor?: string }) => {
      const end = Number(cursor) + 2;
      const page = { requests: requests.slice(Number(cursor), end) };
      const next = end < requests.length ? { nextCursor: String(end) } : {};
      after((change) => {
        for (const listener of listeners) listener(change);
      });
      return { ...page, ...next };
    },
  };
  const link = {
    call: (method: keyof typeof answers, params: { readonly cursor?: string }) =>
      Promise.resolve(answers[method](params)),
    onChange: (listener: (change: Change) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as Pick<Link, 'call' | 'onChange'>;
  return { link, listeners };
};

const change = (entity: Change['entity']): Change => ({ entity, id: 'rest_2', op: 'created' }) as Change;

it('the request list contains all pages, and the kind of each request that has no method', async () => {
  const requests = ['rest_1', 'gql_2', 'rest_3', 'rest_4', 'rest_5'].map((id) => ({
    id,
    name: id,
    method: 'POST',
  }));
  const { link } = serverWith(requests, () => undefined);
  expect((await listRequests(link)).map(({ id, method }) => `${method} ${id}`)).toEqual([
    'POST rest_1',
    'GQL gql_2',
    'POST rest_3',
    'POST rest_4',
    'POST rest_5',
  ]);
});

it('the request list contains a request that is created while the list is read', async () => {
  const requests = [{ id: 'rest_1', name: 'One' }];
  const { link, listeners } = serverWith(requests, (tell) => {
    if (requests.length > 1) return;
    requests.push({ id: 'rest_2', name: 'Two' });
    tell(change('rest'));
  });
  expect((await listRequests(link)).map(({ name }) => name)).toEqual(['One', 'Two']);
  expect(listeners.size).toBe(0);
});

it('the request list is read once if nothing changes, and at most a few times if requests keep changing', async () => {
  let reads = 0;
  const quiet = serverWith([], (tell) => {
    reads += 1;
    tell(change('execution'));
  });
  await listRequests(quiet.link);
  expect(reads).toBe(1);
  const busy = serverWith([], (tell) => {
    reads += 1;
    tell(change('graphql'));
  });
  await listRequests(busy.link);
  expect(reads).toBe(6);
  expect(busy.listeners.size).toBe(0);
});
