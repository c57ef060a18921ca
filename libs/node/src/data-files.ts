import { basename, join } from 'node:path';

import envPaths from 'env-paths';

/** The platform's application data folder for Tandem. */
export const defaultDataFolder = (): string => envPaths('tandem', { suffix: '' }).data;

const fileNames = {
  database: 'tandem.sqlite',
  secretKey: 'secrets.key',
  storeKey: 'store.key',
  workspaces: 'workspaces',
  servers: 'servers',
  window: 'window',
} as const;

/** The paths of everything in a data folder. */
export const getDataFilePaths = (folder: string) => {
  const inServers = (...path: readonly string[]): string => join(folder, fileNames.servers, ...path);
  const inWindow = (...path: readonly string[]): string => join(folder, fileNames.window, ...path);
  return {
    database: join(folder, fileNames.database),
    /** The key that encrypts the secrets in the database, unless the key is in the platform's keychain. */
    secretKey: join(folder, fileNames.secretKey),
    /** The key that encrypts the secrets in a PostgreSQL database. */
    storeKey: join(folder, fileNames.storeKey),
    /** The folder of workspaces that were created without a path. */
    workspaces: join(folder, fileNames.workspaces),
    /** The folder in which running servers describe themselves. */
    servers: inServers(),
    /** The URL and process id of the running MCP server. */
    mcpAnnouncement: inServers('mcp.json'),
    /** The last port of the MCP server. */
    mcpPort: inServers('mcp.port'),
    /** The key that signs the ids of MCP sessions. */
    sessionKey: inServers('session.key'),
    /** Returns the path of a file named after `port`. It contains the id of the process that listens on the port. */
    listening: (port: number): string => inServers('listening', String(port)),
    /** A file that the process with the window has locked. */
    windowClaim: inServers('window.claim'),
    /** The URL and key of the running window. */
    windowState: inServers('window.json'),
    /** The key with which open pages of the window reconnect after a restart. */
    windowKey: inServers('window.key'),
    /** The last port of the window's server. */
    windowPort: inServers('window.port'),
    /** The profile folder of the browser that shows the window. */
    windowProfile: inWindow(),
    preferences: inWindow('preferences.json'),
    unsavedEdits: inWindow('unsaved.json'),
  } as const;
};

const entries: readonly string[] = [
  fileNames.workspaces,
  fileNames.servers,
  fileNames.window,
  fileNames.secretKey,
  fileNames.storeKey,
];

/** Whether an entry directly in a data folder is one of {@link getDataFilePaths}, or a file of the database. */
export const isDataFile = (path: string): boolean => {
  const name = basename(path);
  return entries.includes(name) || name.startsWith(fileNames.database);
};
