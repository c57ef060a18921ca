import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** Whether tests can start a keyring, as on a Linux desktop. */
export const hasKeyring = isInstalled('dbus-daemon') && isInstalled('gnome-keyring-daemon');

const question = [
  '--session',
  '--print-reply=literal',
  '--dest=org.freedesktop.DBus',
  '/',
  'org.freedesktop.DBus.NameHasOwner',
  'string:org.freedesktop.secrets',
];

/** A session bus, and a keyring that only programs on this bus use. */
export interface StartedKeyring {
  /** The environment variables with which a program finds the keyring. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

const maxTries = 300;

/**
 * Starts a session bus and a keyring, whose files are below the folder.
 * @param options with `isLocked`, a keyring from an earlier start stays locked, because nobody answers its password prompt
 */
export const startKeyring = async (
  folder: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StartedKeyring> => {
  const programs: ChildProcess[] = [];
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  programs.push(bus);
  const [line] = (await once(bus.stdout, 'data')) as [Buffer];
  await mkdir(join(folder, 'share'), { recursive: true });
  const env = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_DATA_HOME: join(folder, 'share'),
    DBUS_SESSION_BUS_ADDRESS: line.toString().trim(),
  };
  const args = ['--foreground', '--components=secrets', ...(isLocked ? [] : ['--unlock'])];
  const keyring = spawn('gnome-keyring-daemon', args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  programs.push(keyring);
  keyring.stdin.end(isLocked ? '' : 'a password');
  const hasService = (): boolean =>
    spawnSync('dbus-send', question, { env: { ...process.env, ...env }, encoding: 'utf8' }).stdout.includes(
      'true',
    );
  for (let tries = 0; !hasService(); tries += 1) {
    if (tries === maxTries) throw new Error('the keyring did not start');
    await wait(200);
  }
  return {
    env,
    stop: async () => {
      for (const program of programs.reverse()) {
        if (program.exitCode !== null || program.signalCode !== null) continue;
        const ended = once(program, 'exit');
        program.kill();
        await ended;
      }
    },
  };
};
