import { createListeners } from '@tandem/core';
import { useSyncExternalStore } from 'react';

/** The functions with which a component reads a part of a store and follows its changes. */
export interface ReadableStore<A> {
  readonly get: () => A;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value with listeners. */
export interface Store<A> extends ReadableStore<A> {
  readonly set: (value: A) => void;
  readonly update: (change: (value: A) => A) => void;
}

/** Creates a store of one value. */
export const createStore = <A>(start: A): Store<A> => {
  const { notify, subscribe } = createListeners();
  let value = start;
  const set = (next: A): void => {
    if (Object.is(next, value)) return;
    value = next;
    notify();
  };
  return { get: () => value, set, update: (change) => set(change(value)), subscribe };
};

/** The selected part of a store. The component re-renders only when that part changes. */
export const useSelected = <A, B>({ get, subscribe }: ReadableStore<A>, select: (value: A) => B): B =>
  useSyncExternalStore(subscribe, () => select(get()));

/** The value of a store. */
export const useStore = <A>({ get, subscribe }: ReadableStore<A>): A => useSyncExternalStore(subscribe, get);
