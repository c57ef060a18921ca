import { Json, oneOf, struct, t } from '../codec/index.js';

/** Where scripts of another tool keep variables that no environment has: in memory, until the process ends. */
export const keptScopes = ['runtime', 'collection', 'global'] as const;
export type KeptScope = (typeof keptScopes)[number];

/** A variable that a script set; without a value, one that it removed. */
export const KeptVariable = struct(
  'a kept variable',
  { scope: oneOf(...keptScopes), name: t.string },
  { value: Json },
);
export type KeptVariable = t.TypeOf<typeof KeptVariable>;

/** The variables that the scripts of a workspace have kept. */
export interface KeptVariables {
  readonly of: (workspaceId: string) => readonly KeptVariable[];
  /** Keeps what an execution has set and removed, in order. */
  readonly keep: (workspaceId: string, changes: readonly KeptVariable[]) => void;
}
