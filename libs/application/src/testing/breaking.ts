import type { Environments, Repositories, Store } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import type { Plan } from './planned-ambient.js';

const breakEnvironments = ({ environments }: Repositories, plan: Plan): Environments => ({
  ...environments,
  change: (...args) => (plan.broken === null ? environments.change(...args) : TE.left(plan.broken)),
});

/** The store, except for what `plan` makes fail. */
export const breakStore = (store: Store, plan: Plan): Store => ({
  ...store,
  environments: breakEnvironments(store, plan),
  transaction: (work) =>
    store.transaction((within) => work({ ...within, environments: breakEnvironments(within, plan) })),
  executions: {
    ...store.executions,
    add: (...args) => (plan.full === null ? store.executions.add(...args) : TE.left(plan.full)),
  },
});
