import type { NamedScript } from '@tandem/core';

import type { ScriptLimits } from '../limits.js';
import type {
  CallAnswer,
  CallQuestion,
  HandlerCall,
  HandlerReports,
  HostFault,
  SessionOpening,
} from '../messages.js';
import { findLocation, getScriptFile, replaceFileNames, type ScriptNames } from '../script-files.js';
import { startStopwatch } from '../stopwatch.js';
import { loadForeign } from './foreign.js';
import type { Isolate, Module } from './isolated-vm.js';
import { generateWrapper, type PreparedIsolate, wrapperFile } from './prepared.js';
import type { Watch } from './watch.js';

/** Describes an error of a script's module as the guest would, but not shortened, and without Tandem's own frames and paths. */
export const describeError = (error: unknown, names: ScriptNames) => {
  const { name, message, stack } = (error ?? {}) as { name?: unknown; message?: unknown; stack?: unknown };
  if (message === undefined) return { code: 'SCRIPT_ERROR', message: `thrown: ${String(error)}` };
  const text = typeof message === 'string' ? message : 'a value that is not an error';
  const frames = String(stack)
    .split('\n')
    .filter((line) => line.trim().startsWith('at ') && line.includes('script.js:'));
  const said = findLocation(names, text);
  const at = said.line === undefined ? findLocation(names, frames.join('\n')) : said;
  const plain = text.replace(/\s*\[[^[\]]*:\d+:\d+\]$/, '');
  return {
    code: 'SCRIPT_ERROR',
    message: `${typeof name === 'string' ? name : 'Error'}: ${plain}`,
    ...at,
    ...(frames.length > 0 ? { stack: replaceFileNames(names, frames.slice(0, 20).join('\n')) } : {}),
  };
};

/** Thrown if a handler had to be ended. */
export class Fault extends Error {
  readonly fault: HostFault;
  constructor(fault: HostFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** An error of a script that nothing caught, as JSON: thrown while the script loaded, thrown in a timer, or an unhandled rejection. */
export class UncaughtError extends Error {}

const createEmptyReports = (): Record<keyof HandlerReports, string[]> => ({
  logs: [],
  tests: [],
  scripts: [],
});

/**
 * Keeps the reports of the running handler, because it may never finish.
 * @param most the maximum length in UTF-16 units, after which reports are dropped
 */
const createReports = (most: number) => {
  let kept = createEmptyReports();
  let size = 0;
  let calls = 0;
  return {
    /** Called when a call begins. */
    begin: (): void => {
      calls += 1;
      size = 0;
      kept = createEmptyReports();
    },
    /** Adds a report of a call, counted from 1. Drops a report that arrives after its call has ended. */
    add: (call: number, kind: keyof HandlerReports, text: string): void => {
      size += text.length;
      if (call === calls && size <= most) kept[kind].push(text);
    },
    kept: (): HandlerReports => kept,
  };
};

/** The scripts of an execution, in their isolate. */
export interface Session {
  /**
   * Calls a handler, and returns its answer as JSON. Rejects with a Fault, or with an error of the script that nothing caught.
   * @param onAsk called with each call that the script makes meanwhile
   */
  readonly call: (call: HandlerCall, onAsk: (asked: CallQuestion) => void) => Promise<string>;
  /** Passes the answer to a call to the script. */
  readonly tell: (ask: number, told: CallAnswer) => void;
  /** The reports of the last call so far. */
  readonly reported: () => HandlerReports;
  readonly isIdle: () => boolean;
  /** Whether the scripts have loaded, so that their handlers can run. */
  readonly hasLoaded: () => boolean;
  readonly close: () => void;
  /** Ends the session. Returns the isolate if no handler failed and no work of the script is pending. */
  readonly leave: () => PreparedIsolate | undefined;
}

/**
 * Generates the code that passes the declarations of a script to the guest. It is on separate lines, so that it cannot complete a statement
 * of the script.
 */
const generateFooter = (index: number): string => `
export {};
globalThis.__tandemDeclared?.(${index}, {
  onRequest: typeof onRequest === 'function' ? onRequest : undefined,
  onResponse: typeof onResponse === 'function' ? onResponse : undefined,
  onTest: typeof onTest === 'function' ? onTest : undefined,
});`;

const createCpuFault = (limits: ScriptLimits) =>
  new Fault('timeout', `The handler used more than ${limits.cpuMs} ms of CPU time.`);

const createWallFault = (limits: ScriptLimits) =>
  new Fault(
    'timeout',
    `The handler took longer than ${limits.wallMs} ms. Is there a promise that never settles?`,
  );

const toFault = (error: unknown, isolate: Isolate, limits: ScriptLimits): Fault | undefined => {
  const message = String((error as { message?: unknown } | null)?.message);
  if (message === 'Script execution timed out.') return createWallFault(limits);
  if (isolate.isDisposed || message.includes('memory limit')) {
    return new Fault('memory', `The script used more than ${limits.memoryMb} MiB of memory.`);
  }
  return undefined;
};

/**
 * Compiles a script with its footer. If it has a syntax error, compiles it again without the footer, so that the error's location is in the
 * script.
 */
const compileScript = (isolate: Isolate, script: string, index: number, filename: string): Module => {
  try {
    return isolate.compileModuleSync(script + generateFooter(index), { filename });
  } catch (error) {
    isolate.compileModuleSync(script, { filename });
    throw error;
  }
};

/** The location of an import in a script, in the brackets that V8 uses for the location of a syntax error. */
const getImportLocation = (script: string, filename: string, specifier: string): string => {
  const name = specifier.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const found = new RegExp(`(?:\\bimport|\\bfrom|\\})\\s*(['"])${name}\\1`).exec(script);
  if (!found) return '';
  const lines = script
    .slice(0, found.index + found[0].lastIndexOf(found[1] ?? '', found[0].length - 2))
    .split('\n');
  return ` [${filename}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}]`;
};

const listScriptNames = (scripts: readonly NamedScript[]): ScriptNames => scripts.map(({ name }) => name);

/** Compiles and links the scripts, which runs nothing, and then evaluates them in order. */
const load = async (
  { isolate, context, wrapper }: PreparedIsolate,
  scripts: readonly NamedScript[],
  timeout: number,
) => {
  const names = listScriptNames(scripts);
  const own = scripts.filter(({ foreign }) => foreign === undefined);
  if (own.length < scripts.length) await loadForeign({ isolate, context }, scripts, timeout);
  const users = own.map(({ text }, index) =>
    compileScript(isolate, text, index, getScriptFile(names, index)),
  );
  const main =
    users.length === 1
      ? wrapper
      : isolate.compileModuleSync(generateWrapper(users.length), { filename: wrapperFile });
  main.instantiateSync(context, (specifier, referrer) => {
    const user = referrer === main ? users[Number(specifier)] : undefined;
    if (user) return user;
    const index = users.indexOf(referrer);
    const location = getImportLocation(own[index]?.text ?? '', getScriptFile(names, index), specifier);
    throw new Error(`a script cannot import "${specifier}"; everything it can use is global${location}`);
  });
  await main.evaluate({ timeout });
  for (const user of users) user.release();
  if (main !== wrapper) main.release();
};

/** Creates a function that runs work within the limits of a handler, and the function `fail`, which ends this work early. */
const createGuard = ({ isolate, bridge }: PreparedIsolate, limits: ScriptLimits, watch: Watch) => {
  let fail: (reason: Fault | UncaughtError) => void = () => undefined;
  const guard = async <A>(work: () => Promise<A>): Promise<A> => {
    const late = new Promise<never>((_, reject) => (fail = reject));
    late.catch(() => undefined);
    const end = watch.begin({ isolate, spentMs: bridge.spentMs }, limits.cpuMs, () => {
      fail(createCpuFault(limits));
      isolate.dispose();
    });
    const wall = startStopwatch(limits.wallMs, () => {
      fail(createWallFault(limits));
    });
    // The time in which a script waits for the network does not count as the script's.
    bridge.onWaiting = (isWaiting) => {
      if (isWaiting) wall.pause();
      else wall.resume();
    };
    try {
      return await Promise.race([work(), late]);
    } finally {
      wall.pause();
      bridge.onWaiting = () => undefined;
      end();
    }
  };
  return {
    guard,
    fail: (reason: Fault | UncaughtError): void => {
      fail(reason);
    },
  };
};

/**
 * Runs a handler in the guest. The first handler is called together with the evaluation of the modules, which the guest awaits, because
 * each round trip to the thread of the isolate takes time.
 */
const callHandler = (
  { call }: PreparedIsolate,
  { handler, input, body, bytes }: HandlerCall,
  timeout: number,
) => {
  const options = { timeout, arguments: { copy: true }, result: { promise: true } } as const;
  const buffer = bytes && Uint8Array.from(bytes).buffer;
  return call.apply(undefined, [handler, input, body, buffer], options) as Promise<unknown>;
};

const createDisposer = (isolate: Isolate) => (): void => {
  if (!isolate.isDisposed) isolate.dispose();
};

/** The characters with which every successful answer begins. */
const successPrefix = '{"error":null,';

/** Opens a session in a prepared isolate. The first call loads the scripts. */
export const openSession = (
  prepared: PreparedIsolate,
  { scripts, environment, seed, readings }: Omit<SessionOpening, 'before' | 'workspace'>,
  limits: ScriptLimits,
  watch: Watch,
): Session => {
  const { isolate, begin, bridge } = prepared;
  const timeout = limits.wallMs + 500;
  const { guard, fail } = createGuard(prepared, limits, watch);
  const close = createDisposer(isolate);
  let running = 0;
  let isSound = true;
  let loading: Promise<void> | undefined;
  const reports = createReports(limits.answerBytes);
  bridge.seed = seed;
  bridge.onReport = reports.add;
  const names = listScriptNames(scripts);
  const reasonOf = (error: unknown): Fault | UncaughtError =>
    toFault(error, isolate, limits) ?? new UncaughtError(JSON.stringify(describeError(error, names)));
  bridge.onError = (error) => fail(reasonOf(error));
  begin.applySync(undefined, [environment, seed, JSON.stringify(readings), JSON.stringify(names)]);

  const loaded = (): Promise<void> =>
    (loading ??= load(prepared, scripts, timeout).catch((e: unknown) => Promise.reject(reasonOf(e))));
  const perform = async (call: HandlerCall): Promise<string> => {
    bridge.visits.allow();
    if (loading !== undefined) await loading;
    const ready = loaded();
    const [, text] = await Promise.all([ready, callHandler(prepared, call, timeout)]);
    await bridge.visits.end();
    if (typeof text !== 'string') throw new Fault('broken', 'The script corrupted its own response.');
    isSound &&= text.startsWith(successPrefix);
    return text;
  };

  return {
    call: async (call, onAsk) => {
      running += 1;
      bridge.onAsk = onAsk;
      reports.begin();
      try {
        return await guard(() => perform(call));
      } catch (error) {
        isSound = false;
        throw error instanceof UncaughtError || error instanceof Fault ? error : reasonOf(error);
      } finally {
        running -= 1;
        void bridge.visits.end();
      }
    },
    tell: bridge.tell,
    reported: reports.kept,
    isIdle: () => running === 0,
    hasLoaded: () => bridge.isLoaded,
    close,
    leave: () => {
      if (isSound && running === 0 && bridge.isQuiet() && !isolate.isDisposed) return prepared;
      close();
      return undefined;
    },
  };
};
