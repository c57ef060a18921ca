import type { BodyBudget } from '@tandem/core';

/** Memory for all bodies in flight in one process: 256 MiB. */
export const defaultBodiesInFlight = 256 * 1024 * 1024;

/**
 * Memory per byte of a body until its execution has a result: the byte itself and its character, which takes
 * two bytes if the text has any character outside Latin-1. Chunks and truncated or redacted text are freed earlier.
 */
export const bodyCost = 3;

/** Bodies up to this size may use the reserved part of the budget. */
const shortBytes = 1024 * 1024;

interface PendingGrant {
  readonly cost: number;
  readonly grant: () => void;
}

interface Hold {
  held: number;
  readonly waiting: PendingGrant[];
}

/** Tracks the shares of `limit` and which body may continue. */
const createShares = (limit: number) => {
  /** In start order. */
  const holds = new Set<Hold>();
  let total = 0;
  /** The body that may exceed the limit. */
  let ahead: Hold | undefined;
  const grant = (hold: Hold, cost: number) => {
    hold.held += cost;
    total += cost;
  };
  const fits = (hold: Hold, cost: number): boolean => {
    if (hold === ahead || total === 0) return true;
    const short = hold.held + cost <= shortBytes * bodyCost;
    return total + cost <= (short ? limit : limit - Math.floor(limit / 8));
  };
  const grantWaiting = (hold: Hold) => {
    for (let next = hold.waiting[0]; next !== undefined && fits(hold, next.cost); next = hold.waiting[0]) {
      hold.waiting.shift();
      grant(hold, next.cost);
      next.grant();
    }
  };
  const goOn = () => {
    for (const hold of holds) grantWaiting(hold);
    if (ahead !== undefined) return;
    ahead = [...holds].find(({ waiting }) => waiting.length > 0);
    if (ahead !== undefined) grantWaiting(ahead);
  };
  return {
    open: (): Hold => {
      const hold: Hold = { held: 0, waiting: [] };
      holds.add(hold);
      return hold;
    },
    /** Grants memory now, or calls `granted` once it is available. */
    ask: (hold: Hold, cost: number, granted: () => void): PendingGrant => {
      const entry = { cost, grant: granted };
      hold.waiting.push(entry);
      grantWaiting(hold);
      if (hold.waiting.length > 0) goOn();
      return entry;
    },
    close: (hold: Hold) => {
      if (!holds.delete(hold)) return;
      total -= hold.held;
      if (ahead === hold) ahead = undefined;
      goOn();
    },
  };
};

/**
 * Shares `limit` bytes of memory among the bodies of all executions.
 *
 * Memory is reserved as bytes arrive, so several executions could each hold a part and wait forever for the rest.
 * Therefore the body that has waited longest may always continue until it finishes, even beyond the limit: at most the limit
 * plus one body is in use. An eighth of the limit is reserved for bodies up to 1 MiB, so that large bodies do not block
 * them.
 */
export const createBodyBudget = (limit: number = defaultBodiesInFlight): BodyBudget => {
  const shares = createShares(limit);
  const take = (hold: Hold, cost: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve(false);
        return;
      }
      const stop = () => {
        hold.waiting.splice(hold.waiting.indexOf(entry), 1);
        resolve(false);
      };
      signal.addEventListener('abort', stop, { once: true });
      const entry = shares.ask(hold, cost, () => {
        signal.removeEventListener('abort', stop);
        resolve(true);
      });
    });
  return {
    limit,
    open: () => {
      const hold = shares.open();
      return {
        limit,
        take: (bytes, signal) => take(hold, bytes * bodyCost, signal),
        release: () => {
          shares.close(hold);
        },
      };
    },
  };
};
