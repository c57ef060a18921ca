import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Processes that share a port. */
export interface Workers {
  readonly port: number;
  /** Stops all workers after their running requests. */
  readonly close: () => Promise<void>;
}

/** Whether this process is a worker. */
export const isWorker = (): boolean => cluster.isWorker;

const listening = async (worker: Worker): Promise<{ readonly address: string; readonly port: number }> => {
  const failed = once(worker, 'exit').then(() => {
    throw new Error('a worker could not start');
  });
  const [address] = (await Promise.race([once(worker, 'listening'), failed])) as [
    { address: string; port: number },
  ];
  return address;
};

const ended = (worker: Worker): Promise<unknown> => {
  if (worker.isDead()) return Promise.resolve();
  const exit = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  return exit;
};

/** Fails early if the port cannot be used, before the workers fail one by one. */
const checkPort = async (host: string, port: number): Promise<void> => {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
};

/**
 * Starts `count` more processes of this program on one port; a worker that ends is replaced.
 * @throws the error of the socket, such as EADDRINUSE
 */
export const startWorkers = async (
  { host, port, workers: count }: { readonly host: string; readonly port: number; readonly workers: number },
  onReplaced: (code: number) => void,
): Promise<Workers> => {
  await checkPort(host, port);
  const workers = new Set<Worker>();
  let isClosing = false;
  const start = (): Worker => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.on('error', () => undefined); // an exit event follows any error
    worker.once('exit', (code) => workers.delete(worker) && !isClosing && replace(worker, code));
    return worker;
  };
  const replace = (worker: Worker, code: number) => {
    if (!started.has(worker)) return;
    onReplaced(code);
    const next = start();
    next.once('listening', () => started.add(next));
  };
  const started = new WeakSet<Worker>();
  const close = async () => {
    isClosing = true;
    await Promise.all([...workers].map(ended));
  };
  try {
    const first = await Promise.all(
      Array.from({ length: count }, start).map(async (worker) => {
        const address = await listening(worker);
        started.add(worker);
        return address;
      }),
    );
    const chosen = first[0]?.port ?? port;
    cluster.setupPrimary({ args: [...process.argv.slice(2), '--port', String(chosen)] }); // for replacements
    return { port: chosen, close };
  } catch (error) {
    await close();
    throw error;
  }
};
