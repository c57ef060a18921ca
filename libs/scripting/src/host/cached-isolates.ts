import type { ScriptLimits } from '../limits.js';
import type { Isolate } from './isolated-vm.js';
import type { PreparedIsolate } from './prepared.js';

/** Maximum number of executions of one isolate. */
const maxExecutions = 200;

/** Maximum number of isolates kept for the next execution of their workspace. */
const maxCachedIsolates = 2;

/** How long a script's code may run after its last answer before its isolate is discarded, in milliseconds. */
const maxRestMs = 100;

/**
 * The fraction of an execution's memory that may be in use before it starts. Most of it is garbage from former
 * contexts, which V8 collects at 10 to 16 MiB, at lower cost than a new isolate.
 */
const maxUsedFraction = 1 / 4;

interface CachedIsolate {
  readonly workspace: string;
  readonly isolate: Isolate;
  readonly served: number;
  /** The next context, if there was time to create it. */
  next: PreparedIsolate | undefined;
}

const discard = ({ isolate }: { readonly isolate: Isolate }): void => {
  if (!isolate.isDisposed) isolate.dispose();
};

/**
 * The bytes in use once the isolate's thread is idle; undefined if that takes too long. The statistics are not requested
 * immediately, because that would block this thread while a script is still running.
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
 * Isolates that served a workspace's executions without a fault and are kept for its next executions, each in a new
 * context.
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
    /** Returns an isolate of the workspace with a new context. */
    take: (workspace: string | undefined): PreparedIsolate | undefined => {
      const one = workspace === undefined ? undefined : kept.find((each) => each.workspace === workspace);
      if (one === undefined) return undefined;
      kept = kept.filter((each) => each !== one);
      return one.next ?? prepared(one);
    },
    /** Keeps the isolate of a finished execution, unless it has served enough, is still running, or uses too much memory. */
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
 * Prepares expensive values in advance while the process is idle.
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
    /** Prepares more when there is time. */
    refill,
  };
};
