import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, type PlatformPath, posix, win32 } from 'node:path';

/** The properties of a machine that determine where programs keep their configuration. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The machine and user of this process. */
export const getCurrentMachine = (env: NodeJS.ProcessEnv = process.env): Machine => ({
  platform: process.platform,
  home: homedir(),
  env,
});

/** The path rules of a platform. */
export const getPlatformPath = ({ platform }: Machine): PlatformPath =>
  platform === 'win32' ? win32 : posix;

type Variable = 'APPDATA' | 'LOCALAPPDATA' | 'XDG_CONFIG_HOME' | 'CLAUDE_CONFIG_DIR' | 'CODEX_HOME';

const toNonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** The folder that an environment variable names; without the variable, a folder in the home folder. */
export const resolveFolder = (
  machine: Machine,
  variable: Variable,
  ...belowHome: readonly string[]
): string => toNonEmpty(machine.env[variable]) ?? getPlatformPath(machine).join(machine.home, ...belowHome);

/** The platform's folder for program configuration. */
export const getConfigFolder = (machine: Machine): string => {
  if (machine.platform === 'win32') return resolveFolder(machine, 'APPDATA', 'AppData', 'Roaming');
  if (machine.platform === 'darwin') return posix.join(machine.home, 'Library', 'Application Support');
  return resolveFolder(machine, 'XDG_CONFIG_HOME', '.config');
};

/** The command and arguments with which a client starts the MCP server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export interface StartedProgram {
  /** The command of the running program: absolute paths of an interpreter and a script. */
  readonly program: readonly [node: string, script: string];
  /** The data folder, unless it is the default one. */
  readonly dataFolder?: string;
}

const resolveRealPath = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

const inPackage = ['lib', 'tandem', 'package', 'apps', 'tandem', 'dist', 'bundle', 'main.js'];

/** Whether a command starts the running program: it is a link to its script, or the launcher of an archive that includes Node. */
const isRunningProgram = (command: string, script: string): boolean => {
  const real = resolveRealPath(command);
  if (real === undefined) return false;
  return real === script || resolveRealPath(join(dirname(real), '..', ...inPackage)) === script;
};

/** Whether npm or npx has added a folder to the path. Clients do not have such a folder on their path. */
const isTemporary = (folder: string): boolean => /node_modules[\\/]\.bin[\\/]?$/.test(folder);

/**
 * Says whether `tandem` on the path starts the running program. On Windows it never does: there it is a `.cmd` file, which clients cannot
 * start.
 */
const isOnPath = ({ platform, env }: Machine, script: string): boolean => {
  if (platform === 'win32') return false;
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '' && !isTemporary(folder));
  const first = folders
    .map((folder) => join(folder, 'tandem'))
    .find((path) => resolveRealPath(path) !== undefined);
  return first !== undefined && isRunningProgram(first, resolveRealPath(script) ?? script);
};

/** Creates the command for a client's configuration: `tandem` if it is on the path, otherwise this program with absolute paths. */
export const createLaunch = (
  machine: Machine,
  { program: [node, script], dataFolder }: StartedProgram,
): Launch => {
  const flags = dataFolder === undefined ? [] : ['--data-dir', dataFolder];
  const args = ['mcp', '--stdio', ...flags];
  return isOnPath(machine, script) ? { command: 'tandem', args } : { command: node, args: [script, ...args] };
};
