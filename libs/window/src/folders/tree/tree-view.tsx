import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  type MouseEvent,
  type ReactElement,
  useState,
} from 'react';

import {
  getLineKey,
  type TreeLine,
  findParentOfLine,
  getLineName,
  listFolderPaths,
  type TreeContent,
} from './tree.js';
import { useAgentMarks } from '../../agents/agents.js';
import { useLatest, type RevealedLine, type TreeProps, useTree } from './use-tree.js';
import { TreeRow, type TreeRowProps } from './tree-row.js';
import { dropBelow } from './use-drop.js';
import { ContextMenu, PickDialog } from '../../kit/index.js';
import { NewEntries, type RowActions } from './row-entries.js';
import { LineEntries, useFocusAfter } from './use-row-menu.js';
import { type MoveTarget, moveTargets, describeNoTarget } from './move-targets.js';

interface MoveDialogProps {
  /** The item to move. */
  readonly line: TreeLine;
  readonly content: TreeContent;
  readonly onMove: (folder: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const formatTargetTitle = ({ folder, isNew }: MoveTarget): string => {
  if (isNew) return `New folder ${folder}`;
  return folder === '' ? 'No folder' : folder;
};

/** Asks for the folder to move a request or folder to: an existing one or a new one. */
const MoveDialog = ({ line, content, onMove, ...closing }: MoveDialogProps) => {
  const name = getLineName(line);
  const moved = { present: findParentOfLine(line), ...(line.kind === 'folder' ? { folder: line.path } : {}) };
  const folders = listFolderPaths(content);
  return (
    <PickDialog
      title={`Move ${name}`}
      placeholder={`Move ${name} to the folder …`}
      emptyFor={(typed) => describeNoTarget(moved, typed)}
      picksFor={(typed) =>
        moveTargets(folders, moved, typed).map((target) => ({
          key: `/${target.folder}`,
          title: formatTargetTitle(target),
          take: () => {
            onMove(target.folder);
          },
        }))
      }
      {...closing}
    />
  );
};

/** The line that an element belongs to. */
const findLine = (lines: readonly TreeLine[], target: EventTarget): TreeLine | undefined => {
  const row = target instanceof Element ? target.closest('[role=treeitem]') : null;
  return row === null ? undefined : lines[Number(row.id.replace('tree-', ''))];
};

interface Props extends Pick<RowActions, 'createRequest' | 'createFolder'> {
  readonly tree: Pick<ReturnType<typeof useTree>, 'lines' | 'doingOf' | 'setFocused'>;
  readonly onFocusBack: () => void;
  /** The tree; it calls `point` on each right click before the menu opens. */
  readonly target: (point: (event: MouseEvent) => void) => ReactElement;
}

/** The context menu: of the line under the pointer, or of the space below the lines. They share one menu. */
const TreeMenu = ({ tree, onFocusBack, target, createRequest, createFolder }: Props) => {
  const [pointed, setPointed] = useState<TreeLine>();
  const { taking, onCloseAutoFocus } = useFocusAfter(onFocusBack);
  const point = (event: MouseEvent): void => {
    if (event.button !== 2) {
      // The menu key arrives as a key press, and means the focused line.
      event.preventDefault();
      return;
    }
    const line = findLine(tree.lines, event.target);
    setPointed(line);
    if (line) tree.setFocused(getLineKey(line));
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

/** The height of a line, in CSS pixels. */
const rowHeight = 28;

const Lines = ({
  height,
  rows,
  rowOf,
}: {
  readonly height: number;
  readonly rows: readonly VirtualItem[];
  readonly rowOf: (index: number) => ReactNode;
}) => (
  <div className="tree-lines" role="presentation" style={{ height }}>
    {rows.map(({ index, start, key }) => (
      <div
        key={key}
        role="presentation"
        className="tree-slot"
        style={{ transform: `translateY(${start}px)` }}
      >
        {rowOf(index)}
      </div>
    ))}
  </div>
);

/** Scrolls the line of the shown request into view when another one is shown. */
const useReveal = (
  shown: string | undefined,
  revealed: TreeProps['revealed'],
  lines: readonly TreeLine[],
  reveal: (at: number) => void,
  focus: (revealed: RevealedLine) => void,
) => {
  const latest = useRef({ lines, reveal, focus });
  latest.current = { lines, reveal, focus };
  useEffect(() => {
    const at = latest.current.lines.findIndex((line) => getLineKey(line) === shown);
    if (at >= 0) latest.current.reveal(at);
  }, [shown]);
  const done = useRef(revealed);
  useEffect(() => {
    if (revealed === undefined || revealed === done.current) return;
    const at = lines.findIndex((line) => getLineKey(line) === revealed.key);
    // It may not be listed yet, and its folders may still be closed; they open at the same time.
    if (at < 0) return;
    done.current = revealed;
    latest.current.reveal(at);
    latest.current.focus(revealed);
  }, [revealed, lines]);
};

interface RowProps extends Omit<TreeRowProps, 'doing' | 'onRenamed' | 'onMenu' | 'onChoose' | 'onDrop'> {
  readonly tree: () => ReturnType<typeof useTree>;
}

/** A line, which re-renders only if something it shows has changed; its actions use the current tree. */
const Row = memo(({ tree, ...shown }: RowProps) => {
  const { line, onFocusBack } = shown;
  return (
    <TreeRow
      {...shown}
      doing={tree().doingOf(line)}
      onRenamed={(name) => {
        const { setRenamed, rename } = tree();
        setRenamed(undefined);
        onFocusBack();
        if (name !== undefined) rename(line, name);
      }}
      onMenu={(isOpen) => {
        tree().setMenuOf(isOpen ? getLineKey(line) : undefined);
      }}
      onChoose={() => {
        tree().choose(line);
      }}
      onDrop={(...dropped) => {
        tree().drop(...dropped);
      }}
    />
  );
});

const NoHit = ({ search }: { readonly search: string }) =>
  search === '' ? null : (
    <p className="quiet padded" role="status">
      No request matches “{search}”.
    </p>
  );

/** Asks for the target of `Move to …`. */
const MoveLineDialog = ({
  tree: { moved, setMoved, place },
  list: { folders, requests, actions },
  onGone,
}: {
  readonly tree: ReturnType<typeof useTree>;
  readonly list: TreeProps;
  readonly onGone: () => void;
}) =>
  moved && (
    <MoveDialog
      line={moved}
      content={{ folders, requests }}
      onMove={(folder) => {
        if (moved.kind === 'request') actions.place(moved.request.id, { folder });
        else place(moved.path, { parent: folder });
      }}
      onClose={() => {
        setMoved(undefined);
      }}
      onGone={onGone}
    />
  );

/** The row of each line. */
const useRows = (tree: ReturnType<typeof useTree>, { shown, fresh }: TreeProps, onFocusBack: () => void) => {
  const { lines, at, renamed, menuOf } = tree;
  const now = useLatest(tree);
  const agentAt = useAgentMarks();
  return (index: number) => {
    const line = lines[index] as TreeLine;
    const key = getLineKey(line);
    return (
      <Row
        line={line}
        elementId={`tree-${index}`}
        isFocused={index === at}
        isShown={key === shown}
        isNew={fresh.has(key)}
        agent={agentAt(key)}
        isRenamed={key === renamed}
        isMenuOpen={key === menuOf}
        onFocusBack={onFocusBack}
        tree={now}
      />
    );
  };
};

/** Folders and requests; only visible lines are rendered. */
export const Tree = (props: TreeProps) => {
  const { search, shown, actions, onCreateFolder } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useTree(props);
  const { lines, at, hear, setFocused, setRenamed, drop } = tree;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => getLineKey(lines[index] as TreeLine),
  });
  const focus = useCallback((): void => scroller.current?.focus(), []);
  const show = ({ key, isNamed = false }: RevealedLine): void => {
    focus();
    setFocused(key);
    if (isNamed) setRenamed(key);
  };
  useReveal(shown, props.revealed, lines, (index) => virtual.scrollToIndex(index), show);
  const rows = virtual.getVirtualItems();
  const rowOf = useRows(tree, props, focus);
  return (
    <>
      {lines.length === 0 && <NoHit search={search.trim()} />}
      <TreeMenu
        tree={tree}
        onFocusBack={focus}
        createRequest={(kind) => actions.create(kind, '')}
        createFolder={() => onCreateFolder('')}
        target={(point) => (
          <div
            ref={scroller}
            className="tree"
            role="tree"
            aria-label="Requests"
            tabIndex={0}
            {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `tree-${at}` } : {})}
            {...dropBelow(drop)}
            onContextMenuCapture={point}
            onKeyDown={(event) => {
              const next = event.target === event.currentTarget ? hear(event) : undefined;
              if (next !== undefined) virtual.scrollToIndex(next);
            }}
          >
            <Lines height={virtual.getTotalSize()} rows={rows} rowOf={rowOf} />
          </div>
        )}
      />
      <MoveLineDialog tree={tree} list={props} onGone={focus} />
    </>
  );
};
