import type { AppResult, Ports, Repositories } from '@tandem/core';

/** The ports of a use case in a transaction, whose repositories cannot open another transaction. */
export interface Transaction extends Omit<Ports, 'store'> {
  readonly store: Repositories;
}

/** The repositories, with or without a transaction. */
export interface StoreAccess {
  readonly store: Repositories;
}

/** Runs `work` in its own transaction. A Left rolls it back. */
export const withTransaction = <A>(
  ports: Ports,
  work: (transaction: Transaction) => AppResult<A>,
): AppResult<A> => ports.store.transaction((store) => work({ ...ports, store }));

/** A use case that writes in its own transaction. One that composes several is written completely or not at all. */
export const runAtomically =
  <I, A>(ports: Ports, useCase: (transaction: Transaction) => (input: I) => AppResult<A>) =>
  (input: I): AppResult<A> =>
    withTransaction(ports, (transaction) => useCase(transaction)(input));
