import { useRef } from 'react';

import type { TreeLine } from './tree.js';
import { type RowActions, RowEntries } from './row-entries.js';

/** Makes an act of a menu keep the focus that it gives to something. */
type FocusKeeper = <A extends readonly unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/** Who has the focus when a menu closes: what its entry gave it to, else what `onFocusBack` focuses. */
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

/** The entries of the menu of a line. */
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
