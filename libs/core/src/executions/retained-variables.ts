import { Json, oneOf, struct, t } from '../codec/index.js';

/** Where scripts of another tool keep variables that no environment has: in memory, until the process ends. */
export const retainedScopes = ['runtime', 'collection', 'global'] as const;
/** A layer of variables that scripts of other tools keep in memory. */
export type RetainedScope = (typeof retainedScopes)[number];

/** A variable that a script set; without a value, one that it removed. */
export const RetainedVariable = struct(
  'a kept variable',
  { scope: oneOf(...retainedScopes), name: t.string },
  { value: Json },
);
export type RetainedVariable = t.TypeOf<typeof RetainedVariable>;

/** The variables that the scripts of a workspace have kept. */
export interface RetainedVariables {
  readonly of: (workspaceId: string) => readonly RetainedVariable[];
  /** Keeps what an execution has set and removed, in order. */
  readonly keep: (workspaceId: string, changes: readonly RetainedVariable[]) => void;
}
