import type { Folder } from '@tandem/core';

import { Choice } from '../kit/index.js';
import { useWorkspace } from '../shell/workspace-stores.js';

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
  const { actions } = useWorkspace();
  return (
    <Choice
      name="Order"
      value={current}
      words={orderLabels}
      onChange={(order) => actions.chooseOrder(path === '' ? '' : id, order, save)}
    />
  );
};
