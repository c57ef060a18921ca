import type { AgentClientId } from '@tandem/core';

import type { Entry, Format } from './formats/format.js';
import { json } from './formats/json.js';
import { toml } from './formats/toml.js';
import { getConfigFolder, getPlatformPath, type Launch, type Machine, resolveFolder } from './launch.js';

/** An MCP client and how its configuration names a server. */
export interface KnownClient {
  readonly id: AgentClientId;
  readonly name: string;
  readonly format: Format;
  /** The key of the server table. */
  readonly container: string;
  /** The paths of the configuration files, the preferred one first. If none exists, the last one is created. */
  readonly files: (machine: Machine) => readonly string[];
  /** Other folders that only exist if the client is installed. For clients whose file is not in a folder of its own. */
  readonly folders?: (machine: Machine) => readonly string[];
  readonly entry: (launch: Launch) => Entry;
  /** Creates a link that makes the client add the server itself. */
  readonly installLink?: (name: string, entry: Entry) => string;
}

const toPlainEntry = ({ command, args }: Launch): Entry => ({ command, args });
const toTypedEntry = ({ command, args }: Launch): Entry => ({ type: 'stdio', command, args });

/** https://code.claude.com/docs/en/mcp and /settings: servers of the user scope are in ~/.claude.json. */
const claudeCode: KnownClient = {
  id: 'claude-code',
  name: 'Claude Code',
  format: json,
  container: 'mcpServers',
  files: (machine) => [
    getPlatformPath(machine).join(resolveFolder(machine, 'CLAUDE_CONFIG_DIR'), '.claude.json'),
  ],
  folders: (machine) => [resolveFolder(machine, 'CLAUDE_CONFIG_DIR', '.claude')],
  entry: toTypedEntry,
};

/**
 * https://modelcontextprotocol.io/docs/develop/connect-local-servers; the Microsoft Store package has its own folder.
 */
const claudeDesktop: KnownClient = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  format: json,
  container: 'mcpServers',
  files: (machine) => {
    const path = getPlatformPath(machine);
    const inFolder = (folder: string): string => path.join(folder, 'Claude', 'claude_desktop_config.json');
    const store = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming'];
    const local = (): string => resolveFolder(machine, 'LOCALAPPDATA', 'AppData', 'Local');
    return [
      ...(machine.platform === 'win32' ? [inFolder(path.join(local(), ...store))] : []),
      inFolder(getConfigFolder(machine)),
    ];
  },
  entry: toPlainEntry,
};

/** https://cursor.com/docs/mcp and https://cursor.com/docs/mcp/install-links */
const cursor: KnownClient = {
  id: 'cursor',
  name: 'Cursor',
  format: json,
  container: 'mcpServers',
  files: (machine) => [getPlatformPath(machine).join(machine.home, '.cursor', 'mcp.json')],
  entry: toPlainEntry,
  installLink: (name, entry) => {
    const config = Buffer.from(JSON.stringify(entry)).toString('base64');
    const query = `name=${encodeURIComponent(name)}&config=${encodeURIComponent(config)}`;
    return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
  },
};

/** https://code.visualstudio.com/docs/agents/reference/mcp-configuration and /api/extension-guides/ai/mcp (install links) */
const vscode: KnownClient = {
  id: 'vscode',
  name: 'VS Code',
  format: json,
  container: 'servers',
  files: (machine) => [getPlatformPath(machine).join(getConfigFolder(machine), 'Code', 'User', 'mcp.json')],
  entry: toTypedEntry,
  installLink: (name, entry) =>
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
};

/** https://developers.openai.com/codex/mcp */
const codex: KnownClient = {
  id: 'codex',
  name: 'Codex',
  format: toml,
  container: 'mcp_servers',
  files: (machine) => [
    getPlatformPath(machine).join(resolveFolder(machine, 'CODEX_HOME', '.codex'), 'config.toml'),
  ],
  entry: toPlainEntry,
};

/** https://zed.dev/docs/ai/mcp and https://zed.dev/docs/configuring-zed */
const zed: KnownClient = {
  id: 'zed',
  name: 'Zed',
  format: json,
  container: 'context_servers',
  files: (machine) => {
    const path = getPlatformPath(machine);
    const folders = {
      win32: path.join(getConfigFolder(machine), 'Zed'),
      darwin: path.join(machine.home, '.config', 'zed'),
      other: path.join(getConfigFolder(machine), 'zed'),
    };
    const { platform } = machine;
    const folder = folders[platform === 'win32' || platform === 'darwin' ? platform : 'other'];
    return [path.join(folder, 'settings.json')];
  },
  entry: toPlainEntry,
};

/** https://docs.windsurf.com/windsurf/cascade/mcp */
const windsurf: KnownClient = {
  id: 'windsurf',
  name: 'Windsurf',
  format: json,
  container: 'mcpServers',
  files: (machine) => [
    getPlatformPath(machine).join(machine.home, '.codeium', 'windsurf', 'mcp_config.json'),
  ],
  entry: toPlainEntry,
};

/** The clients whose configuration Tandem can change. */
export const knownClients: readonly KnownClient[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vscode,
  codex,
  zed,
  windsurf,
];
