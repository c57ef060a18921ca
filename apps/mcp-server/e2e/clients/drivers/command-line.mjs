import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program of a package with this Node. Returns its output, whatever its exit code is. */
export const runProgram = async (packages, path, args, { signal } = {}) => {
  const program = [join(packages, 'node_modules', path), ...args];
  const options = { signal, killSignal: 'SIGINT', maxBuffer: 64 * 1024 * 1024 };
  try {
    return (await execute(process.execPath, program, options)).stdout;
  } catch (error) {
    if (signal?.aborted || !error.stdout) throw error;
    return error.stdout;
  }
};
