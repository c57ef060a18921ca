import { useMemo, useState } from 'react';

import type { RequestId } from '../../model/saved-request.js';
import { keyOf, neighbourOf, type TreeContent, treeLines } from '../../model/tree.js';
import type { TreeProps } from './use-tree.js';

/** The line with the focus, the tab that was shown when it came there, and the request that it left by deleting it. */
interface Focus {
  readonly focused?: string | undefined;
  readonly beside?: string | undefined;
  readonly left?: RequestId;
}

/** The lines of the tree and which of them has the focus. */
export const useTreeFocus = ({ folders, requests, closed, search, shown }: TreeProps) => {
  const [{ focused, beside, left }, setFocus] = useState<Focus>({});
  // The tab of a request that was deleted goes with it; the focus stays where it went.
  if (left !== undefined && left === beside && shown !== beside) setFocus({ focused, beside: shown });
  const lines = useMemo(
    () => treeLines({ folders, requests }, closed, search),
    [folders, requests, closed, search],
  );
  const found = lines.findIndex(
    (line) => keyOf(line) === ((beside === shown ? focused : undefined) ?? shown),
  );
  const at = Math.max(found, 0);
  return {
    lines,
    at,
    setFocused: (key: string): void => {
      setFocus({ focused: key, beside: shown });
    },
    /** Gives the focus to the line beside one that goes. */
    leave: (index: number, rest: TreeContent, gone?: RequestId): void => {
      const key = neighbourOf(lines, index, treeLines(rest, closed, search));
      setFocus({ focused: key, beside: shown, ...(gone === undefined ? {} : { left: gone }) });
    },
  };
};
