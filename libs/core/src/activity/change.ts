import { oneOf, struct, t } from '../codec/index.js';
import { WorkspaceId } from '../ids.js';
import { requestKindList } from '../requests/request-kind.js';

/**
 * A change to a stored entity: which one, how, by whom, and whether a script made it. `order` is the order of
 * requests in a folder; its id is the folder's path. `cookies` is a jar; its id is the environment's id, or empty for
 * the jar without one. `approval` is a request that starts or stops waiting for a person.
 */
export const Change = struct(
  'a change',
  {
    workspaceId: WorkspaceId,
    entity: oneOf(
      'workspace',
      ...requestKindList,
      'environment',
      'execution',
      'folder',
      'order',
      'cookies',
      'approval',
    ),
    id: t.string,
    op: oneOf('created', 'updated', 'deleted'),
  },
  { by: t.string, script: t.literal(true) },
);
export type Change = t.TypeOf<typeof Change>;
