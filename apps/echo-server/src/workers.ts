import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Processes that share a port. */
export interface Workers {
  readonly port: number;
  /** Rejects once the last worker has ended and none could replace it. */
  readonly ended: Promise<never>;
  /** Stops all workers after their running requests. */
  readonly close: () => Promise<void>;
}

/** Whether this process is a worker. */
export const isWorker = (): boolean => cluster.isWorker;

const waitUntilListening = async (
  worker: Worker,
): Promise<{ readonly address: string; readonly port: number }> => {
  const failed = once(worker, 'exit').then(() => {
    throw new Error('a worker could not start');
  });
  const [address] = (await Promise.race([once(worker, 'listening'), failed])) as [
    { address: string; port: number },
  ];
  return address;
};

const endWorker = (worker: Worker): Promise<unknown> => {
  if (worker.isDead()) return Promise.resolve();
  const exit = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  return exit;
};

/** Checks the port first, so that an unusable port is reported once and not by every worker. */
const checkPort = async (host: string, port: number): Promise<void> => {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
};

/**
 * Starts `count` more processes of this program on one port. A worker that exits is replaced, unless it exited before it listened, because
 * its replacement would do the same. The other workers keep running.
 * @throws the error of the socket, such as EADDRINUSE
 */
export const startWorkers = async (
  { host, port, workers: count }: { readonly host: string; readonly port: number; readonly workers: number },
  onReplaced: (code: number | null) => void,
): Promise<Workers> => {
  await checkPort(host, port);
  const workers = new Set<Worker>();
  const serving = new WeakSet<Worker>();
  let chosen: number | undefined;
  let isClosing = false;
  let end: (error: Error) => void = () => undefined;
  const noneLeft = new Promise<never>((_, reject) => (end = reject));

  // node:cluster lets workers share the socket of the port that they request, and closes it when the last of them exits. With --port 0,
  // another worker must therefore also request port 0 until that socket is closed.
  const keepPort = () => {
    cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', String(chosen)] });
  };
  const start = (): Worker => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.on('error', () => undefined); // an exit event follows any error
    worker.once('exit', (code: number | null) => {
      workers.delete(worker);
      if (chosen === undefined || isClosing) return;
      if (serving.has(worker) || code === null) replace(code);
      else if (workers.size === 0)
        end(new Error('its workers have ended, and no other one could start, as said above'));
    });
    return worker;
  };
  const replace = (code: number | null) => {
    onReplaced(code);
    if (workers.size === 0) keepPort();
    const next = start();
    next.once('listening', (address) => {
      if (address.port === chosen) serving.add(next);
      else {
        // The last worker exited before this one could share its socket.
        keepPort();
        next.process.kill('SIGKILL');
      }
    });
  };
  const close = async () => {
    isClosing = true;
    await Promise.all([...workers].map(endWorker));
  };
  try {
    await Promise.all(
      Array.from({ length: count }, start).map(async (worker) => {
        chosen = (await waitUntilListening(worker)).port;
        serving.add(worker);
      }),
    );
    return { port: chosen ?? port, ended: noneLeft, close };
  } catch (error) {
    await close();
    throw error;
  }
};
