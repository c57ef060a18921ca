import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const isPinned = existsSync('/usr/bin/taskset') && cpus().length > 1;

/**
 * Starts a contender. If taskset is available, the contender runs only on the first core, which leaves the other
 * cores to the load generator.
 */
export const startContender = async (name) => {
  const server = fileURLToPath(new URL('./server.mjs', import.meta.url));
  const command = [...(isPinned ? ['taskset', '-c', '0'] : []), process.execPath, server, name];
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [line] = await once(child.stdout, 'data');
  const usage = async () => {
    child.send('usage');
    const [{ memory, cpu }] = await once(child, 'message');
    return { memory, cpuMs: (cpu.user + cpu.system) / 1000 };
  };
  return { url: `http://127.0.0.1:${String(line).trim()}`, usage, stop: () => child.kill('SIGKILL') };
};
