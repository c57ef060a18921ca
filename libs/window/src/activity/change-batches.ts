import { type Change, isRequestKind, type TaskQueue } from '@tandem/core';

/** From how many waiting changes of the tree on they are taken in together. */
export const manyChanges = 100;

/** How changes are taken in. */
export interface TakesChanges {
  readonly one: (change: Change) => Promise<void>;
  /** Many changes of requests and folders, such as those of an import. */
  readonly many: (changes: readonly Change[]) => Promise<void>;
}

const isOfTree = ({ entity }: Change): boolean =>
  isRequestKind(entity) || entity === 'folder' || entity === 'order';

/**
 * Takes changes in, in their order: one by one, or together while many wait. Each change alone costs calls to the server, which
 * are minutes for thousands.
 */
export const createChangeBatches = (
  inTurn: TaskQueue,
  { one, many }: TakesChanges,
): ((change: Change) => void) => {
  let waiting: Change[] = [];
  const take = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    const together = taken.filter(isOfTree);
    const isMany = together.length >= manyChanges;
    for (const change of taken) if (!isMany || !isOfTree(change)) await one(change);
    if (isMany) await many(together);
  };
  return (change) => {
    waiting.push(change);
    void inTurn(take);
  };
};
