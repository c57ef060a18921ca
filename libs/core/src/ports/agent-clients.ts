import type { AgentClient, AgentClientId } from '../activity/agent-client.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** The MCP clients on this machine, found by their configuration files. */
export interface AgentClients {
  readonly list: () => TE.TaskEither<AppError, readonly AgentClient[]>;
  /**
   * Adds the entry that starts Tandem to a client's configuration, or removes it. The rest of the file is unchanged.
   * @param revision of the file whose change was shown
   */
  readonly change: (
    id: AgentClientId,
    action: 'connect' | 'disconnect',
    revision: string,
  ) => TE.TaskEither<AppError, AgentClient>;
}
