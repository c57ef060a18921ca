import { workspaceRef } from '@tandem/core';
import { withDescription, Json, oneOf, struct, t } from '@tandem/core/codec';

export const Synchronize = struct(
  'synchronization_synchronize arguments',
  {},
  {
    workspaceId: workspaceRef,
    dryRun: withDescription(t.boolean, 'Only report'),
    confirmDeletions: withDescription(t.boolean, 'Even of most files'),
  },
);
export type Synchronize = t.TypeOf<typeof Synchronize>;

export const ResolveConflict = struct(
  'synchronization_resolve arguments',
  {
    id: withDescription(t.string, 'As reported'),
    field: withDescription(t.string, 'As reported'),
    take: withDescription(oneOf('ours', 'theirs', 'value'), 'theirs: the file; ours: the app'),
  },
  {
    workspaceId: workspaceRef,
    value: withDescription(Json, 'With take "value"; for both sides, null removes a pair'),
  },
);
export type ResolveConflict = t.TypeOf<typeof ResolveConflict>;
