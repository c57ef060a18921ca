import type { BodyBudget } from '@tandem/core';

/** Maximum memory for all bodies that one process receives at a time: 256 MiB. */
export const defaultBodiesInFlight = 256 * 1024 * 1024;

/**
 * Bytes of memory that a byte of a body needs until its execution has a result: one for the byte, and two for its character, as long as the
 * text contains any character outside Latin-1. Chunks and cut or redacted text are freed earlier.
 */
export const bodyCost = 3;

/** Maximum size of a body that may use the part of the budget reserved for small bodies. */
const shortBytes = 1024 * 1024;

interface PendingGrant {
  readonly cost: number;
  readonly grant: () => void;
}

interface Hold {
  held: number;
  readonly waiting: PendingGrant[];
}

/** Tracks how much of `limit` each body uses, and which bodies may continue. */
const createShares = (limit: number) => {
  /** The bodies in the order in which they started. */
  const holds = new Set<Hold>();
  let total = 0;
  /** The only body that may exceed the limit, until it is finished. */
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
 * Shares `limit` bytes of memory among the bodies of all executions. Memory is granted as bytes arrive, so several bodies could each hold a
 * part and wait forever for the rest. Therefore the body that has waited longest may always continue until it is finished, even beyond the
 * limit, so that at most the limit plus one body is in use. An eighth of the limit is reserved for bodies up to 1 MiB, so that large bodies
 * do not block them.
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
      signal.addEventListener('abort', stop);
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
