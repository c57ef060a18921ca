import { oneOf, struct, t } from '../codec/index.js';
import { WorkspaceId } from './ids.js';
import { requestKindList } from './request-kind.js';

/**
 * Something stored that is another now: which, how, by whom, and whether a script of an execution did it.
 * Of a folder, named by its path, it is the order.
 */
export const Change = struct(
  'a change',
  {
    workspaceId: WorkspaceId,
    entity: oneOf('workspace', ...requestKindList, 'environment', 'execution', 'folder'),
    id: t.string,
    op: oneOf('created', 'updated', 'deleted'),
  },
  { by: t.string, script: t.literal(true) },
);
export type Change = t.TypeOf<typeof Change>;
