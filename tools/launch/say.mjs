import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's folder without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Prints progress for the user to stderr; stdout belongs to the program. */
export const say = (line) => process.stderr.write(`tandem: ${line}\n`);

/**
 * Runs a set-up program with all output on stderr. If the program fails, this process ends, too.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export const runOrExit = (program, args, env = {}) => {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  say(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ` with ${status}`}`);
  process.exit(1);
};
