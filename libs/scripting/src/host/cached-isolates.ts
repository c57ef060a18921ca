import type { ScriptLimits } from '../limits.js';
import type { Isolate } from './isolated-vm.js';
import type { PreparedIsolate } from './prepared.js';

/** How many executions one isolate serves at most. */
const maxExecutions = 200;

/** How many isolates are kept for the next executions of their workspaces. */
const maxCachedIsolates = 2;

/** How long a script may still run after its last answer, in milliseconds. If it runs longer, its isolate is discarded. */
const maxRestMs = 100;

/**
 * The fraction of an execution's memory that may be in use before it starts. Most of that is garbage from earlier contexts. V8 collects it
 * at 10 to 16 MiB, which costs less than a new isolate.
 */
const maxUsedFraction = 1 / 4;

interface CachedIsolate {
  readonly workspace: string;
  readonly isolate: Isolate;
  readonly served: number;
  /** A context that was created in advance, if there was time. */
  next: PreparedIsolate | undefined;
}

const discard = ({ isolate }: { readonly isolate: Isolate }): void => {
  if (!isolate.isDisposed) isolate.dispose();
};

/**
 * The number of bytes in use once the isolate's thread is idle. Undefined if that takes too long. The statistics are not requested at once,
 * because that would block this thread while a script is still running.
 */
const measureIdleMemory = async (isolate: Isolate): Promise<number | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, maxRestMs, undefined);
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
 * Keeps isolates that served executions of a workspace without an error, for its next executions, each in a new context.
 * @param isBusy whether a handler is running, which creating a context in advance would delay
 */
export const createIsolateCache = (
  prepare: (isolate: Isolate, served: number) => PreparedIsolate,
  { memoryMb }: ScriptLimits,
  isBusy: () => boolean,
) => {
  let kept: CachedIsolate[] = [];
  const maxUsed = memoryMb * 1024 * 1024 * maxUsedFraction;

  const prepared = (one: CachedIsolate): PreparedIsolate | undefined => {
    try {
      return prepare(one.isolate, one.served);
    } catch {
      discard(one);
      return undefined;
    }
  };
  const prepareAhead = (one: CachedIsolate): void => {
    setImmediate(() => {
      if (!isBusy() && kept.includes(one)) one.next ??= prepared(one);
    });
  };

  return {
    /** Takes an isolate of the workspace, with a new context. */
    take: (workspace: string | undefined): PreparedIsolate | undefined => {
      const one = workspace === undefined ? undefined : kept.find((each) => each.workspace === workspace);
      if (one === undefined) return undefined;
      kept = kept.filter((each) => each !== one);
      return one.next ?? prepared(one);
    },
    /** Keeps the isolate of a finished execution, unless it has served its maximum, is still running, or uses too much memory. */
    keep: async (workspace: string, used: PreparedIsolate): Promise<void> => {
      const { isolate, bridge } = used;
      const served = used.served + 1;
      if (served >= maxExecutions) {
        discard(used);
        return;
      }
      const bytes = await measureIdleMemory(isolate);
      if (bytes === undefined || bytes > maxUsed || !bridge.isQuiet() || isolate.isDisposed) {
        discard(used);
        return;
      }
      try {
        used.release();
      } catch {
        discard(used);
        return;
      }
      const one: CachedIsolate = { workspace, isolate, served, next: undefined };
      kept.push(one);
      for (const surplus of kept.splice(0, kept.length - maxCachedIsolates)) discard(surplus);
      prepareAhead(one);
    },
    clear: (): void => {
      for (const one of kept.splice(0)) discard(one);
    },
  };
};

/**
 * Creates values in advance while the process is idle, because creating them takes long.
 * @param isBusy whether the process has other work
 */
export const createSpares = <A>(make: () => A, most: number, isBusy: () => boolean) => {
  const ready: A[] = [];
  let planned = false;

  const refill = (): void => {
    if (planned || ready.length >= most) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      if (isBusy()) return;
      ready.push(make());
      refill();
    });
  };

  return {
    /** A prepared value, or a new one. */
    take: (): A => ready.pop() ?? make(),
    /** Creates more values when there is time. */
    refill,
  };
};
