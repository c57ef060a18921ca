import { workspaceRef } from '@tandem/core';
import { described, Json, oneOf, struct, t } from '@tandem/core/codec';

export const Synchronize = struct(
  'synchronization_synchronize arguments',
  {},
  {
    workspaceId: workspaceRef,
    dryRun: described(t.boolean, 'Only report'),
    confirmDeletions: described(t.boolean, 'Even of most files'),
  },
);
export type Synchronize = t.TypeOf<typeof Synchronize>;

export const ResolveConflict = struct(
  'synchronization_resolve arguments',
  {
    id: described(t.string, 'As reported'),
    field: described(t.string, 'As reported'),
    take: described(oneOf('ours', 'theirs', 'value'), 'theirs: the file; ours: the app'),
  },
  {
    workspaceId: workspaceRef,
    value: described(Json, 'With take "value"; for both sides, null removes a pair'),
  },
);
export type ResolveConflict = t.TypeOf<typeof ResolveConflict>;
