import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { useRef } from 'react';

import { ContextMenu, IconButton, Menu, Method, methodWord } from '../../kit/index.js';
import { type Marked, markOf } from '../../model/outcome.js';
import { nameOf, type TreeLine } from '../../model/tree.js';
import type { Spot } from '../../model/tree-order.js';
import { Rename } from './rename.js';
import { type RowDoing, RowEntries } from './row-entries.js';
import { type Dragged, useDrop } from './use-drop.js';

const Mark = ({ run }: { readonly run: Marked | undefined }) => {
  const mark = markOf(run);
  return mark ? (
    <span className={`mark ${mark.tone}`} role="img" aria-label={mark.name} title={mark.name} />
  ) : null;
};

const Twist = ({ isOpen }: { readonly isOpen: boolean }) => {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon className="k-icon twist" aria-hidden="true" />;
};

interface Props {
  readonly line: TreeLine;
  readonly elementId: string;
  readonly isFocused: boolean;
  readonly isShown: boolean;
  readonly isNew: boolean;
  readonly run: Marked | undefined;
  readonly isRenamed: boolean;
  /** Called with the new name, or with undefined if it is to stay. */
  readonly onRenamed: (name: string | undefined) => void;
  readonly onChoose: () => void;
  /** Called when the menu of the line opens by a right click, which does not choose it. */
  readonly onPoint: () => void;
  readonly onDrop: (dragged: Dragged, line: TreeLine, spot: Spot) => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
  readonly doing: RowDoing;
  /** Takes the focus back when the menu has closed and nothing else wants it. */
  readonly onFocusBack: () => void;
}

/** The entries of a line's menu, and who has the focus when the menu closes. */
const useRowMenu = ({ line, doing, onFocusBack }: Props) => {
  const isFocusTaken = useRef(false);
  const taking =
    <A extends readonly unknown[]>(act: (...args: A) => void) =>
    (...args: A): void => {
      isFocusTaken.current = true;
      act(...args);
    };
  const entries = (
    <RowEntries
      line={line}
      doing={{
        ...doing,
        configure: taking(doing.configure),
        rename: taking(doing.rename),
        move: taking(doing.move),
        createRequest: taking(doing.createRequest),
        createFolder: taking(doing.createFolder),
      }}
    />
  );
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    if (!isFocusTaken.current) onFocusBack();
    isFocusTaken.current = false;
  };
  return { entries, onCloseAutoFocus };
};

const Inside = (props: Props & Pick<ReturnType<typeof useRowMenu>, 'entries' | 'onCloseAutoFocus'>) => {
  const { line, run, isRenamed, onRenamed, isMenuOpen, onMenu, entries, onCloseAutoFocus } = props;
  const name = nameOf(line);
  return (
    <>
      {line.kind === 'folder' ? <Twist isOpen={line.isOpen} /> : <Method method={line.request.method} />}{' '}
      {isRenamed ? (
        <Rename name={name} onDone={onRenamed} />
      ) : (
        <span className="name" title={name}>
          {name}
        </span>
      )}
      <Mark run={run} />
      <Menu
        isOpen={isMenuOpen}
        onOpen={onMenu}
        onCloseAutoFocus={onCloseAutoFocus}
        trigger={
          <IconButton
            icon={Ellipsis}
            look="small"
            label={`Actions for ${name}`}
            tooltip="Actions"
            className="more"
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
            }}
          />
        }
      >
        {entries}
      </Menu>
    </>
  );
};

/** One line of the tree. */
export const TreeRow = (props: Props) => {
  const { line, elementId, isFocused, isShown, isNew, isRenamed, onChoose, onPoint, onDrop } = props;
  const { over, handlers } = useDrop(line, onDrop);
  const menu = useRowMenu(props);
  const row = (
    <div
      id={elementId}
      role="treeitem"
      className="tree-row"
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-selected={isShown}
      aria-label={
        line.kind === 'folder' ? line.name : `${methodWord(line.request.method)} ${line.request.name}`
      }
      {...(line.kind === 'folder' ? { 'aria-expanded': line.isOpen } : {})}
      data-level={Math.min(line.level, 8)}
      data-focused={isFocused}
      data-new={isNew}
      data-over={over}
      onClick={onChoose}
      {...handlers}
      // A name that is edited is selected by dragging.
      draggable={!isRenamed}
    >
      <Inside {...props} {...menu} />
    </div>
  );
  return (
    <ContextMenu
      target={row}
      onOpen={(isOpen) => {
        if (isOpen) onPoint();
      }}
      onCloseAutoFocus={menu.onCloseAutoFocus}
    >
      {menu.entries}
    </ContextMenu>
  );
};
