import { AgentClient, agentClientIds, type AppResult, invalidInput, type Ports } from '@tandem/core';
import { withDescription, oneOf, struct, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

/** The arguments of the list of MCP clients: none. */
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

/** The MCP clients of this machine, with what connecting and disconnecting would change in their configuration. */
export const listAgentClients =
  ({ agentClients }: Pick<Ports, 'agentClients'>) =>
  (): AppResult<AgentClientList> =>
    pipe(
      agentClients?.list() ?? TE.right([]),
      TE.map((clients) => ({ clients })),
    );

/** Adds Tandem to the configuration of a client, or removes it. */
export const changeAgentClient =
  ({ agentClients }: Pick<Ports, 'agentClients'>, action: 'connect' | 'disconnect') =>
  ({ id, revision }: ChangeAgentClient): AppResult<AgentClient> =>
    agentClients?.change(id, action, revision) ??
    TE.left(
      invalidInput('id', 'cannot be changed by this program; run "tandem connect" instead', {
        expected: 'a client that this program can change',
        got: id,
      }),
    );
