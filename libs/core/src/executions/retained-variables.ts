import { Json, oneOf, struct, t } from '../codec/index.js';

/** Where scripts of other tools keep variables outside any environment: in memory, until the process ends. */
export const retainedScopes = ['runtime', 'collection', 'global'] as const;
/** A scope of variables that scripts of other tools keep in memory. */
export type RetainedScope = (typeof retainedScopes)[number];

/** A variable that a script set, or removed if it has no value. */
export const RetainedVariable = struct(
  'a kept variable',
  { scope: oneOf(...retainedScopes), name: t.string },
  { value: Json },
);
export type RetainedVariable = t.TypeOf<typeof RetainedVariable>;

/** The variables retained by a workspace's scripts. */
export interface RetainedVariables {
  readonly of: (workspaceId: string) => readonly RetainedVariable[];
  /** Stores what an execution has set and removed, in order. */
  readonly keep: (workspaceId: string, changes: readonly RetainedVariable[]) => void;
}
