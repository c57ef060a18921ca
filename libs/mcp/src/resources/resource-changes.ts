import type { RpcServer } from '@tandem/rpc';

import type { ResourceChange } from '../catalogue/catalogue.js';

/** The source of changes that may affect resources. */
export interface ResourceChanges {
  /** Calls `listener` until the returned function is called. */
  readonly subscribe: (listener: (change: ResourceChange) => void) => () => void;
}

/** Changes to the store, and to what the person is looking at. */
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
