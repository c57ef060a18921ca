import { useRef } from 'react';

import type { TreeLine } from './tree.js';
import { type RowActions, RowEntries } from './row-entries.js';

/** Wraps a menu action so that the focus stays where the action puts it. */
type FocusKeeper = <A extends readonly unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/** Decides the focus when a menu closes: where its entry put it, else what `onFocusBack` focuses. */
export const useFocusAfter = (onFocusBack: () => void) => {
  const isTaken = useRef(false);
  const taking: FocusKeeper =
    (act) =>
    (...args) => {
      isTaken.current = true;
      act(...args);
    };
  const onCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    if (!isTaken.current) onFocusBack();
    isTaken.current = false;
  };
  return { taking, onCloseAutoFocus };
};

/** The menu entries of a line. */
export const LineEntries = ({
  line,
  doing,
  taking,
}: {
  readonly line: TreeLine;
  readonly doing: RowActions;
  readonly taking: FocusKeeper;
}) => (
  <RowEntries
    line={line}
    doing={{
      ...doing,
      configure: taking(doing.configure),
      rename: taking(doing.rename),
      move: taking(doing.move),
      send: taking(doing.send),
      run: taking(doing.run),
      showChanges: taking(doing.showChanges),
      copyAsCode: taking(doing.copyAsCode),
      exportAs: taking(doing.exportAs),
      createRequest: taking(doing.createRequest),
      createFolder: taking(doing.createFolder),
    }}
  />
);
