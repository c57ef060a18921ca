import { oneOf, struct, t } from '../codec/index.js';
import { WorkspaceId } from '../ids.js';
import { requestKindList } from '../requests/request-kind.js';

/**
 * A change of a stored entity: which one, how, by whom, and whether a script made it.
 * `order` is the order of the requests in a folder; its id is the path of the folder. `cookies` is a jar; its id is that of its
 * environment, or empty for the jar without one. `approval` is a request that waits for a person, or waits no more.
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
