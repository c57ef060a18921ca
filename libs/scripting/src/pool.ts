import { type Host, startHost } from './host-process.js';
import type { ScriptLimits } from './limits.js';

/** What a pool says that is closed. */
export class PoolClosed extends Error {}

/** Hosts that many executions share, with one more than is needed kept warm. */
export interface Pool {
  /** The ready host that has the least to do. */
  readonly acquire: () => Promise<Host>;
  /** A host of its own for an execution that may have killed one; end it with `release`. */
  readonly alone: () => Promise<Host>;
  readonly release: (host: Host) => void;
  /** Whether sessions that live on this host may go on there. */
  readonly isUsable: (host: Host) => boolean;
  /** Takes a host out after a fault: native work may go on in it. Others get a moment to finish, then it is killed. */
  readonly retire: (host: Host) => void;
  readonly close: () => Promise<void>;
}

/** How long the other executions of a retired host may take to finish, in milliseconds. */
const farewellMs = 250;

/** How many executions may have a host of their own at the same time. */
const mostAlone = 4;

const createGate = (most: number) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    enter: async (): Promise<void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave: (): void => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
};

/** The hosts there are, and which of them have started. */
const createRoster = (limits: ScriptLimits, onExit: (host: Host, hadStarted: boolean) => void) => {
  const all = new Set<Host>();
  const started = new Set<Host>();
  return {
    all,
    started,
    launch: (): Host => {
      const host = startHost(limits);
      all.add(host);
      host.ready.then(
        () => started.add(host),
        () => undefined,
      );
      void host.exited.then(() => {
        all.delete(host);
        onExit(host, started.delete(host));
      });
      return host;
    },
  };
};

/** The host that owes the fewest answers. */
const idlest = (hosts: readonly Host[]): Host | undefined =>
  hosts.reduce<Host | undefined>(
    (best, host) => (best === undefined || host.busy() < best.busy() ? host : best),
    undefined,
  );

/** A pool of `size` hosts; they start at once, and are replaced as soon as they end. */
export const createPool = (size: number, limits: ScriptLimits): Pool => {
  let shared: Host[] = [];
  let closed = false;
  const gate = createGate(mostAlone);
  const { all, started, launch } = createRoster(limits, (host, hadStarted) => {
    shared = shared.filter((one) => one !== host);
    // One that does not even start is not tried again before it is needed.
    if (hadStarted) fill();
  });
  const fill = (): void => {
    while (!closed && shared.length < size) shared.push(launch());
  };
  fill();

  const firstReady = async (): Promise<void> => {
    try {
      await Promise.any(shared.map((host) => host.ready));
    } catch {
      throw closed ? new PoolClosed() : new Error('the script host did not start');
    }
  };
  const acquire = async (): Promise<Host> => {
    if (closed) throw new PoolClosed();
    fill();
    if (!shared.some((host) => started.has(host))) await firstReady();
    const host = idlest(shared.filter((one) => one.isAlive() && started.has(one)));
    if (host === undefined) return acquire();
    // Behind the others: while it prepares its next isolate, the next execution goes to another.
    shared = [...shared.filter((one) => one !== host), host];
    return host;
  };

  return {
    acquire,
    alone: async () => {
      await gate.enter();
      if (closed) throw new PoolClosed();
      const host = launch();
      await host.ready.catch((error: unknown) => {
        gate.leave();
        throw error;
      });
      void host.exited.then(gate.leave);
      return host;
    },
    release: (host) => {
      if (!shared.includes(host)) host.kill();
    },
    isUsable: (host) => host.isAlive() && all.has(host) && (shared.includes(host) || host.busy() === 0),
    retire: (host) => {
      shared = shared.filter((one) => one !== host);
      fill();
      if (host.busy() === 0) host.kill();
      else setTimeout(host.kill, farewellMs).unref();
    },
    close: async () => {
      closed = true;
      shared = [];
      for (const host of all) host.kill();
      await Promise.all([...all].map((host) => host.exited));
    },
  };
};
