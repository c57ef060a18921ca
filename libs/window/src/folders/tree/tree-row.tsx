import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  useRef,
  useState,
  createContext,
  type ReactNode,
  use,
  useMemo,
} from 'react';
import { flushSync } from 'react-dom';
import { toVisibleLine } from '@tandem/core';

import { IconButton, Menu, Method, formatMethod } from '../../kit/index.js';
import { isRequestId, type RequestId } from '../../requests/saved-request.js';
import { getLineKey, getLineName, type TreeLine, findLastRun, type StoredRun } from './tree.js';
import type { DraggedItem, Spot } from './tree-order.js';
import { AgentMark } from '../../agents/agents-at-work.js';
import { type FocusKeeper, LineEntries, ManyEntries, useFocusAfter } from './row-entries.js';
import type { TreeControl } from './use-tree.js';
import { useIsForeign } from '../../link/use-link.js';
import { describeFolderConflicts } from '../../synchronization/folder-plan.js';
import { getRunMark } from '../../response/outcome.js';
import { useLastRun } from '../../shell/workspace-stores.js';
import { useFileConflicts } from '../../synchronization/use-folder.js';
import { useFolders } from '../use-folders.js';
import { useOverview } from '../../history/use-history.js';
import { useRequests } from '../../requests/requests.js';
import { ConflictMark, ConflictSign } from '../../synchronization/conflict-mark.js';

/** The mark of a request that someone else is running. */
const foreignRun = { kind: 'running' } as const;

interface Marks {
  /** The newest stored execution of each request. */
  readonly stored: ReadonlyMap<string, StoredRun>;
  readonly fileConflicts: ReadonlySet<string>;
  readonly folderConflict: ReturnType<typeof describeFolderConflicts>;
}

const MarksContext = createContext<Marks | undefined>(undefined);

/** Provides the data for marks by a context, so that only the marks re-render when it changes. */
export const MarksProvider = ({ children }: { readonly children: ReactNode }) => {
  const overview = useOverview();
  const fileConflicts = useFileConflicts();
  const folders = useFolders();
  const { requests } = useRequests();
  const marks = useMemo(
    () => ({
      stored: new Map(overview?.latest.map((latest) => [latest.requestId, latest])),
      fileConflicts,
      folderConflict: describeFolderConflicts(fileConflicts, folders, requests),
    }),
    [overview, fileConflicts, folders, requests],
  );
  return <MarksContext value={marks}>{children}</MarksContext>;
};

const useMarks = (): Marks => {
  const marks = use(MarksContext);
  if (marks === undefined) throw new Error('The tree has no marks.');
  return marks;
};

/** Marks a request with a conflict, which a person has to resolve. */
export const TreeConflictMark = ({ id }: { readonly id: RequestId }) => (
  <ConflictMark id={id} fileConflicts={useMarks().fileConflicts} />
);

/** Marks a folder that has an unresolved conflict or, while the folder is closed, contains one. */
export const FolderConflictMark = ({ path, isOpen }: { readonly path: string; readonly isOpen: boolean }) => (
  <ConflictSign words={useMarks().folderConflict(path, isOpen)} />
);

const useMark = (id: RequestId) => {
  const { stored } = useMarks();
  const isForeign = useIsForeign(id);
  const run = useLastRun(id);
  return getRunMark(isForeign ? foreignRun : findLastRun(run, stored.get(id)));
};

/**
 * Marks a request that is running, even if someone else started it, or shows the result of its last run, even if the page was opened
 * later.
 */
export const RunMark = ({ id }: { readonly id: RequestId }) => {
  const mark = useMark(id);
  return mark ? (
    <span className={`mark ${mark.tone}`} role="img" aria-label={mark.name} title={mark.name} />
  ) : null;
};

/** The drag types of a request and of a folder. */
const dragTypes = { request: 'application/x-tandem-request', folder: 'application/x-tandem-folder' } as const;

const isTreeDrag = ({ dataTransfer }: DragEvent): boolean =>
  Object.values(dragTypes).some((type) => dataTransfer.types.includes(type));

const readDraggedItem = ({ dataTransfer }: DragEvent): DraggedItem | undefined => {
  const [id, path] = [dataTransfer.getData(dragTypes.request), dataTransfer.getData(dragTypes.folder)];
  if (isRequestId(id)) return { kind: 'request', id };
  return path === '' ? undefined : { kind: 'folder', path };
};

const startDrag = ({ dataTransfer }: DragEvent, line: TreeLine): void => {
  if (line.kind === 'request') dataTransfer.setData(dragTypes.request, line.request.id);
  else dataTransfer.setData(dragTypes.folder, line.path);
  dataTransfer.effectAllowed = 'move';
};

/**
 * The part of the line under the pointer. Requests can be dropped onto a folder, and between requests. Folders can be dropped onto a
 * folder, or near its edges to go next to it; on a request, they go into the request's folder. In a folder that mixes both, each can
 * also be dropped next to the other.
 */
const findDropSpot = (line: TreeLine, { clientY, currentTarget, dataTransfer }: DragEvent): Spot => {
  const isFolder = dataTransfer.types.includes(dragTypes.folder);
  if (isFolder !== (line.kind === 'folder') && line.isMixed !== true) return 'into';
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  if (line.kind === 'folder' && share > 0.3 && share < 0.7) return 'into';
  return share < 0.5 ? 'before' : 'after';
};

/** Makes the empty space below the lines a drop target for the top level of the tree. */
export const createTopLevelDrop = (onDrop: (dragged: DraggedItem) => void) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.target === event.currentTarget && isTreeDrag(event)) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const dragged = readDraggedItem(event);
    if (event.target === event.currentTarget && dragged) onDrop(dragged);
  },
});

/** Makes a line draggable and a drop target. `over` is the part of the line that a drop would use now. */
const useDrop = (line: TreeLine, onDrop: (dragged: DraggedItem, line: TreeLine, spot: Spot) => void) => {
  const [over, setOver] = useState<Spot>();
  const handlers = {
    draggable: true,
    onDragStart: (event: DragEvent): void => startDrag(event, line),
    onDragOver: (event: DragEvent): void => {
      if (!isTreeDrag(event)) return;
      event.preventDefault();
      setOver(findDropSpot(line, event));
    },
    onDragLeave: (): void => {
      setOver(undefined);
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      // The tree handles drops below its lines, and would handle this one again.
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

interface RenameProps {
  readonly name: string;
  /** Called once: with the new name, or with undefined to keep the old name. */
  readonly onDone: (name: string | undefined) => void;
}

/** A name that is edited in place: Enter and blur save it, Escape cancels. */
const RenameInput = ({ name, onDone }: RenameProps) => {
  const [text, setText] = useState(name);
  const isDone = useRef(false);
  const finish = (next: string | undefined): void => {
    // Removing the input causes another blur, which must not save again.
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
        // Show the browser's context menu for the input instead of the line's menu.
        event.stopPropagation();
      }}
    />
  );
};

const FoldIcon = ({ isOpen }: { readonly isOpen: boolean }) => {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon className="k-icon twist" aria-hidden="true" />;
};

interface TreeRowProps {
  readonly line: TreeLine;
  readonly elementId: string;
  readonly isFocused: boolean;
  readonly isShown: boolean;
  readonly isSelected: boolean;
  readonly isNew: boolean;
  /** The names of the agents that have the request open. */
  readonly agent: string | undefined;
  readonly isRenamed: boolean;
  readonly isMenuOpen: boolean;
  /** Returns the current tree. A function, so that lines do not re-render when only its actions change. */
  readonly tree: () => TreeControl;
}

/** The menu entries of a line, or of all selected lines if the line is one of several. */
export const TreeMenuEntries = ({
  line,
  tree: { selection, many, getRowActions },
  taking,
}: {
  readonly line: TreeLine;
  readonly tree: TreeControl;
  readonly taking: FocusKeeper;
}) =>
  selection.isMany(line) ? (
    <ManyEntries lines={selection.selected} doing={many.of(selection.selected)} taking={taking} />
  ) : (
    <LineEntries line={line} doing={getRowActions(line)} taking={taking} />
  );

interface MoreProps extends Pick<TreeRowProps, 'line' | 'isMenuOpen' | 'tree'> {
  /** Whether the pointer was over the line at least once. A menu for each of many lines would be expensive. */
  readonly isReady: boolean;
}

/** The menu button at the end of a line. */
const MoreButton = ({ line, isMenuOpen, tree, isReady }: MoreProps) => {
  const { taking, onCloseAutoFocus } = useFocusAfter(() => tree().focus());
  const isAlone = !isReady && !isMenuOpen;
  const setIsOpen = (isOpen: boolean): void => tree().setMenuOf(isOpen ? getLineKey(line) : undefined);
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
        if (isAlone) setIsOpen(true);
      }}
    />
  );
  return isAlone ? (
    button
  ) : (
    <Menu isOpen={isMenuOpen} onOpen={setIsOpen} onCloseAutoFocus={onCloseAutoFocus} trigger={button}>
      <TreeMenuEntries line={line} tree={tree()} taking={taking} />
    </Menu>
  );
};

const Name = ({ line, isRenamed, tree }: Pick<TreeRowProps, 'line' | 'isRenamed' | 'tree'>) => {
  const name = getLineName(line);
  return isRenamed ? (
    <RenameInput
      name={name}
      onDone={(next) => {
        const { setRenamed, focus, rename } = tree();
        setRenamed(undefined);
        focus();
        if (next !== undefined) rename(line, next);
      }}
    />
  ) : (
    <span className="name" title={toVisibleLine(name)}>
      {toVisibleLine(name)}
    </span>
  );
};

const LineMarks = ({ line }: { readonly line: TreeLine }) =>
  line.kind === 'folder' ? (
    <FolderConflictMark path={line.path} isOpen={line.isOpen} />
  ) : (
    <>
      <TreeConflictMark id={line.request.id} />
      <RunMark id={line.request.id} />
    </>
  );

/** Renders a line of the tree. It re-renders only if something that it shows has changed. */
export const TreeRow = memo((props: TreeRowProps) => {
  const { line, elementId, isFocused, isShown, isSelected, isNew, agent, isRenamed, isMenuOpen, tree } =
    props;
  const { over, handlers } = useDrop(line, (...dropped) => tree().drop(...dropped));
  const [isReady, setIsReady] = useState(false);
  return (
    <div
      id={elementId}
      role="treeitem"
      className="tree-row"
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-selected={isSelected}
      {...(isShown ? { 'aria-current': true } : {})}
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
      onClick={(event) => tree().press(line, event)}
      onDoubleClick={() => tree().keep(line)}
      // Render the button immediately: a button that replaced the pressed one later would not receive the
      // click.
      onPointerEnter={() => flushSync(() => setIsReady(true))}
      {...handlers}
      // While a name is being edited, dragging selects its text.
      draggable={!isRenamed}
    >
      {line.kind === 'folder' ? <FoldIcon isOpen={line.isOpen} /> : <Method method={line.request.method} />}{' '}
      <Name line={line} isRenamed={isRenamed} tree={tree} />
      <AgentMark words={agent} />
      <LineMarks line={line} />
      <MoreButton line={line} isMenuOpen={isMenuOpen} tree={tree} isReady={isReady} />
    </div>
  );
});
