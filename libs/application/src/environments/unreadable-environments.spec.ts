import { describe, expect, it } from 'vitest';

import { unwrapResult, unwrapRefusal } from '@tandem/core/testing';

import type { EnvironmentId, Store, UnreadableEnvironment } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { createPlannedApplication } from '../testing/index.js';

const id = 'env_0000000000000009' as EnvironmentId;

const damagedEnvironment: UnreadableEnvironment = {
  row: { entity: 'environment', id, name: 'Staging', fields: ['variables'] },
  revision: 7,
  secrets: [{ name: 'TOKEN', value: 'hidden-value', enabled: true }],
};

/** An application whose workspace has an unreadable environment. */
const application = async () => {
  const removed: unknown[] = [];
  const environmentsOf = ({ environments }: Pick<Store, 'environments'>): Store['environments'] => ({
    ...environments,
    unreadable: () => TE.right([damagedEnvironment]),
    remove: (_workspaceId, ...removal) => {
      removed.push(removal);
      return TE.right(undefined);
    },
  });
  const wrap = (store: Store): Store => ({
    ...store,
    environments: environmentsOf(store),
    transaction: (work) => store.transaction((all) => work({ ...all, environments: environmentsOf(all) })),
  });
  return { ...(await createPlannedApplication({ wrap })), removed };
};

describe('an unreadable environment', () => {
  it('is reported when it is requested by id or name', { tags: 'storage:row' }, async () => {
    const {
      application: { environments },
    } = await application();
    for (const ref of [id, 'staging'])
      expect(await unwrapRefusal(environments.activate({ id: ref }))).toMatchObject({
        reason: 'unreadable-row',
        row: damagedEnvironment.row,
      });
  });

  it('can be deleted at its revision', { tags: 'storage:row' }, async () => {
    const {
      application: { environments },
      removed,
    } = await application();
    expect(await unwrapResult(environments.remove({ id }))).toEqual({ deleted: id });
    expect(removed).toEqual([[id, 7]]);
  });
});
