import { type Author, type Change, isRequestKind, type Ports } from '@tandem/core';

import { type Agents, createAgents } from './agents.js';
import { createPendingWrites, type PendingWrites } from './held-writes.js';
import { createWindows, type Windows } from './windows.js';

/** What people and agents see of each other. In memory since the start. */
export interface Presence {
  readonly windows: Windows;
  readonly agents: Agents;
  readonly held: PendingWrites;
}

export const createPresence = ({
  clock,
  ids,
  approvalMs: waitMs,
}: Pick<Ports, 'clock' | 'ids' | 'approvalMs'>): Presence => {
  const windows = createWindows();
  return {
    windows,
    agents: createAgents({ clock, ids }),
    held: createPendingWrites({ clock, ids, isEdited: windows.isEdited, waitMs }),
  };
};

/** Records which request an agent changed. Changes by scripts are not attributed to the agent. */
export const noteChange =
  ({ agents }: Presence, author: Author) =>
  ({ entity, id, op, script }: Change): void => {
    if (author.kind !== 'mcp' || !isRequestKind(entity) || op === 'deleted' || script === true) return;
    agents.note(author, { requestId: id, did: 'changed' });
  };
