import * as Menu from '@radix-ui/react-dropdown-menu';
import { type KeyboardEvent, useState } from 'react';

import { markOf } from '../../model/outcome.js';
import type { Run } from '../../model/runs.js';
import type { RequestId, Summary } from '../../model/saved-request.js';
import type { TreeLine } from '../../model/tree.js';
import type { Place } from '../../model/tree-order.js';
import type { Actions } from '../../state/use-actions.js';
import { Method, methodWord } from '../method.js';
import { useDrop } from './use-drop.js';

const Mark = ({ run }: { readonly run: Run | undefined }) => {
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

/** What can be done to a request, as a menu. */
const RowMenu = ({
  request: { id, name },
  actions,
  onRename,
  onStep,
}: {
  readonly request: Summary;
  readonly actions: Actions;
  readonly onRename: () => void;
  readonly onStep: (step: -1 | 1) => void;
}) => {
  const items: readonly (readonly [string, string, (id: RequestId) => void])[] = [
    ['Rename', 'F2', onRename],
    ['Duplicate', 'Ctrl+D', actions.duplicate],
    ['Move up', 'Alt+↑', () => onStep(-1)],
    ['Move down', 'Alt+↓', () => onStep(1)],
    ['Copy as curl', '', actions.copyAsCurl],
    ['Delete', 'Del', actions.remove],
  ];
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="icon more"
        aria-label={`Actions for ${name}`}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
        }}
      />
      <Menu.Portal>
        <Menu.Content
          className="menu"
          align="start"
          onClick={(event) => {
            event.stopPropagation();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
          }}
        >
          {items.map(([title, key, act]) => (
            <Menu.Item
              key={title}
              onSelect={() => {
                act(id);
              }}
            >
              {title} <kbd hidden={key === ''}>{key}</kbd>
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
};

interface Props {
  readonly line: TreeLine;
  readonly elementId: string;
  readonly isFocused: boolean;
  readonly isShown: boolean;
  readonly isNew: boolean;
  readonly run: Run | undefined;
  readonly actions: Actions;
  readonly isRenamed: boolean;
  readonly onRename: (isRenamed: boolean) => void;
  readonly onChoose: () => void;
  /** Moves the request up or down among those of its folder. */
  readonly onStep: (step: -1 | 1) => void;
  readonly onDrop: (id: RequestId, place: Place) => void;
}

const Request = ({
  line,
  run,
  actions,
  isRenamed,
  onRename,
  onStep,
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
        onRename={() => {
          onRename(true);
        }}
        onStep={onStep}
      />
    </>
  );
};

/** One line of the tree. */
export const TreeRow = (props: Props) => {
  const { line, elementId, isFocused, isShown, isNew, onChoose, onDrop } = props;
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
