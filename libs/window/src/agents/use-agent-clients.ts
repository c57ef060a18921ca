import type { AgentClient } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { queryKeys } from '../link/query-keys.js';
import { useLink } from '../link/use-link.js';
import { describeClientChange } from './agents.js';
import { describeProblem } from '../link/problem-words.js';
import { useSay } from '../shell/notices/use-messages.js';

const queryKey = queryKeys.agentClients;
export type ClientAction = 'connect' | 'disconnect';

const opposite = { connect: 'disconnect', disconnect: 'connect' } as const;

interface AgentClientsState {
  readonly clients: readonly AgentClient[] | undefined;
  /** Changes a client's file as its diff shows. Returns the problem if that is not possible. */
  readonly change: (client: AgentClient, action: ClientAction) => Promise<string | undefined>;
}

/** The MCP clients of this machine, and functions that add Tandem to them. */
export const useAgentClients = (): AgentClientsState => {
  const link = useLink();
  const queries = useQueryClient();
  const say = useSay();
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await link.call('agent_clients_list', {})).clients,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const change: AgentClientsState['change'] = async ({ id, revision, state }, action) => {
    try {
      const changed = await link.call(`agent_clients_${action}`, { id, revision });
      const undo = (): void => {
        void change(changed, opposite[action]).then((problem) => {
          if (problem !== undefined) say(problem);
        });
      };
      // Disconnecting would not restore what an update replaced.
      say(describeClientChange(changed, action), state === 'outdated' ? undefined : undo);
      return undefined;
    } catch (cause) {
      return describeProblem(cause);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  return { clients: data, change };
};
