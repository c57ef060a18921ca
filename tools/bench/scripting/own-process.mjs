import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a server in its own process. The server prints its port and ends with this process. */
export const startServer = async (file) => {
  const child = spawn(process.execPath, [fileURLToPath(file)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}/`, stop: () => child.kill('SIGKILL') };
};
