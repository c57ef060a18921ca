import { oneOf, struct, t, withDescription } from '../codec/index.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** The MCP clients whose configuration Tandem can change. */
export const agentClientIds = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'zed',
  'windsurf',
] as const;
/** The id of an MCP client whose configuration Tandem can change. */
export type AgentClientId = (typeof agentClientIds)[number];

/** An MCP client on this machine, and whether its configuration starts Tandem. */
export const AgentClient = struct('an MCP client', {
  id: oneOf(...agentClientIds),
  name: t.string,
  file: withDescription(t.string, 'Its configuration file, which may not exist yet'),
  isFound: withDescription(t.boolean, 'Whether its configuration file or folder exists'),
  state: withDescription(
    oneOf('none', 'connected', 'outdated', 'unusable'),
    'Whether the file has an entry for Tandem, one for another program, or cannot be used',
  ),
  reason: withDescription(t.union([t.string, t.null]), 'Why the file cannot be used'),
  connect: withDescription(t.union([t.string, t.null]), 'What connecting would change, as a diff'),
  disconnect: withDescription(t.union([t.string, t.null]), 'What disconnecting would change, as a diff'),
  revision: withDescription(t.string, 'Changes with the file'),
  entry: withDescription(t.string, 'The entry as its own text, for the file of a project'),
  installLink: withDescription(t.union([t.string, t.null]), 'Makes the client add the entry itself'),
});
export type AgentClient = t.TypeOf<typeof AgentClient>;

/** The MCP clients on this machine, found by their configuration files. */
export interface AgentClients {
  readonly list: () => TE.TaskEither<AppError, readonly AgentClient[]>;
  /**
   * Adds the entry that starts Tandem to a client's configuration, or removes it. Leaves the rest of the file unchanged.
   * @param revision the revision of the file that the person saw the change of
   */
  readonly change: (
    id: AgentClientId,
    action: 'connect' | 'disconnect',
    revision: string,
  ) => TE.TaskEither<AppError, AgentClient>;
}
