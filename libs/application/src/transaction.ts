import type { AppResult, Ports, Repositories } from '@tandem/core';

/** The ports of a use case in a transaction. Their store can open no other transaction. */
export interface Transaction extends Omit<Ports, 'store'> {
  readonly store: Repositories;
}

/** Access to the repositories, inside or outside a transaction. */
export interface StoreAccess {
  readonly store: Repositories;
}

/** Runs `work` in a transaction, which a Left rolls back. */
export const withTransaction = <A>(
  ports: Ports,
  work: (transaction: Transaction) => AppResult<A>,
): AppResult<A> => ports.store.transaction((store) => work({ ...ports, store }));

/** Runs a use case in a transaction, so that all of its writes are stored or none. */
export const runAtomically =
  <I, A>(ports: Ports, useCase: (transaction: Transaction) => (input: I) => AppResult<A>) =>
  (input: I): AppResult<A> =>
    withTransaction(ports, (transaction) => useCase(transaction)(input));
