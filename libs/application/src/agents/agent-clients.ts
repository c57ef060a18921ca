import { AgentClient, agentClientIds, type AppResult, createInvalidInput, type Ports } from '@tandem/core';
import { withDescription, oneOf, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { operation, reads, replaces } from '../operation.js';

/** The list of MCP clients takes no arguments. */
export const ListAgentClients = struct('MCP clients arguments', {});
export const AgentClientList = struct('the MCP clients of this machine', {
  clients: t.readonlyArray(AgentClient),
});
export type AgentClientList = t.TypeOf<typeof AgentClientList>;

export const ChangeAgentClient = struct('MCP client change arguments', {
  id: withDescription(oneOf(...agentClientIds), 'The MCP client'),
  revision: withDescription(t.string, 'Revision of its file when the change was shown'),
});
export type ChangeAgentClient = t.TypeOf<typeof ChangeAgentClient>;

/**
 * The MCP clients on this machine, with what connecting and disconnecting would change in their configuration.
 * These show and change the configuration of other programs, so they are for people only.
 */
export const agentClientsList = operation({
  name: 'agent_clients_list',
  title: 'MCP clients',
  description:
    'Lists the MCP clients of this machine, with what connecting or disconnecting would change in their configuration files.',
  audience: 'person',
  arguments: ListAgentClients,
  result: AgentClientList,
  effects: reads,
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
  ({ id, revision }: ChangeAgentClient): AppResult<AgentClient> =>
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
  arguments: ChangeAgentClient,
  result: AgentClient,
  effects: { ...replaces, destructive: false },
  useCase: 'agentClients.connect',
  run: ({ ports }) => changeAgentClient(ports, 'connect'),
});

export const agentClientsDisconnect = operation({
  name: 'agent_clients_disconnect',
  title: 'Disconnect an MCP client',
  description: "Removes the entry that starts Tandem from a client's configuration file.",
  audience: 'person',
  arguments: ChangeAgentClient,
  result: AgentClient,
  effects: replaces,
  useCase: 'agentClients.disconnect',
  run: ({ ports }) => changeAgentClient(ports, 'disconnect'),
});
