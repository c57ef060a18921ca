import { createServer } from 'node:net';

/** Below the ports that systems assign automatically: from 32,768 on Linux, from 49,152 elsewhere. */
const [minPort, maxPort] = [20_000, 32_000];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that stays free while a server restarts, because it is never assigned automatically. */
export const quietPort = async (): Promise<number> => {
  for (;;) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort));
    if (await isFree(port)) return port;
  }
};
