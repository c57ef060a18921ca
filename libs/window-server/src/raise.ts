import { struct, t } from '@tandem/core/codec';

/** What a second start asks the first one to do for it. */
export const RaiseCall = struct('a raise call', {
  /** Whether a window is wanted. */
  window: t.boolean,
  /** Full paths of folders to open as workspaces. */
  workspaces: t.readonlyArray(t.string),
});
export type RaiseCall = t.TypeOf<typeof RaiseCall>;

/** What the first start did about its window. */
export const Shown = t.keyof({ raised: null, opened: null, none: null, unasked: null });
export type Shown = t.TypeOf<typeof Shown>;

/** What the first start says of itself, and what it did. */
export const RaiseAnswer = struct('an answer to a raise call', {
  pid: t.number,
  version: t.string,
  /** The page's address with the token of the first start. */
  page: t.string,
  echo: t.string,
  mcp: t.string,
  keepRunning: t.boolean,
  logLevel: t.string,
  shown: Shown,
  /** Names of the workspaces that were opened. */
  opened: t.readonlyArray(t.string),
  /** A sentence for each folder that could not be opened. */
  refused: t.readonlyArray(t.string),
});
export type RaiseAnswer = t.TypeOf<typeof RaiseAnswer>;
