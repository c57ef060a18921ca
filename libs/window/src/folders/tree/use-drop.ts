import { type DragEvent, useState } from 'react';

import { isRequestId, type RequestId } from '../../requests/saved-request.js';
import type { TreeLine } from './tree.js';
import type { Spot } from './tree-order.js';

/** The dragged item of the tree. */
export type DraggedItem =
  { readonly kind: 'request'; readonly id: RequestId } | { readonly kind: 'folder'; readonly path: string };

/** The drag types of a request and of a folder. */
const types = { request: 'application/x-tandem-request', folder: 'application/x-tandem-folder' } as const;

const isOurs = ({ dataTransfer }: DragEvent): boolean =>
  Object.values(types).some((type) => dataTransfer.types.includes(type));

const readDraggedItem = ({ dataTransfer }: DragEvent): DraggedItem | undefined => {
  const [id, path] = [dataTransfer.getData(types.request), dataTransfer.getData(types.folder)];
  if (isRequestId(id)) return { kind: 'request', id };
  return path === '' ? undefined : { kind: 'folder', path };
};

const drag = ({ dataTransfer }: DragEvent, line: TreeLine): void => {
  if (line.kind === 'request') dataTransfer.setData(types.request, line.request.id);
  else dataTransfer.setData(types.folder, line.path);
  dataTransfer.effectAllowed = 'move';
};

/**
 * The part of the line under the pointer. A folder accepts requests; another folder can go beside it near its edges.
 * A request has an upper and a lower half for requests; a folder goes into the request's folder.
 */
const findDropSpot = (line: TreeLine, { clientY, currentTarget, dataTransfer }: DragEvent): Spot => {
  const isFolder = dataTransfer.types.includes(types.folder);
  if (isFolder !== (line.kind === 'folder')) return 'into';
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  if (isFolder && share > 0.3 && share < 0.7) return 'into';
  return share < 0.5 ? 'before' : 'after';
};

/** Makes the empty space below the lines a drop target for the top level. */
export const dropBelow = (onDrop: (dragged: DraggedItem) => void) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.target === event.currentTarget && isOurs(event)) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const dragged = readDraggedItem(event);
    if (event.target === event.currentTarget && dragged) onDrop(dragged);
  },
});

/** Makes a line draggable and a drop target; `over` is where the dragged item would go now. */
export const useDrop = (
  line: TreeLine,
  onDrop: (dragged: DraggedItem, line: TreeLine, spot: Spot) => void,
) => {
  const [over, setOver] = useState<Spot>();
  const handlers = {
    draggable: true,
    onDragStart: (event: DragEvent): void => drag(event, line),
    onDragOver: (event: DragEvent): void => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(findDropSpot(line, event));
    },
    onDragLeave: (): void => {
      setOver(undefined);
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      // The tree also accepts drops beside its lines.
      event.stopPropagation();
      setOver(undefined);
      const dragged = readDraggedItem(event);
      const isItself =
        line.kind === 'request' && dragged?.kind === 'request' && line.request.id === dragged.id;
      if (dragged && !isItself) onDrop(dragged, line, findDropSpot(line, event));
    },
  };
  return { over, handlers };
};
