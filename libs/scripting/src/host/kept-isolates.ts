import type { ScriptLimits } from '../limits.js';
import type { Isolate } from './isolated-vm.js';
import type { Prepared } from './prepared.js';

/** How many executions an isolate serves at most, one after the other. */
const mostExecutions = 50;

/** How many isolates wait for the next execution of their workspace. */
const mostKept = 2;

/** How long code of a script may go on after its last answer, in milliseconds; then its isolate is given up. */
const restMs = 100;

/** The part of an execution's memory that may be in use before it begins. */
const usedPart = 1 / 16;

interface Kept {
  readonly workspace: string;
  readonly isolate: Isolate;
  readonly served: number;
  /** Its next context, if there was time to make it. */
  next: Prepared | undefined;
}

const giveUp = ({ isolate }: { readonly isolate: Isolate }): void => {
  if (!isolate.isDisposed) isolate.dispose();
};

/**
 * Bytes in use, once all that the isolate's thread had to do is done; undefined when that takes too long. It is not
 * asked for at once, which would stop this thread behind a script that goes on.
 */
const usedAtRest = async (isolate: Isolate): Promise<number | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, restMs, undefined);
  });
  try {
    const used = await Promise.race([isolate.getHeapStatistics(), late]);
    return used && used.used_heap_size + used.externally_allocated_size;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Isolates that have served executions of a workspace without any fault and are kept for its next, each of which gets
 * a context of its own.
 * @param isBusy whether a handler is running, which a context made in advance would delay
 */
export const createKeptIsolates = (
  prepare: (isolate: Isolate, served: number) => Prepared,
  { memoryMb }: ScriptLimits,
  isBusy: () => boolean,
) => {
  let kept: Kept[] = [];
  const mostUsed = memoryMb * 1024 * 1024 * usedPart;

  const prepared = (one: Kept): Prepared | undefined => {
    try {
      return prepare(one.isolate, one.served);
    } catch {
      giveUp(one);
      return undefined;
    }
  };
  const prepareAhead = (one: Kept): void => {
    setImmediate(() => {
      if (!isBusy() && kept.includes(one)) one.next ??= prepared(one);
    });
  };

  return {
    /** One of the workspace, in a new context. */
    take: (workspace: string | undefined): Prepared | undefined => {
      const one = workspace === undefined ? undefined : kept.find((each) => each.workspace === workspace);
      if (one === undefined) return undefined;
      kept = kept.filter((each) => each !== one);
      return one.next ?? prepared(one);
    },
    /** Keeps the isolate of an execution that has ended, unless it has served enough, goes on, or has grown. */
    keep: async (workspace: string, used: Prepared): Promise<void> => {
      const { isolate, bridge } = used;
      const served = used.served + 1;
      if (served >= mostExecutions) {
        giveUp(used);
        return;
      }
      const bytes = await usedAtRest(isolate);
      if (bytes === undefined || bytes > mostUsed || !bridge.isQuiet() || isolate.isDisposed) {
        giveUp(used);
        return;
      }
      try {
        used.release();
      } catch {
        giveUp(used);
        return;
      }
      const one: Kept = { workspace, isolate, served, next: undefined };
      kept.push(one);
      for (const surplus of kept.splice(0, kept.length - mostKept)) giveUp(surplus);
      prepareAhead(one);
    },
    clear: (): void => {
      for (const one of kept.splice(0)) giveUp(one);
    },
  };
};
