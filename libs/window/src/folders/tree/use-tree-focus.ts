import { isWithin } from '@tandem/core';
import { useMemo, useState } from 'react';

import {
  parseFolderKey,
  getLineKey,
  findNeighbour,
  type TreeContent,
  type TreeLine,
  listTreeLines,
} from './tree.js';
import { useGoing } from '../../shell/use-going.js';
import type { TreeProps } from './use-tree.js';

/** The focused line, the tab shown when it got the focus, and the lines that lost it by deletion. */
interface Focus {
  readonly focused?: string | undefined;
  readonly beside?: string | undefined;
  readonly left?: readonly string[];
}

/** The lines removed with those keys: a folder includes its content. */
const isWithinKeys =
  (keys: readonly string[]) =>
  (line: TreeLine): boolean =>
    keys.some((key) => {
      const folder = parseFolderKey(key);
      if (folder === undefined) return key === getLineKey(line);
      return isWithin(folder, line.kind === 'folder' ? line.path : line.request.folder);
    });

/** The lines of the tree and the focused one. */
export const useTreeFocus = ({ folders, requests, closed, search, shown }: TreeProps) => {
  const [{ focused, beside, left }, setFocus] = useState<Focus>({});
  // The tab of a deleted request closes too; the focus stays where it went.
  if (beside !== undefined && left?.includes(beside) === true && shown !== beside)
    setFocus({ focused, beside: shown, left });
  const lines = useMemo(
    () => listTreeLines({ folders, requests }, closed, search),
    [folders, requests, closed, search],
  );
  const keys = useMemo(() => lines.map(getLineKey), [lines]);
  const { going, goes } = useGoing(keys);
  const found = lines.findIndex(
    (line) => getLineKey(line) === ((beside === shown ? focused : undefined) ?? shown),
  );
  const at = Math.max(found, 0);
  return {
    lines,
    at,
    setFocused: (key: string): void => {
      setFocus({ focused: key, beside: shown });
    },
    /** Moves the focus to the neighbor of a removed line. */
    leave: (index: number, rest: TreeContent): void => {
      const line = lines[index];
      if (line === undefined) return;
      const staying = listTreeLines(rest, closed, search).filter((one) => !isWithinKeys(going)(one));
      const focusedNext = findNeighbour(lines, index, staying);
      setFocus({ focused: focusedNext, beside: shown, left: [...(left ?? []), getLineKey(line)] });
      goes(getLineKey(line));
    },
  };
};
