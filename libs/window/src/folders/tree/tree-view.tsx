import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { isForeign } from '../../activity/activity.js';
import { useLive } from '../../activity/use-activity.js';
import { useAgentMarks } from '../../agents/agents.js';
import { ContextMenu, PickDialog } from '../../kit/index.js';
import { useRequests } from '../../requests/requests.js';
import type { Summary } from '../../requests/saved-request.js';
import { lazy } from '../../served/lazy.js';
import { useStore } from '../../shell/store.js';
import { type RevealedLine, useTabs, useWorkspace } from '../../shell/workspace-stores.js';
import { useFolderPaths, useFolders, useMixedLevels } from '../use-folders.js';
import { NewEntries, useFocusAfter } from './row-entries.js';
import { describeLines } from './selection.js';
import { describeNoTarget, type MoveTarget, listMoveTargets } from './tree-order.js';
import { createTopLevelDrop, TreeMenuEntries, TreeRow } from './tree-row.js';
import {
  formatFolderKey,
  findParentOfLine,
  getLineKey,
  getLineName,
  listFolderPaths,
  type TreeContent,
  type TreeLine,
} from './tree.js';
import { type ShownTree, type TreeControl, useLatest, useTree } from './use-tree.js';

const TagsDialog = lazy(async () => ({ default: (await import('./tags-dialog.js')).TagsDialog }));

interface MoveDialogProps {
  /** The items to move. */
  readonly lines: readonly TreeLine[];
  readonly content: TreeContent;
  readonly onMove: (folder: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const formatTargetTitle = ({ folder, isNew }: MoveTarget): string => {
  if (isNew) return `New folder ${folder}`;
  return folder === '' ? 'No folder' : folder;
};

/** Asks for the folder to which items are moved: an existing or a new one. */
const MoveDialog = ({ lines, content, onMove, ...closing }: MoveDialogProps) => {
  const [only] = lines;
  const name = only !== undefined && lines.length === 1 ? getLineName(only) : describeLines(lines);
  const parents = [...new Set(lines.map(findParentOfLine))];
  const moved = {
    present: parents.length === 1 ? parents[0] : undefined,
    inside: lines.flatMap((line) => (line.kind === 'folder' ? [line.path] : [])),
  };
  const folders = listFolderPaths(content);
  return (
    <PickDialog
      title={`Move ${name}`}
      placeholder={`Move ${name} to the folder …`}
      emptyFor={(typed) => describeNoTarget(moved, typed)}
      picksFor={(typed) =>
        listMoveTargets(folders, moved, typed).map((target) => ({
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

/** Finds the line that contains an element. */
const findLine = (lines: readonly TreeLine[], target: EventTarget): TreeLine | undefined => {
  const row = target instanceof Element ? target.closest('[role=treeitem]') : null;
  return row === null ? undefined : lines[Number(row.id.replace('tree-', ''))];
};

interface TreeMenuProps {
  readonly tree: TreeControl;
  /** Renders the tree. The tree must call `point` on each right click, before the menu opens. */
  readonly target: (point: (event: MouseEvent) => void) => ReactElement;
}

/** The context menu of the line under the pointer, or of the space below the lines. All lines share one menu. */
const TreeMenu = ({ tree, target }: TreeMenuProps) => {
  const { actions, createFolder } = useWorkspace();
  const [pointed, setPointed] = useState<TreeLine>();
  const { taking, onCloseAutoFocus } = useFocusAfter(tree.focus);
  const point = (event: MouseEvent): void => {
    if (event.button !== 2) {
      // The menu key arrives as a key press and applies to the focused line.
      event.preventDefault();
      return;
    }
    const line = findLine(tree.lines, event.target);
    setPointed(line);
    if (line === undefined || !tree.selection.isMany(line)) tree.selection.clear();
    if (line) tree.setFocused(getLineKey(line));
  };
  return (
    <ContextMenu target={target(point)} onCloseAutoFocus={onCloseAutoFocus}>
      {pointed ? (
        <TreeMenuEntries line={pointed} tree={tree} taking={taking} />
      ) : (
        <NewEntries
          createRequest={taking((kind) => actions.create(kind, ''))}
          createFolder={taking(() => createFolder(''))}
        />
      )}
    </ContextMenu>
  );
};

/** The height of a line, in CSS pixels. */
const rowHeight = 28;

const TreeLines = ({
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

/** Scrolls to the line of the shown request when another request is shown. */
const useReveal = (
  shown: string | undefined,
  revealed: RevealedLine | undefined,
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
    // The line may not exist yet, or its folders may still be closed. Both change in the same render.
    if (at < 0) return;
    done.current = revealed;
    latest.current.reveal(at);
    latest.current.focus(revealed);
  }, [revealed, lines]);
};

const NoMatches = ({ search }: { readonly search: string }) =>
  search === '' ? null : (
    <p className="quiet no-matches" role="status">
      No request matches “{search}”.
    </p>
  );

/** The dialogs that ask where to move lines, and which tags to set. */
const TreeDialogs = ({ tree, content }: { readonly tree: TreeControl; readonly content: TreeContent }) => {
  const { moved, setMoved, tagged, setTagged, place, placeRequest, focus, setFocused, many } = tree;
  const move = (lines: readonly TreeLine[], folder: string): void => {
    const [only] = lines;
    const isNew = folder !== '' && !listFolderPaths(content).includes(folder);
    if (only === undefined || lines.length > 1) many.move(lines, { parent: folder });
    else if (isNew) {
      // Creates the folder and moves the item in one change, so that an undo also removes the folder.
      many.move(lines, { parent: folder });
      if (only.kind === 'folder') setFocused(formatFolderKey(`${folder}/${only.name}`));
    } else if (only.kind === 'request') placeRequest(only.request.id, { folder });
    else place(only.path, { parent: folder });
  };
  return (
    <>
      {moved && (
        <MoveDialog
          lines={moved}
          content={content}
          onMove={(folder) => move(moved, folder)}
          onClose={() => setMoved(undefined)}
          onGone={focus}
        />
      )}
      {tagged && (
        <Suspense>
          <TagsDialog
            lines={tagged}
            onTag={(add, remove) => many.tag(tagged, add, remove)}
            onClose={() => setTagged(undefined)}
            onGone={focus}
          />
        </Suspense>
      )}
    </>
  );
};

/** How many of the latest changes by others are marked in the tree. */
const maxFreshChanges = 5;

/** Finds the requests that others have changed recently. */
const useFreshRequests = (): ReadonlySet<string> => {
  const activities = useLive((live) => live.activities);
  return useMemo(
    () =>
      new Set(
        activities
          .filter(({ change }) => isForeign(change))
          .slice(0, maxFreshChanges)
          .map(({ change }) => change.id),
      ),
    [activities],
  );
};

/** Returns a function that renders the line at an index. */
const useRows = (tree: TreeControl) => {
  const { lines, at, renamed, menuOf, selection } = tree;
  const current = useLatest(tree);
  const shown = useTabs((tabs) => tabs.shown);
  const fresh = useFreshRequests();
  const agentAt = useAgentMarks();
  return (index: number) => {
    const line = lines[index] as TreeLine;
    const key = getLineKey(line);
    return (
      <TreeRow
        line={line}
        elementId={`tree-${index}`}
        isFocused={index === at}
        isShown={key === shown}
        isSelected={selection.hasSelection ? selection.isSelected(key) : key === shown}
        isNew={fresh.has(key)}
        agent={agentAt(key)}
        isRenamed={key === renamed}
        isMenuOpen={key === menuOf}
        tree={current}
      />
    );
  };
};

/**
 * The requests that the tree shows. The first ones are rendered in slices. Otherwise rendering all visible lines for the first time would
 * be one long task.
 */
const useShownRequests = (): readonly Summary[] => {
  const { requests } = useRequests();
  const sliced = useDeferredValue(requests);
  return sliced.length === 0 ? sliced : requests;
};

/** Shows folders and requests. Only visible lines are rendered. */
export const Tree = ({ search, closed, onClosed }: Pick<ShownTree, 'search' | 'closed' | 'onClosed'>) => {
  const requests = useShownRequests();
  const folders = useFolderPaths();
  const mixed = useMixedLevels();
  const all = useFolders();
  const findId = (path: string) => all.find((one) => one.path === path)?.id;
  const shown = useTabs((tabs) => tabs.shown);
  const revealed = useStore(useWorkspace().revealed);
  const tree = useTree({ requests, folders, mixed, findId, search, closed, onClosed });
  const { scroller, focus, lines, at, hear, setFocused, setRenamed, setMoved, drop } = tree;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Otherwise the first render has no lines, and the next one would render all visible ones in one long task.
    initialRect: { width: 0, height: window.innerHeight },
    getItemKey: (index) => getLineKey(lines[index] as TreeLine),
  });
  const show = ({ key, isNamed = false, isMoved = false }: RevealedLine): void => {
    focus();
    setFocused(key);
    if (isNamed) setRenamed(key);
    if (isMoved) setMoved(lines.filter((line) => getLineKey(line) === key));
  };
  useReveal(shown, revealed, lines, (index) => virtual.scrollToIndex(index), show);
  const rows = virtual.getVirtualItems();
  const rowOf = useRows(tree);
  return (
    <>
      {lines.length === 0 && <NoMatches search={search.trim()} />}
      <TreeMenu
        tree={tree}
        target={(point) => (
          <div
            ref={scroller}
            className="tree"
            role="tree"
            aria-label="Requests"
            aria-multiselectable
            tabIndex={0}
            {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `tree-${at}` } : {})}
            {...createTopLevelDrop(drop)}
            onContextMenuCapture={point}
            onKeyDown={(event) => {
              const next = event.target === event.currentTarget ? hear(event) : undefined;
              if (next !== undefined) virtual.scrollToIndex(next);
            }}
          >
            <TreeLines height={virtual.getTotalSize()} rows={rows} rowOf={rowOf} />
          </div>
        )}
      />
      <TreeDialogs tree={tree} content={{ folders, requests }} />
    </>
  );
};
