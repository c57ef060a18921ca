import { type DragEvent, useState } from 'react';

import { isRequestId, type RequestId } from '../../model/saved-request.js';
import type { TreeLine } from '../../model/tree.js';
import { type Position, positionOf, type Spot } from '../../model/tree-order.js';

/** What a dragged request is carried as. */
export const dragType = 'application/x-tandem-request';

/** Where on the line the pointer is: a folder takes in, a request has its upper and its lower half. */
const spotAt = (line: TreeLine, { clientY, currentTarget }: DragEvent): Spot => {
  if (line.kind === 'folder') return 'into';
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
};

/** Lets the empty space below the lines be dropped on: it is the end of the top. */
export const dropBelow = (onDrop: (id: RequestId, place: Position) => void) => ({
  onDragOver: (event: DragEvent): void => {
    const isBelow = event.target === event.currentTarget;
    if (isBelow && event.dataTransfer.types.includes(dragType)) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const id = event.dataTransfer.getData(dragType);
    if (event.target === event.currentTarget && isRequestId(id)) onDrop(id, { folder: '' });
  },
});

/** Lets a line be dragged, if it is a request, and be dropped on; `over` is where a request would go now. */
export const useDrop = (line: TreeLine, onDrop: (id: RequestId, place: Position) => void) => {
  const [over, setOver] = useState<Spot>();
  const handlers = {
    draggable: line.kind === 'request',
    onDragStart: ({ dataTransfer }: DragEvent): void => {
      if (line.kind !== 'request') return;
      dataTransfer.setData(dragType, line.request.id);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent): void => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setOver(spotAt(line, event));
    },
    onDragLeave: (): void => {
      setOver(undefined);
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      // The tree takes what is dropped beside its lines.
      event.stopPropagation();
      setOver(undefined);
      const id = event.dataTransfer.getData(dragType);
      const isItself = line.kind === 'request' && line.request.id === id;
      if (isRequestId(id) && !isItself) onDrop(id, positionOf(line, spotAt(line, event)));
    },
  };
  return { over, handlers };
};
