import { type RequestKind, requestKindList, requestKindNames } from '@tandem/core';
import {
  Activity as ActivityIcon,
  ArrowDown,
  ArrowUp,
  Code,
  Copy,
  CornerDownRight,
  FileOutput,
  FilePlus2,
  FolderPlus,
  KeyRound,
  Pencil,
  Play,
  Send,
  Settings,
  SquareTerminal,
  Tags,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';

import { MenuItem, MenuLabel, MenuSeparator } from '../../kit/index.js';
import { describeLines } from './selection.js';
import type { TreeLine } from './tree.js';
import type { ManyActions } from './use-selection.js';

/** Actions on a line of the tree, from its menu and by keyboard. */
export interface RowActions {
  /** Opens the settings that the requests in a folder inherit. */
  readonly configure: () => void;
  readonly rename: () => void;
  readonly move: () => void;
  readonly remove: () => void;
  /** Moves the line up or down among its siblings. */
  readonly step: (step: -1 | 1) => void;
  readonly duplicate: () => void;
  /** Shows the request and sends it. */
  readonly send: () => void;
  /** Opens the run dialog for the request, or for everything in the folder. */
  readonly run: () => void;
  readonly copyAsCurl: (secrets: 'masked' | 'real') => void;
  readonly copyAsCode: () => void;
  /** Exports the request, or everything in the folder, to a format of another tool. */
  readonly exportAs: () => void;
  /** Shows all changes of the request. */
  readonly showChanges: () => void;
  readonly createRequest: (kind: RequestKind) => void;
  readonly createFolder: () => void;
}

/** The menu entries that create something in a folder or at the top level. */
export const NewEntries = ({
  createRequest,
  createFolder,
}: Pick<RowActions, 'createRequest' | 'createFolder'>) => (
  <>
    {requestKindList.map((kind) => (
      <MenuItem key={kind} icon={FilePlus2} onSelect={() => createRequest(kind)}>
        New {requestKindNames[kind].noun} here
      </MenuItem>
    ))}
    <MenuItem icon={FolderPlus} onSelect={createFolder}>
      New folder here
    </MenuItem>
  </>
);

const CommonEntries = ({ rename, move, step }: Pick<RowActions, 'rename' | 'move' | 'step'>) => (
  <>
    <MenuItem icon={Pencil} keys="F2" onSelect={rename}>
      Rename
    </MenuItem>
    <MenuItem icon={CornerDownRight} onSelect={move}>
      Move to …
    </MenuItem>
    <MenuItem icon={ArrowUp} keys="Alt+↑" onSelect={() => step(-1)}>
      Move up
    </MenuItem>
    <MenuItem icon={ArrowDown} keys="Alt+↓" onSelect={() => step(1)}>
      Move down
    </MenuItem>
  </>
);

const DuplicateEntry = ({ duplicate }: Pick<RowActions, 'duplicate'>) => (
  <MenuItem icon={Copy} keys="Ctrl+D" onSelect={duplicate}>
    Duplicate
  </MenuItem>
);

const ExportEntry = ({ exportAs }: Pick<RowActions, 'exportAs'>) => (
  <MenuItem icon={FileOutput} onSelect={exportAs}>
    Export …
  </MenuItem>
);

const ChangesEntry = ({ showChanges }: Pick<RowActions, 'showChanges'>) => (
  <MenuItem icon={ActivityIcon} onSelect={showChanges}>
    Changes of this request
  </MenuItem>
);

const RequestEntries = (doing: RowActions) => (
  <>
    <MenuItem icon={Send} onSelect={doing.send}>
      Send
    </MenuItem>
    <MenuItem icon={Play} onSelect={doing.run}>
      Run …
    </MenuItem>
    <MenuSeparator />
    <CommonEntries {...doing} />
    <DuplicateEntry {...doing} />
    <MenuSeparator />
    <MenuItem icon={SquareTerminal} onSelect={() => doing.copyAsCurl('masked')}>
      Copy as curl
    </MenuItem>
    <MenuItem icon={KeyRound} onSelect={() => doing.copyAsCurl('real')}>
      Copy as curl with secrets
    </MenuItem>
    <MenuItem icon={Code} onSelect={doing.copyAsCode}>
      Copy as code …
    </MenuItem>
    <ExportEntry {...doing} />
    <ChangesEntry {...doing} />
  </>
);

const FolderEntries = (doing: RowActions) => (
  <>
    <NewEntries {...doing} />
    <MenuSeparator />
    <MenuItem icon={Play} onSelect={doing.run}>
      Run …
    </MenuItem>
    <MenuItem icon={Settings} keys="Alt+Enter" onSelect={doing.configure}>
      Folder settings
    </MenuItem>
    <CommonEntries {...doing} />
    <DuplicateEntry {...doing} />
    <MenuSeparator />
    <ExportEntry {...doing} />
  </>
);

/** The menu of a line. */
export const RowEntries = ({ line, doing }: { readonly line: TreeLine; readonly doing: RowActions }) => (
  <>
    {line.kind === 'folder' ? <FolderEntries {...doing} /> : <RequestEntries {...doing} />}
    <MenuSeparator />
    <MenuItem icon={Trash2} keys="Del" isDanger onSelect={doing.remove}>
      Delete
    </MenuItem>
  </>
);

/** Wraps a menu action, so that the focus stays where the action has moved it when the menu closes. */
export type FocusKeeper = <A extends readonly unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/** Calls `onFocusBack` when a menu closes, unless the chosen action has moved the focus. */
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

/** The menu of several selected lines. */
export const ManyEntries = ({
  lines,
  doing,
  taking,
}: {
  readonly lines: readonly TreeLine[];
  readonly doing: ManyActions;
  readonly taking: FocusKeeper;
}) => (
  <>
    <MenuLabel>{describeLines(lines)}</MenuLabel>
    <MenuItem icon={Play} onSelect={taking(doing.run)}>
      Run …
    </MenuItem>
    <MenuItem icon={CornerDownRight} onSelect={taking(doing.move)}>
      Move to …
    </MenuItem>
    <DuplicateEntry duplicate={taking(doing.duplicate)} />
    <MenuItem icon={Tags} onSelect={taking(doing.tag)}>
      Tags …
    </MenuItem>
    <ExportEntry exportAs={taking(doing.exportAs)} />
    <MenuSeparator />
    <MenuItem icon={Trash2} keys="Del" isDanger onSelect={doing.remove}>
      Delete
    </MenuItem>
  </>
);
