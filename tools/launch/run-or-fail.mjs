import { spawnSync } from 'node:child_process';

/**
 * Runs a program and waits until it ends.
 * @returns its stdout
 * @throws Error with all of its output if it cannot be started or its exit code is not 0
 */
export const runOrFail = (program, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32' && program === 'npm',
    ...options,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
};
