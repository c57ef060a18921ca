import type { RpcServer } from '@tandem/rpc';

import type { ResourceChange } from '../catalogue/catalogue.js';

/** The changes that may affect resources. */
export interface ResourceChanges {
  /** Calls `listener` at each change until the returned function is called. */
  readonly subscribe: (listener: (change: ResourceChange) => void) => () => void;
}

/** Combines the changes of the store with those of the selection in the window. */
export const createResourceChanges = ({ changes, present }: RpcServer): ResourceChanges => ({
  subscribe: (listener) => {
    const ends = [
      changes.subscribe(listener),
      present?.windows.subscribe(() => {
        listener({ entity: 'selection' });
      }),
    ];
    return () => {
      for (const end of ends) end?.();
    };
  },
});
