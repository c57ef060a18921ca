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
    id: described(t.string, 'Id of the entity, from the conflict'),
    field: described(t.string, 'Field of the conflict, as reported'),
    take: described(oneOf('ours', 'theirs', 'value'), 'ours is the app, theirs is the file'),
  },
  {
    workspaceId: workspaceRef,
    value: described(Json, 'New value for both sides, with take "value"; null removes a pair'),
  },
);
export type ResolveConflict = t.TypeOf<typeof ResolveConflict>;
