import { type Host, startHost } from './host-process.js';
import type { ScriptLimits } from './limits.js';

/** Limits how many calls run at a time. The others wait in order. */
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
    isAwaited: () => waiting.length > 0,
  };
};

/**
 * Runs each call on a host of its own, so that a crash shows which script caused it. A host that survives its call takes the next one that
 * waits, and is ended if none does.
 * @param start resolves with a host that is ready
 * @param most how many calls run at a time
 */
const createQuarantine = (start: () => Promise<Host>, most: number) => {
  const gate = createGate(most);
  const kept: Host[] = [];
  return async <A>(use: (host: Host) => Promise<A>): Promise<A> => {
    await gate.enter();
    let host: Host | undefined;
    let isClean = false;
    try {
      host = kept.pop() ?? (await start());
      const used = await use(host);
      isClean = true;
      return used;
    } finally {
      if (host && isClean && host.isAlive() && gate.isAwaited()) kept.push(host);
      else host?.kill();
      gate.leave();
    }
  };
};

/** Calls `rest` after `ms` milliseconds without a `touch`, once `isQuiet` returns true. Does not keep the process alive. */
const createRest = (ms: number, isQuiet: () => boolean, rest: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    if (isQuiet()) rest();
    else arm();
  };
  const arm = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, ms).unref();
  };
  return {
    touch: arm,
    stop: (): void => {
      clearTimeout(timer);
    },
  };
};

/** Thrown if the pool was closed. */
export class PoolClosedError extends Error {}

/** Thrown if no host became ready before it ended. */
export class HostsNotStartedError extends Error {}

/** The hosts that executions share. Once there is work, a spare one is kept ready. */
export interface Pool {
  /** Waits until all hosts that were launched have started. */
  readonly ready: () => Promise<void>;
  /**
   * Resolves with the ready host that has the least work. If several have, with the one that was used last, or with `isAlone` the one that
   * was not used for the longest time.
   * @param isAlone whether the session needs an isolate of its own, which such a host has had time to prepare
   */
  readonly acquire: (isAlone?: boolean) => Promise<Host>;
  /** Runs a call that may have crashed a host on another host, which has no sessions before or after it. */
  readonly alone: <A>(use: (host: Host) => Promise<A>) => Promise<A>;
  /** Whether the sessions on this host can continue there. */
  readonly isUsable: (host: Host) => boolean;
  /** Removes a host after a fault, because native code may still be running in it. Its other calls get a moment to finish. */
  readonly retire: (host: Host) => void;
  readonly close: () => Promise<void>;
}

/** How long other executions on a retired host may take to finish, in milliseconds. */
const retireGraceMs = 250;

/** Maximum number of hosts that run a single call each. */
const maxLoneHosts = 4;

/** Tracks all hosts, and which of them have started. */
const createRoster = (limits: ScriptLimits) => {
  let ended: (host: Host, hadStarted: boolean) => void = () => undefined;
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
        ended(host, started.delete(host));
      });
      return host;
    },
    onExit: (listener: typeof ended): void => {
      ended = listener;
    },
  };
};

/** Counts how often each host was acquired in this turn of the event loop, because those calls have not reached the host yet. */
const createAcquired = () => {
  const counts = new Map<Host, number>();
  const of = (host: Host): number => counts.get(host) ?? 0;
  return {
    of,
    add: (host: Host): void => {
      if (counts.size === 0) setImmediate(() => counts.clear());
      counts.set(host, of(host) + 1);
    },
  };
};

/** The options of a pool. */
export interface PoolOptions {
  readonly hosts: number;
  readonly limits: ScriptLimits;
  /** After how many idle milliseconds all hosts are replaced by a single new one, which takes less memory than a used one. */
  readonly restMs: number;
  /** Whether hosts start only when they are needed. */
  readonly isLazy?: boolean;
}

type Roster = ReturnType<typeof createRoster>;

const waitForFirstReady = async (hosts: readonly Host[], isClosed: () => boolean): Promise<void> => {
  try {
    await Promise.any(hosts.map((host) => host.ready));
  } catch {
    throw isClosed() ? new PoolClosedError() : new HostsNotStartedError('the script host did not start');
  }
};

/** How many times a call tries to start a host, if hosts end before they are ready. */
const maxStarts = 3;

const startWithRetries = async (start: () => Promise<Host>, left = maxStarts): Promise<Host> => {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof HostsNotStartedError) || left === 1) throw error;
    return startWithRetries(start, left - 1);
  }
};

/** After how many idle milliseconds the spare host starts. It would delay an execution at the same time. */
const spareMs = 500;

/**
 * Manages the shared hosts: one until there is work, and all of them in the first pause or when executions overlap. If the host that was
 * used last is free, it serves the next execution, because its memory is in the processor's cache and its isolate belongs to the same
 * workspace.
 */
const createShared = (
  { started, launch, onExit }: Roster,
  { hosts: size, restMs, isLazy = false }: PoolOptions,
) => {
  let shared: Host[] = [];
  let closed = false;
  let resting = false;
  const acquired = createAcquired();
  const callsOf = (host: Host): number => host.busy() + acquired.of(host);
  const fill = (): void => {
    while (!closed && !resting && shared.length < size) shared.push(launch());
  };
  onExit((host, hadStarted) => {
    shared = shared.filter((one) => one !== host);
    // A host that did not start is not replaced until one is needed.
    if (hadStarted) fill();
  });
  const isQuiet = (): boolean =>
    shared.every((host) => started.has(host) && host.busy() === 0 && host.holds() === 0);
  const spare = createRest(spareMs, isQuiet, fill);
  const rest = createRest(restMs, isQuiet, () => {
    resting = true;
    const used = shared;
    shared = closed ? [] : [launch()];
    for (const host of used) host.kill();
  });
  const acquire = async (isAlone: boolean): Promise<Host> => {
    if (closed) throw new PoolClosedError();
    resting = false;
    rest.touch();
    if (shared.length === 0) shared.push(launch());
    if (!shared.some((host) => started.has(host))) await waitForFirstReady(shared, () => closed);
    const usable = shared.filter((one) => one.isAlive() && started.has(one));
    if (isAlone) usable.reverse();
    const [host] = usable.sort((one, other) => callsOf(one) - callsOf(other) || one.holds() - other.holds());
    if (host === undefined) return acquire(isAlone);
    if (isAlone || callsOf(host) + host.holds() > 0) fill();
    else if (shared.length < size) spare.touch();
    acquired.add(host);
    shared = [host, ...shared.filter((one) => one !== host)];
    return host;
  };
  if (!isLazy) shared.push(launch());
  return {
    acquire,
    has: (host: Host): boolean => shared.includes(host),
    ready: async (): Promise<void> => {
      await Promise.all(shared.map((host) => host.ready));
    },
    replace: (host: Host): void => {
      shared = shared.filter((one) => one !== host);
      fill();
    },
    close: (): void => {
      closed = true;
      rest.stop();
      spare.stop();
      shared = [];
    },
  };
};

/** Creates a pool of hosts. Unless it is lazy, one host starts at once. Hosts that end are replaced. */
export const createPool = (options: PoolOptions): Pool => {
  let closed = false;
  const roster = createRoster(options.limits);
  const shared = createShared(roster, options);
  const startAlone = async (): Promise<Host> => {
    if (closed) throw new PoolClosedError();
    const host = roster.launch();
    await waitForFirstReady([host], () => closed);
    return host;
  };
  return {
    ready: shared.ready,
    acquire: (isAlone = false) => startWithRetries(() => shared.acquire(isAlone)),
    alone: createQuarantine(() => startWithRetries(startAlone), maxLoneHosts),
    isUsable: (host) => host.isAlive() && shared.has(host),
    retire: (host) => {
      shared.replace(host);
      if (host.busy() === 0) host.kill();
      else setTimeout(host.kill, retireGraceMs).unref();
    },
    close: async () => {
      closed = true;
      shared.close();
      for (const host of roster.all) host.kill();
      await Promise.all([...roster.all].map((host) => host.exited));
    },
  };
};
