import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { useState, type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { toVisibleLine } from '@tandem/core';

import { IconButton, Menu, Method, formatMethod } from '../../kit/index.js';
import { getLineName, type TreeLine } from './tree.js';
import type { Spot } from './tree-order.js';
import { AgentMark } from '../../agents/agents-at-work.js';
import { FolderConflictMark, RunMark, TreeConflictMark } from './run-mark.js';
import type { RowActions } from './row-entries.js';
import { type DraggedItem, useDrop } from './use-drop.js';
import { LineEntries, useFocusAfter } from './use-row-menu.js';

interface Props {
  readonly name: string;
  /** Called once, with the new name, or undefined to keep the old one. */
  readonly onDone: (name: string | undefined) => void;
}

/** A name that is edited in place: Enter and blur save it, Escape reverts. */
const Rename = ({ name, onDone }: Props) => {
  const [text, setText] = useState(name);
  const isDone = useRef(false);
  const finish = (next: string | undefined): void => {
    // Leaving the page triggers another blur.
    if (isDone.current) return;
    isDone.current = true;
    const wanted = next?.trim();
    onDone(wanted === '' || wanted === name ? undefined : wanted);
  };
  const hear = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(text);
    if (event.key === 'Escape') finish(undefined);
  };
  return (
    <input
      className="name"
      aria-label="New name"
      autoFocus
      value={text}
      onFocus={({ currentTarget }) => {
        currentTarget.select();
      }}
      onChange={({ target }) => {
        setText(target.value);
      }}
      onKeyDown={hear}
      onBlur={() => {
        finish(text);
      }}
      onClick={(event) => {
        event.stopPropagation();
      }}
      onContextMenu={(event) => {
        // The field has the browser's menu, not that of its row.
        event.stopPropagation();
      }}
    />
  );
};

const Twist = ({ isOpen }: { readonly isOpen: boolean }) => {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon className="k-icon twist" aria-hidden="true" />;
};

export interface TreeRowProps {
  readonly line: TreeLine;
  readonly elementId: string;
  readonly isFocused: boolean;
  readonly isShown: boolean;
  readonly isNew: boolean;
  /** The agents at the request. */
  readonly agent: string | undefined;
  readonly isRenamed: boolean;
  /** Called with the new name, or undefined to keep the old one. */
  readonly onRenamed: (name: string | undefined) => void;
  readonly onChoose: () => void;
  readonly onDrop: (dragged: DraggedItem, line: TreeLine, spot: Spot) => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
  readonly doing: RowActions;
  /** Returns the focus when the menu has closed and nothing else wants it. */
  readonly onFocusBack: () => void;
}

interface MoreProps extends Pick<TreeRowProps, 'line' | 'isMenuOpen' | 'onMenu' | 'doing' | 'onFocusBack'> {
  /** Whether the line was ever hovered: rendering a menu in each of many lines is expensive. */
  readonly isReady: boolean;
}

/** The menu button at the end of a line. */
const More = ({ line, isMenuOpen, onMenu, doing, onFocusBack, isReady }: MoreProps) => {
  const { taking, onCloseAutoFocus } = useFocusAfter(onFocusBack);
  const isAlone = !isReady && !isMenuOpen;
  const button = (
    <IconButton
      icon={Ellipsis}
      look="small"
      label={`Actions for ${toVisibleLine(getLineName(line))}`}
      tooltip="Actions"
      className="more"
      tabIndex={-1}
      isBare={isAlone}
      onClick={(event) => {
        event.stopPropagation();
        if (isAlone) onMenu(true);
      }}
    />
  );
  return isAlone ? (
    button
  ) : (
    <Menu isOpen={isMenuOpen} onOpen={onMenu} onCloseAutoFocus={onCloseAutoFocus} trigger={button}>
      <LineEntries line={line} doing={doing} taking={taking} />
    </Menu>
  );
};

const Inside = (props: TreeRowProps & { readonly isReady: boolean }) => {
  const { line, agent, isRenamed, onRenamed } = props;
  const name = getLineName(line);
  return (
    <>
      {line.kind === 'folder' ? <Twist isOpen={line.isOpen} /> : <Method method={line.request.method} />}{' '}
      {isRenamed ? (
        <Rename name={name} onDone={onRenamed} />
      ) : (
        <span className="name" title={toVisibleLine(name)}>
          {toVisibleLine(name)}
        </span>
      )}
      <AgentMark words={agent} />
      {line.kind === 'folder' && <FolderConflictMark path={line.path} isOpen={line.isOpen} />}
      {line.kind === 'request' && <TreeConflictMark id={line.request.id} />}
      {line.kind === 'request' && <RunMark id={line.request.id} />}
      <More {...props} />
    </>
  );
};

/** A line of the tree. */
export const TreeRow = (props: TreeRowProps) => {
  const { line, elementId, isFocused, isShown, isNew, isRenamed, onChoose, onDrop } = props;
  const { over, handlers } = useDrop(line, onDrop);
  const [isReady, setIsReady] = useState(false);
  return (
    <div
      id={elementId}
      role="treeitem"
      className="tree-row"
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-selected={isShown}
      aria-label={
        line.kind === 'folder'
          ? toVisibleLine(line.name)
          : `${formatMethod(line.request.method)} ${toVisibleLine(line.request.name)}`
      }
      {...(line.kind === 'folder' ? { 'aria-expanded': line.isOpen } : {})}
      data-level={Math.min(line.level, 8)}
      data-focused={isFocused}
      data-new={isNew}
      data-over={over}
      onClick={onChoose}
      // Immediately: a button that replaced the pressed one would not get the click.
      onPointerEnter={() => flushSync(() => setIsReady(true))}
      {...handlers}
      // Dragging selects text in a name that is being edited.
      draggable={!isRenamed}
    >
      <Inside {...props} isReady={isReady} />
    </div>
  );
};
