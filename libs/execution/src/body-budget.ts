import type { BodyBudget } from '@tandem/core';

/** All bodies in flight in one process: 256 MiB. */
export const defaultBodiesInFlight = 256 * 1024 * 1024;

/**
 * Memory that one byte of a body takes until its execution has its result: the byte itself, and its character, which takes
 * two where one of the text is outside Latin-1. Chunks and what is cut or hidden live shorter.
 */
export const bodyCost = 3;

/** Bodies that may use the part of the budget that longer ones may not. */
const shortBytes = 1024 * 1024;

interface Waiting {
  readonly cost: number;
  readonly grant: () => void;
}

interface Hold {
  held: number;
  readonly waiting: Waiting[];
}

/** Who holds how much of `limit`, and who goes on when. */
const createShares = (limit: number) => {
  /** In the order in which they began. */
  const holds = new Set<Hold>();
  let total = 0;
  /** The one that may go beyond the limit. */
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
    /** Grants room now, or calls `granted` once there is some. */
    ask: (hold: Hold, cost: number, granted: () => void): Waiting => {
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
 * Room is taken as bytes arrive, so several executions could each hold a part and wait for the rest for ever. Therefore one
 * of those that wait, the oldest, may always go on until it has ended, beyond the limit too: the memory in use is at most the
 * limit and one body. An eighth of the limit is kept for bodies up to 1 MiB, so that long ones do not hold them up.
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
