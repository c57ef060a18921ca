import { AgentClientList, ChangeAgentClient, ListAgentClients } from '@tandem/application';
import { AgentClient } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

/** They show and change the configuration of other programs, so these are for people only. */
export const agentClientsList = method({
  name: 'agent_clients_list',
  title: 'MCP clients',
  description:
    'Lists the MCP clients of this machine, with what connecting or disconnecting would change in their configuration files.',
  audience: 'person',
  params: ListAgentClients,
  result: AgentClientList,
  effects: reads,
  handle: (application) => application.agentClients.list,
});

export const agentClientsConnect = method({
  name: 'agent_clients_connect',
  title: 'Connect an MCP client',
  description:
    "Adds the entry that starts Tandem to a client's configuration file, and keeps a backup of the file.",
  audience: 'person',
  params: ChangeAgentClient,
  result: AgentClient,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.agentClients.connect,
});

export const agentClientsDisconnect = method({
  name: 'agent_clients_disconnect',
  title: 'Disconnect an MCP client',
  description: "Removes the entry that starts Tandem from a client's configuration file.",
  audience: 'person',
  params: ChangeAgentClient,
  result: AgentClient,
  effects: replaces,
  handle: (application) => application.agentClients.disconnect,
});
