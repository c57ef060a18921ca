import { type Subcommand, defineSubcommand } from '@tandem/node/cli/commands';
import type { AgentClientId } from '@tandem/core';
import { defineSwitchFlag, defineTextFlag } from '@tandem/node/cli/flags';

/**
 * The ids of the clients. This is a copy, so that commands need not load the library that lists the clients. The compiler checks
 * that the copy is complete.
 */
const ids = Object.keys({
  'claude-code': true,
  'claude-desktop': true,
  cursor: true,
  vscode: true,
  codex: true,
  zed: true,
  windsurf: true,
} satisfies Record<AgentClientId, true>);

const flags = {
  yes: defineSwitchFlag({ flags: '--yes', description: 'Change the files without asking' }),
  print: defineSwitchFlag({ flags: '--print', description: 'Only print the changes' }),
  dataDir: defineTextFlag({
    flags: '--data-dir <folder>',
    description: "Data folder of the window to share; default: the platform's",
    env: 'TANDEM_DATA_DIR',
    fallback: undefined,
  }),
};

const exitCodes =
  'Exit codes: 0 changed or nothing to change, 1 not changed, 2 wrong usage, 3 a file cannot be used.';

const createClientArgument = (otherwise: string) =>
  [['[client]', `${ids.join(', ')}; default: ${otherwise}`] as const] satisfies Subcommand['args'];

/** The commands that add Tandem to the configuration of MCP clients, and remove it. */
export const connectCommands: readonly Subcommand[] = [
  defineSubcommand({
    name: 'connect',
    description: 'Add Tandem to the MCP clients of this machine',
    args: createClientArgument('every client that is found'),
    words: ids,
    flags,
    examples: `Shows each change as a diff and asks. The file is copied to <file>.tandem-backup first.

Examples:
  tandem connect
  tandem connect cursor --yes
  tandem connect codex --print

${exitCodes}`,
    run: async ([id], output, values) =>
      (await import('./connect-clients.js')).connectClients('connect', id, values, output),
  }),
  defineSubcommand({
    name: 'disconnect',
    description: 'Remove Tandem from the MCP clients of this machine',
    args: createClientArgument('every client with an entry for Tandem'),
    words: ids,
    flags,
    examples: `Removes exactly the entry that "tandem connect" added.

Examples:
  tandem disconnect cursor

${exitCodes}`,
    run: async ([id], output, values) =>
      (await import('./connect-clients.js')).connectClients('disconnect', id, values, output),
  }),
];
