import { oneOf, struct, t } from '../codec/index.js';
import { WorkspaceId } from './ids.js';

/** Something stored that is another now: which, how, and by whom. */
export const Change = struct(
  'a change',
  {
    workspaceId: WorkspaceId,
    entity: oneOf('workspace', 'rest', 'graphql', 'environment', 'execution'),
    id: t.string,
    op: oneOf('created', 'updated', 'deleted'),
  },
  { by: t.string },
);
export type Change = t.TypeOf<typeof Change>;
