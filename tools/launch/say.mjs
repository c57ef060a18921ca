import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Tells a person what is being done, on stderr: stdout belongs to the program. */
export const say = (line) => process.stderr.write(`tandem: ${line}\n`);

/**
 * Runs a program of the set-up to its end, all its output on stderr; a failure ends this process too.
 * @param {string} program @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export const must = (program, args, env = {}) => {
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
