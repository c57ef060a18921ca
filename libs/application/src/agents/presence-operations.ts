import {
  AgentClient,
  agentClientIds,
  type AppError,
  type AppResult,
  createInvalidInput,
  type Ports,
} from '@tandem/core';
import { oneOf, struct, t, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import type { CallContext } from '../call-context.js';
import { operation, readEffects, replaceEffects } from '../operation.js';
import { LookAtArguments, WindowSelection } from './presence.js';

export const TakeOverArguments = struct('agents_take_over arguments', {
  by: withDescription(t.string, 'Name of the agent'),
  requestId: withDescription(t.string, 'Id of the request'),
  isTaken: withDescription(t.boolean, 'False hands the request back'),
});
export type TakeOverArguments = t.TypeOf<typeof TakeOverArguments>;

export const AnswerAgentArguments = struct('agents_answer arguments', {
  id: withDescription(t.string, 'Id of the change that waits'),
  isAllowed: t.boolean,
});
export type AnswerAgentArguments = t.TypeOf<typeof AnswerAgentArguments>;

/** The result of an operation that returns nothing. */
export const EmptyResult = struct('done', {});
export type EmptyResult = Readonly<Record<string, never>>;

const createNotPendingError = (id: string): AppError =>
  createInvalidInput(
    'id',
    'is no change that waits any more; it was answered, cancelled or waited too long',
    {
      expected: 'the id of a change that waits',
      got: id,
    },
  );

const acknowledgement = TE.right<AppError, EmptyResult>({});

/** Only windows know what they show. */
export const windowLook = operation({
  name: 'window_look',
  title: 'What a window shows',
  description: 'Reports what a window shows and edits; forgotten when its connection closes.',
  audience: 'person',
  arguments: LookAtArguments,
  result: EmptyResult,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'presence.look',
  run:
    ({ presence: { windows } }) =>
    (input, { session }: Pick<CallContext, 'session'>) => {
      // Without a session, nobody would report that the window was closed, so its selection is not stored.
      if (session !== undefined) windows.look(session, input);
      return acknowledgement;
    },
});

/** For people only. Agents read the selection as an MCP resource, together with the active workspace. */
export const windowSelection = operation({
  name: 'window_selection',
  title: 'What a person looks at',
  description: 'Returns what the window that was used last shows.',
  audience: 'person',
  arguments: struct('window_selection arguments', {}),
  result: WindowSelection,
  effects: readEffects,
  useCase: 'presence.selection',
  run:
    ({ presence: { windows } }) =>
    () =>
      TE.right<AppError, WindowSelection>({ selection: windows.selection() }),
});

/** For people only, because an agent could hand the request back to itself. */
export const agentsTakeOver = operation({
  name: 'agents_take_over',
  title: 'Take a request over from an agent',
  description: "Makes an agent's changes of a request wait for a person who edits it, or no longer.",
  audience: 'person',
  arguments: TakeOverArguments,
  result: EmptyResult,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'presence.takeOver',
  run:
    ({ presence: { pendingWrites } }) =>
    ({ isTaken, ...taken }) => {
      pendingWrites.takeOver(taken, isTaken);
      return acknowledgement;
    },
});

export const agentsAnswer = operation({
  name: 'agents_answer',
  title: 'Allow or deny a change of an agent',
  description: 'Allows or denies a change of an agent that waits.',
  audience: 'person',
  arguments: AnswerAgentArguments,
  result: EmptyResult,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'presence.answer',
  run:
    ({ presence: { pendingWrites } }) =>
    ({ id, isAllowed }): AppResult<EmptyResult> =>
      pendingWrites.answer(id, isAllowed) ? acknowledgement : TE.left(createNotPendingError(id)),
});

/** The list of MCP clients takes no arguments. */
export const ListAgentClientsArguments = struct('MCP clients arguments', {});
export const AgentClientList = struct('the MCP clients of this machine', {
  clients: t.readonlyArray(AgentClient),
});
export type AgentClientList = t.TypeOf<typeof AgentClientList>;

export const ChangeAgentClientArguments = struct('MCP client change arguments', {
  id: withDescription(oneOf(...agentClientIds), 'The MCP client'),
  revision: withDescription(t.string, 'Revision of its file when the change was shown'),
});
export type ChangeAgentClientArguments = t.TypeOf<typeof ChangeAgentClientArguments>;

/**
 * The MCP clients on this machine, with what connecting and disconnecting would change in their configuration. The operations on clients
 * show and change the configuration of other programs, so they are for people only.
 */
export const agentClientsList = operation({
  name: 'agent_clients_list',
  title: 'MCP clients',
  description:
    'Lists the MCP clients of this machine, with what connecting or disconnecting would change in their configuration files.',
  audience: 'person',
  arguments: ListAgentClientsArguments,
  result: AgentClientList,
  effects: readEffects,
  useCase: 'agentClients.list',
  run:
    ({ ports: { agentClients } }) =>
    (): AppResult<AgentClientList> =>
      pipe(
        agentClients?.list() ?? TE.right([]),
        TE.map((clients) => ({ clients })),
      ),
});

/** Adds Tandem to the configuration of a client, or removes it. */
export const changeAgentClient =
  ({ agentClients }: Pick<Ports, 'agentClients'>, action: 'connect' | 'disconnect') =>
  ({ id, revision }: ChangeAgentClientArguments): AppResult<AgentClient> =>
    agentClients?.change(id, action, revision) ??
    TE.left(
      createInvalidInput('id', 'cannot be changed by this program; run "tandem connect" instead', {
        expected: 'a client that this program can change',
        got: id,
      }),
    );

export const agentClientsConnect = operation({
  name: 'agent_clients_connect',
  title: 'Connect an MCP client',
  description:
    "Adds the entry that starts Tandem to a client's configuration file, and keeps a backup of the file.",
  audience: 'person',
  arguments: ChangeAgentClientArguments,
  result: AgentClient,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'agentClients.connect',
  run: ({ ports }) => changeAgentClient(ports, 'connect'),
});

export const agentClientsDisconnect = operation({
  name: 'agent_clients_disconnect',
  title: 'Disconnect an MCP client',
  description: "Removes the entry that starts Tandem from a client's configuration file.",
  audience: 'person',
  arguments: ChangeAgentClientArguments,
  result: AgentClient,
  effects: replaceEffects,
  useCase: 'agentClients.disconnect',
  run: ({ ports }) => changeAgentClient(ports, 'disconnect'),
});
