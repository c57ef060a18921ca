import type { Change } from '@tandem/core';
import { expect, it } from 'vitest';

import type { Link } from '../link/link.js';
import { listRequests } from './requests.js';

interface Stored {
  readonly id: string;
  readonly name: string;
}

/** A server with requests, whose answer about their order can be accompanied by a change. */
const serverWith = (requests: Stored[], beforeOrder: (tell: (change: Change) => void) => void) => {
  const listeners = new Set<(change: Change) => void>();
  const answers = {
    rest_list: () => ({ requests: [...requests] }),
    graphql_list: () => ({ requests: [] }),
    requests_order: () => {
      beforeOrder((change) => {
        for (const listener of listeners) listener(change);
      });
      return { ids: requests.map(({ id }) => id) };
    },
  };
  const link = {
    call: (method: keyof typeof answers) => Promise.resolve(answers[method]()),
    onChange: (listener: (change: Change) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Link;
  return { link, listeners };
};

const change = (entity: Change['entity']): Change => ({ entity, id: 'rest_2', op: 'created' }) as Change;

it('the list has a request that was created while it was read', async () => {
  const requests = [{ id: 'rest_1', name: 'One' }];
  const { link, listeners } = serverWith(requests, (tell) => {
    if (requests.length > 1) return;
    requests.push({ id: 'rest_2', name: 'Two' });
    tell(change('rest'));
  });
  expect((await listRequests(link)).map(({ name }) => name)).toEqual(['One', 'Two']);
  expect(listeners.size).toBe(0);
});

it('the list is read once where no request changes, and a few times where requests keep changing', async () => {
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
