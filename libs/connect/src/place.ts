import { homedir } from 'node:os';
import { type PlatformPath, posix, win32 } from 'node:path';

/** The properties of a machine that determine where programs keep their configuration. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The machine and user of this process. */
export const getCurrentPlace = (env: NodeJS.ProcessEnv = process.env): Place => ({
  platform: process.platform,
  home: homedir(),
  env,
});

/** The path rules of a platform. */
export const getPlatformPath = ({ platform }: Place): PlatformPath => (platform === 'win32' ? win32 : posix);

type Variable = 'APPDATA' | 'LOCALAPPDATA' | 'XDG_CONFIG_HOME' | 'CLAUDE_CONFIG_DIR' | 'CODEX_HOME';

const toNonEmpty = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** The folder of an environment variable, or one below the home folder. */
export const resolveFolder = (place: Place, variable: Variable, ...belowHome: readonly string[]): string =>
  toNonEmpty(place.env[variable]) ?? getPlatformPath(place).join(place.home, ...belowHome);

/** The platform's folder for program configuration. */
export const getConfigFolder = (place: Place): string => {
  if (place.platform === 'win32') return resolveFolder(place, 'APPDATA', 'AppData', 'Roaming');
  if (place.platform === 'darwin') return posix.join(place.home, 'Library', 'Application Support');
  return resolveFolder(place, 'XDG_CONFIG_HOME', '.config');
};
