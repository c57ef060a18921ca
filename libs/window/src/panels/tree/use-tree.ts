import { ownValue } from '@tandem/core/codec';
import { type KeyboardEvent, useMemo, useState } from 'react';

import type { Runs } from '../../model/runs.js';
import type { RequestId, Summary } from '../../model/saved-request.js';
import { keyOf, matches, neighbourOf, type TreeLine, treeLines } from '../../model/tree.js';
import { positionBeside } from '../../model/tree-order.js';
import type { Actions } from '../../state/use-actions.js';

/** What a tree shows, and what is done with it. */
export interface TreeProps {
  readonly requests: readonly Summary[];
  readonly search: string;
  readonly shown: string | undefined;
  /** Requests that somebody else changed a moment ago. */
  readonly fresh: ReadonlySet<string>;
  readonly runs: Runs;
  readonly actions: Actions;
  /** The paths of the folders that are closed. */
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (closed: ReadonlySet<string>) => void;
  /** A request to bring into view, which gets the focus; a new object for each time. */
  readonly revealed: { readonly key: string } | undefined;
  readonly onShow: (id: RequestId) => void;
}

const toggled = (closed: ReadonlySet<string>, path: string): ReadonlySet<string> => {
  const next = new Set(closed);
  if (!next.delete(path)) next.add(path);
  return next;
};

/** Where the focus goes from line `at` by a key, as the tree pattern of WAI-ARIA has it. */
const target = (lines: readonly TreeLine[], at: number, key: string): number | undefined => {
  const line = lines[at];
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, lines.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'ArrowRight':
      return line?.kind === 'folder' && line.isOpen ? at + 1 : undefined;
    case 'ArrowLeft': {
      if (line === undefined || (line.kind === 'folder' && line.isOpen)) return undefined;
      const parent = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
      return parent < 0 ? undefined : parent;
    }
    default:
      return undefined;
  }
};

/** Where a request goes in its folder by a key, with Alt. */
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** The line with the focus, the tab that was shown when it came there, and the request that it left by deleting it. */
interface Focus {
  readonly focused?: string | undefined;
  readonly beside?: string | undefined;
  readonly left?: RequestId;
}

/** Tells the requests that a search leaves. */
const seenUnder =
  (search: string) =>
  (request: Summary): boolean =>
    search.trim() === '' || matches(request, search.trim());

/** The lines of the tree, which of them has the focus, and what keys do. */
export const useTree = ({ requests, search, shown, actions, closed, onClosed, onShow }: TreeProps) => {
  const [{ focused, beside, left }, setFocus] = useState<Focus>({});
  // The tab of a request that was deleted goes with it; the focus stays where it went.
  if (left !== undefined && left === beside && shown !== beside) setFocus({ focused, beside: shown });
  const setFocused = (key: string): void => {
    setFocus({ focused: key, beside: shown });
  };
  const [renamed, setRenamed] = useState<string>();
  const [menuOf, setMenuOf] = useState<string>();
  const lines = useMemo(() => treeLines(requests, closed, search), [requests, closed, search]);
  const found = lines.findIndex(
    (line) => keyOf(line) === ((beside === shown ? focused : undefined) ?? shown),
  );
  const at = Math.max(found, 0);
  const isSeen = seenUnder(search);
  const step = (id: RequestId, by: -1 | 1): void => actions.step(id, by, isSeen);
  const choose = (line: TreeLine): void => {
    setFocused(keyOf(line));
    if (line.kind === 'request') onShow(line.request.id);
    else onClosed(toggled(closed, line.path));
  };
  const remove = (id: RequestId): void => {
    const rest = requests.filter((one) => one.id !== id);
    setFocus({ focused: neighbourOf(lines, at, treeLines(rest, closed, search)), beside: shown, left: id });
    actions.remove(id);
  };
  const onRequest = (event: KeyboardEvent, id: RequestId): boolean => {
    const { key, ctrlKey, metaKey } = event;
    if (key === 'F2') setRenamed(id);
    else if (isMenuKey(event)) setMenuOf(id);
    else if (key === 'Delete') remove(id);
    else if (key === 'd' && (ctrlKey || metaKey)) actions.duplicate(id);
    else return false;
    return true;
  };
  const hear = (event: KeyboardEvent): number | undefined => {
    const line = lines[at];
    const { key, ctrlKey, metaKey, altKey } = event;
    if (line === undefined) return undefined;
    if (altKey) {
      const by = ownValue(steps, key);
      if (by === undefined || line.kind !== 'request') return undefined;
      event.preventDefault();
      step(line.request.id, by);
      return positionBeside(requests.filter(isSeen), line.request.id, by) ? at + by : undefined;
    }
    const next = ctrlKey || metaKey ? undefined : target(lines, at, key);
    const to = next === undefined ? undefined : lines[next];
    const isFold =
      line.kind === 'folder' &&
      ((key === 'ArrowRight' && !line.isOpen) || (key === 'ArrowLeft' && line.isOpen));
    if (to) setFocused(keyOf(to));
    else if ((key === 'Enter' && !ctrlKey && !metaKey) || key === ' ' || isFold) choose(line);
    else if (line.kind !== 'request' || !onRequest(event, line.request.id)) return undefined;
    event.preventDefault();
    return next;
  };
  return { lines, at, renamed, setRenamed, menuOf, setMenuOf, choose, hear, step };
};
