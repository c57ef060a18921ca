import type { AppResult, Ports, Repositories } from '@tandem/core';

/** The ports as a use case within a transaction has them: its repositories cannot open another transaction. */
export interface Transaction extends Omit<Ports, 'store'> {
  readonly store: Repositories;
}

/** The repositories alone, of a transaction or of none. */
export interface Stored {
  readonly store: Repositories;
}

/** Runs `work` in a transaction of its own; a Left undoes all of it. */
export const inTransaction = <A>(
  ports: Ports,
  work: (transaction: Transaction) => AppResult<A>,
): AppResult<A> => ports.store.transaction((store) => work({ ...ports, store }));

/** A use case that writes, in a transaction of its own. One that composes several is written whole or not at all. */
export const atomic =
  <I, A>(ports: Ports, useCase: (transaction: Transaction) => (input: I) => AppResult<A>) =>
  (input: I): AppResult<A> =>
    inTransaction(ports, (transaction) => useCase(transaction)(input));
