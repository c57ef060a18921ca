import { type MouseEvent, type ReactElement, useState } from 'react';

import { ContextMenu } from '../../kit/index.js';
import { keyOf, type TreeLine } from './tree.js';
import { NewEntries, type RowActions } from './row-entries.js';
import { LineEntries, useFocusAfter } from './use-row-menu.js';
import type { useTree } from './use-tree.js';

/** The line that an element of the tree belongs to. */
const lineAt = (lines: readonly TreeLine[], target: EventTarget): TreeLine | undefined => {
  const row = target instanceof Element ? target.closest('[role=treeitem]') : null;
  return row === null ? undefined : lines[Number(row.id.replace('tree-', ''))];
};

interface Props extends Pick<RowActions, 'createRequest' | 'createFolder'> {
  readonly tree: Pick<ReturnType<typeof useTree>, 'lines' | 'doingOf' | 'setFocused'>;
  readonly onFocusBack: () => void;
  /** The tree; it calls `point` with each right click before the menu opens. */
  readonly target: (point: (event: MouseEvent) => void) => ReactElement;
}

/** The menu of a right click: of the line under the pointer, or of the space below the lines. One serves them all. */
export const TreeMenu = ({ tree, onFocusBack, target, createRequest, createFolder }: Props) => {
  const [pointed, setPointed] = useState<TreeLine>();
  const { taking, onCloseAutoFocus } = useFocusAfter(onFocusBack);
  const point = (event: MouseEvent): void => {
    if (event.button !== 2) {
      // The menu key is heard as a key, and means the line with the focus.
      event.preventDefault();
      return;
    }
    const line = lineAt(tree.lines, event.target);
    setPointed(line);
    if (line) tree.setFocused(keyOf(line));
  };
  return (
    <ContextMenu target={target(point)} onCloseAutoFocus={onCloseAutoFocus}>
      {pointed ? (
        <LineEntries line={pointed} doing={tree.doingOf(pointed)} taking={taking} />
      ) : (
        <NewEntries createRequest={taking(createRequest)} createFolder={taking(createFolder)} />
      )}
    </ContextMenu>
  );
};
