import type { Folder } from '@tandem/core';

import { Choice } from '../kit/index.js';
import { describeProblem } from '../link/problem-words.js';
import { useLink } from '../link/use-link.js';
import { useSay } from '../shell/page.js';

const orderLabels = {
  'folders-first': 'Folders before requests',
  mixed: 'Folders and requests mixed',
} as const;

interface Props {
  readonly folder: Pick<Folder, 'id' | 'path' | 'order'>;
  /** Stores the other edits of the folder first, so that the change of the order does not conflict with them. */
  readonly save: () => Promise<void>;
}

/**
 * Chooses the order of entries in a folder, in which a run also executes them. In a mixed folder, requests and folders can be
 * dragged beside each other.
 */
export const FolderOrderChoice = ({ folder: { id, path, order: current }, save }: Props) => {
  const link = useLink();
  const say = useSay();
  const choose = async (order: Folder['order']): Promise<void> => {
    await save();
    await link.call('folders_order', { id: path === '' ? '' : id, order });
  };
  return (
    <Choice
      name="Order"
      value={current}
      words={orderLabels}
      onChange={(order) => void choose(order).catch((cause: unknown) => say(describeProblem(cause)))}
    />
  );
};
