import {
  type AppError,
  type Author,
  type Change,
  invalidInput,
  isRequestKind,
  type Ports,
} from '@tandem/core';
import { withDescription, struct, t } from '@tandem/core/codec';
import { TE } from '@tandem/core/fp';

import { defaultApprovalMs } from '../guards/guardian.js';
import { type Agents, createAgents } from './agents.js';
import { createPendingWrites, type PendingWrites } from './held-writes.js';
import type { LookAt, WindowSelection } from './selection.js';
import { createWindows, type Windows } from './windows.js';

/** What persons and agents see of each other: in memory, since the start. */
export interface Presence {
  readonly windows: Windows;
  readonly agents: Agents;
  readonly held: PendingWrites;
}

export const createPresence = ({
  clock,
  ids,
  approvalMs: waitMs = defaultApprovalMs,
}: Pick<Ports, 'clock' | 'ids' | 'approvalMs'>): Presence => {
  const windows = createWindows();
  return {
    windows,
    agents: createAgents({ clock, ids }),
    held: createPendingWrites({ clock, ids, isEdited: windows.isEdited, waitMs }),
  };
};

/** Takes in where a change by an agent was made; scripts change requests for nobody. */
export const noteChange =
  ({ agents }: Presence, author: Author) =>
  ({ entity, id, op, script }: Change): void => {
    if (author.kind !== 'mcp' || !isRequestKind(entity) || op === 'deleted' || script === true) return;
    agents.note(author, { requestId: id, did: 'changed' });
  };

export const TakeOver = struct('agents_take_over arguments', {
  by: withDescription(t.string, 'Name of the agent'),
  requestId: withDescription(t.string, 'Id of the request'),
  isTaken: withDescription(t.boolean, 'False hands the request back'),
});
export type TakeOver = t.TypeOf<typeof TakeOver>;

export const AnswerAgent = struct('agents_answer arguments', {
  id: withDescription(t.string, 'Id of the change that waits'),
  isAllowed: t.boolean,
});
export type AnswerAgent = t.TypeOf<typeof AnswerAgent>;

/** An answer without content. */
export const EmptyResult = struct('done', {});
export type EmptyResult = Readonly<Record<string, never>>;

const createNotPendingError = (id: string): AppError =>
  invalidInput('id', 'is no change that waits any more; it was answered, cancelled or waited too long', {
    expected: 'the id of a change that waits',
    got: id,
  });

/** What windows and agents tell and ask each other. */
export const createPresenceUseCases = ({ windows, held }: Presence) => ({
  /** A caller without a session has no connection that could be closed, so nothing is remembered of it. */
  look: (input: LookAt, { session }: Pick<Author, 'session'>) => {
    if (session !== undefined) windows.look(session, input);
    return TE.right<AppError, EmptyResult>({});
  },
  selection: () => TE.right<AppError, WindowSelection>({ selection: windows.selection() }),
  takeOver: ({ isTaken, ...taken }: TakeOver) => {
    held.takeOver(taken, isTaken);
    return TE.right<AppError, EmptyResult>({});
  },
  answer: ({ id, isAllowed }: AnswerAgent) =>
    held.answer(id, isAllowed)
      ? TE.right<AppError, EmptyResult>({})
      : TE.left<AppError, EmptyResult>(createNotPendingError(id)),
});
