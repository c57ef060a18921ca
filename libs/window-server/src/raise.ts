import { struct, t } from '@tandem/core/codec';

/** What a second start requests from the first one. */
export const RaiseCall = struct('a raise call', {
  /** Whether a window should be shown. */
  window: t.boolean,
  /** Absolute paths of folders to open as workspaces. */
  workspaces: t.readonlyArray(t.string),
});
export type RaiseCall = t.TypeOf<typeof RaiseCall>;

/** What the first start did with its window. */
export const RaiseOutcome = t.keyof({ raised: null, opened: null, none: null, unasked: null });
export type RaiseOutcome = t.TypeOf<typeof RaiseOutcome>;

/** The first start's description of itself, and what it did. */
export const RaiseAnswer = struct('an answer to a raise call', {
  pid: t.number,
  version: t.string,
  /** The page's address with the token of the first start. */
  page: t.string,
  echo: t.string,
  mcp: t.string,
  keepRunning: t.boolean,
  logLevel: t.string,
  shown: RaiseOutcome,
  /** Names of the opened workspaces. */
  opened: t.readonlyArray(t.string),
  /** A message for each folder that could not be opened. */
  refused: t.readonlyArray(t.string),
});
export type RaiseAnswer = t.TypeOf<typeof RaiseAnswer>;
