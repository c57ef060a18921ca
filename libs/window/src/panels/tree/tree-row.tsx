import { type KeyboardEvent, useState } from 'react';

import { type Marked, markOf } from '../../model/outcome.js';
import type { RequestId } from '../../model/saved-request.js';
import type { TreeLine } from '../../model/tree.js';
import type { Position } from '../../model/tree-order.js';
import type { Actions } from '../../state/use-actions.js';
import { Method, methodWord } from '../../kit/index.js';
import { RowMenu } from './row-menu.js';
import { useDrop } from './use-drop.js';

const Mark = ({ run }: { readonly run: Marked | undefined }) => {
  const mark = markOf(run);
  return mark ? (
    <span className={`mark ${mark.tone}`} role="img" aria-label={mark.name} title={mark.name} />
  ) : null;
};

/** A name that is edited in its place: Enter keeps it, Escape does not. */
const Rename = ({
  name,
  onDone,
}: {
  readonly name: string;
  readonly onDone: (name: string | undefined) => void;
}) => {
  const [text, setText] = useState(name);
  const hear = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Enter') onDone(text);
    if (event.key === 'Escape') onDone(undefined);
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
        onDone(text);
      }}
      onClick={(event) => {
        event.stopPropagation();
      }}
    />
  );
};

interface Props {
  readonly line: TreeLine;
  readonly elementId: string;
  readonly isFocused: boolean;
  readonly isShown: boolean;
  readonly isNew: boolean;
  readonly run: Marked | undefined;
  readonly actions: Actions;
  readonly isRenamed: boolean;
  readonly onRename: (isRenamed: boolean) => void;
  readonly onChoose: () => void;
  /** Moves the request up or down among those of its folder. */
  readonly onStep: (step: -1 | 1) => void;
  readonly onDrop: (id: RequestId, place: Position) => void;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
  readonly onMove: () => void;
  readonly onFocusBack: () => void;
}

const Request = ({
  line,
  run,
  actions,
  isRenamed,
  onRename,
  onStep,
  isMenuOpen,
  onMenu,
  onMove,
  onFocusBack,
}: Props & { readonly line: Extract<TreeLine, { kind: 'request' }> }) => {
  const { request } = line;
  return (
    <>
      <Method method={request.method} />{' '}
      {isRenamed ? (
        <Rename
          name={request.name}
          onDone={(name) => {
            onRename(false);
            if (name !== undefined && name !== request.name) actions.rename(request.id, name);
          }}
        />
      ) : (
        <span className="name" title={request.name}>
          {request.name}
        </span>
      )}
      <Mark run={run} />
      <RowMenu
        request={request}
        actions={actions}
        onStep={onStep}
        isOpen={isMenuOpen}
        onOpen={onMenu}
        onMove={onMove}
        onFocusBack={onFocusBack}
        onRename={() => {
          onRename(true);
        }}
      />
    </>
  );
};

/** One line of the tree. */
export const TreeRow = (props: Props) => {
  const { line, elementId, isFocused, isShown, isNew, onChoose, onDrop, onMenu } = props;
  const { over, handlers } = useDrop(line, onDrop);
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
        line.kind === 'folder' ? line.name : `${methodWord(line.request.method)} ${line.request.name}`
      }
      {...(line.kind === 'folder' ? { 'aria-expanded': line.isOpen } : {})}
      data-level={Math.min(line.level, 8)}
      data-focused={isFocused}
      data-new={isNew}
      data-over={over}
      onClick={onChoose}
      onContextMenu={(event) => {
        if (line.kind !== 'request') return;
        event.preventDefault();
        onMenu(true);
      }}
      {...handlers}
    >
      {line.kind === 'folder' ? (
        <>
          <span className="twist" aria-hidden="true">
            {line.isOpen ? '▾' : '▸'}
          </span>
          <span className="name">{line.name}</span>
        </>
      ) : (
        <Request {...props} line={line} />
      )}
    </div>
  );
};
