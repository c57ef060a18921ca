import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import { lastOf } from '../../model/last-run.js';
import type { Marked } from '../../model/outcome.js';
import type { Runs } from '../../model/runs.js';
import type { Summary } from '../../model/saved-request.js';
import { keyOf, type TreeLine } from '../../model/tree.js';
import { useOverview } from '../../state/use-executions.js';
import { useForeignRuns } from '../running-list.js';
import { MoveDialog } from './move-dialog.js';
import { TreeRow } from './tree-row.js';
import { dropBelow } from './use-drop.js';
import { type TreeProps, useTree } from './use-tree.js';

/** The mark of a request that somebody else runs. */
const somebodys = { kind: 'running', step: undefined, steps: [], since: 0, began: 0 } as const;

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

/** Puts the line of the shown request into view when another one is shown. */
const useReveal = (
  shown: string | undefined,
  revealed: TreeProps['revealed'],
  lines: readonly TreeLine[],
  reveal: (at: number) => void,
  focus: () => void,
) => {
  const latest = useRef({ lines, reveal, focus });
  latest.current = { lines, reveal, focus };
  useEffect(() => {
    const at = latest.current.lines.findIndex((line) => keyOf(line) === shown);
    if (at >= 0) latest.current.reveal(at);
  }, [shown]);
  const done = useRef(revealed);
  useEffect(() => {
    if (revealed === undefined || revealed === done.current) return;
    const at = lines.findIndex((line) => keyOf(line) === revealed.key);
    // Its folders may still be closed; they are opened at the same time.
    if (at < 0) return;
    done.current = revealed;
    latest.current.reveal(at);
    latest.current.focus();
  }, [revealed, lines]);
};

interface RowProps {
  readonly index: number;
  readonly tree: ReturnType<typeof useTree>;
  readonly list: TreeProps;
  readonly run: Marked | undefined;
  readonly onFocusBack: () => void;
  readonly onMove: (request: Summary) => void;
}

const Row = ({ index, tree, list, run, onFocusBack, onMove }: RowProps) => {
  const { lines, at, renamed, setRenamed, menuOf, setMenuOf, choose, step } = tree;
  const { shown, fresh, actions } = list;
  const line = lines[index] as TreeLine;
  const request = line.kind === 'request' ? line.request : undefined;
  const id = request?.id;
  return (
    <TreeRow
      line={line}
      elementId={`tree-${index}`}
      isFocused={index === at}
      isShown={id !== undefined && id === shown}
      isNew={id !== undefined && fresh.has(id)}
      run={run}
      actions={actions}
      isRenamed={id !== undefined && id === renamed}
      onRename={(isRenamed) => {
        setRenamed(isRenamed ? id : undefined);
        if (!isRenamed) onFocusBack();
      }}
      isMenuOpen={id !== undefined && id === menuOf}
      onMenu={(isOpen) => {
        setMenuOf(isOpen ? id : undefined);
      }}
      onMove={() => {
        if (request) onMove(request);
      }}
      onFocusBack={onFocusBack}
      onChoose={() => {
        choose(line);
      }}
      onStep={(by) => {
        if (id !== undefined) step(id, by);
      }}
      onDrop={actions.place}
    />
  );
};

/** The marks of requests: somebody else's run that goes on, else the last run, which may have been before this page. */
const useMarks = (runs: Runs) => {
  const foreign = new Set(useForeignRuns().map(({ requestId }) => requestId));
  const overview = useOverview();
  const stored = useMemo(
    () => new Map(overview?.latest.map((latest) => [latest.requestId, latest])),
    [overview],
  );
  return (line: TreeLine | undefined): Marked | undefined => {
    if (line?.kind !== 'request') return undefined;
    const { id } = line.request;
    return foreign.has(id) ? somebodys : lastOf(runs.get(id), stored.get(id));
  };
};

const NoHit = ({ search }: { readonly search: string }) =>
  search === '' ? null : (
    <p className="quiet padded" role="status">
      No request matches “{search}”.
    </p>
  );

/** Folders and requests; only the lines that are in view are in the page. */
export const Tree = (props: TreeProps) => {
  const { requests, search, shown, runs, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useTree(props);
  const { lines, at, hear } = tree;
  const [moved, setMoved] = useState<Summary>();
  const markOf = useMarks(runs);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => keyOf(lines[index] as TreeLine),
  });
  const focus = (): void => scroller.current?.focus();
  useReveal(shown, props.revealed, lines, (index) => virtual.scrollToIndex(index), focus);
  const rows = virtual.getVirtualItems();
  const row = { tree, list: props, onFocusBack: focus, onMove: setMoved };
  return (
    <>
      {lines.length === 0 && <NoHit search={search.trim()} />}
      <div
        ref={scroller}
        className="tree"
        role="tree"
        aria-label="Requests"
        tabIndex={0}
        {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `tree-${at}` } : {})}
        {...dropBelow(actions.place)}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          const next = hear(event);
          if (next !== undefined) virtual.scrollToIndex(next);
        }}
      >
        <Lines
          height={virtual.getTotalSize()}
          rows={rows}
          rowOf={(index) => <Row index={index} run={markOf(lines[index])} {...row} />}
        />
      </div>
      {moved && (
        <MoveDialog
          request={moved}
          requests={requests}
          onMove={(folder) => {
            actions.place(moved.id, { folder });
          }}
          onClose={() => {
            setMoved(undefined);
          }}
          onGone={focus}
        />
      )}
    </>
  );
};
