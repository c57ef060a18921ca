import { toClientName } from './client-name.js';

/** An MCP client that has used the server. */
export interface PresentClient {
  /** Empty if the client sent no name or a reserved one. */
  readonly name: string;
  /** Empty if the client sent no version. */
  readonly version: string;
  /** When it last listed or called tools, in ISO 8601. */
  readonly seenAt: string;
  readonly lastCall: { readonly tool: string; readonly at: string } | null;
}

/** A client's statement about itself. */
export type ClientInfo = { readonly name?: unknown; readonly version?: unknown } | undefined;

/** The clients that have used a server, most recent first. */
export interface Presence {
  readonly listed: (client: ClientInfo) => void;
  readonly called: (client: ClientInfo, tool: string) => void;
  readonly clients: () => readonly PresentClient[];
}

/** Maximum number of clients remembered, and maximum length of a version in UTF-16 units. */
const maxClients = 20;
const maxVersionLength = 40;

const getClientVersion = (client: ClientInfo): string =>
  typeof client?.version === 'string'
    ? client.version.replace(/\s+/g, ' ').trim().slice(0, maxVersionLength)
    : '';

/**
 * Remembers which clients have used a server. Clients with the same name and version count as one, and so do all clients without a name.
 * @param now returns the time in ISO 8601
 */
export const createPresence = (now = () => new Date().toISOString()): Presence => {
  const known = new Map<string, PresentClient>();
  const see = (client: ClientInfo, tool: string | undefined): void => {
    const { by: name = '' } = toClientName(client);
    const [version, seenAt] = [getClientVersion(client), now()];
    const key = JSON.stringify([name, version]);
    const lastCall = tool === undefined ? (known.get(key)?.lastCall ?? null) : { tool, at: seenAt };
    known.delete(key);
    known.set(key, { name, version, seenAt, lastCall });
    const [oldest] = known.keys();
    if (known.size > maxClients && oldest !== undefined) known.delete(oldest);
  };
  return {
    listed: (client) => {
      see(client, undefined);
    },
    called: see,
    clients: () => [...known.values()].reverse(),
  };
};
