import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves: Linux from 32,768 on, others from 49,152 on. */
const [lowest, highest] = [20_000, 32_000];

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A free port of 127.0.0.1 that stays free while a server restarts, because no other server is given it by chance. */
export const quietPort = async () => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
};
