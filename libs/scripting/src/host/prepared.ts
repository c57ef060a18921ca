import type { startGuest as startGuest } from '../guest/driver.js';
import type { ScriptLimits } from '../limits.js';
import { createHostBridge, type HostBridge } from './host-bridge.js';
import type {
  CachedDataResult,
  CodeCache,
  Context,
  Isolate,
  IsolatedVm,
  Module,
  Reference,
} from './isolated-vm.js';

type Guest = ReturnType<typeof startGuest>;

/** An isolate in which the prelude has run, so that it is ready for a script. */
export interface PreparedIsolate {
  readonly isolate: Isolate;
  readonly context: Context;
  /** The module that imports the script if there is only one, and passes its exports to the guest. */
  readonly wrapper: Module;
  readonly begin: Reference<Guest['begin']>;
  readonly call: Reference<Guest['call']>;
  /** The timers and computations of the host. The session connects itself to them. */
  readonly bridge: HostBridge;
  /** How many executions the isolate has served, each in a context of its own. */
  readonly served: number;
  /** Releases the context, but not the isolate. */
  readonly release: () => void;
}

/** Generates the call of the guest's start with this many arguments. */
const generateStart = (count: number): string =>
  `return globalThis.__tandem(${Array.from({ length: count }, (_, index) => `$${index}`).join(', ')});`;

/** Generates a module that imports this many scripts in order, and passes their exports to the guest. */
export const generateWrapper = (scripts: number): string => {
  const all = Array.from({ length: scripts }, (_, index) => index);
  const imports = all.map((index) => `import * as script${index} from '${index}';`).join(' ');
  return `${imports} globalThis.__tandemLoaded?.([${all.map((index) => `{ ...script${index} }`).join(', ')}]);`;
};

export const wrapperFile = 'tandem:wrapper.js';

/** The sources of the guest, as our build bundles them. */
export interface GuestSources {
  readonly prelude: string;
  /** The implementation of URL, which is loaded when a script first uses URL, because that takes longer than all else. */
  readonly url: string;
}

/** Creates isolates, and contexts with the guest's prelude, all from one code cache. */
export const createPreparer = (ivm: IsolatedVm, guest: GuestSources, limits: ScriptLimits) => {
  let cachedData: CodeCache | undefined;
  const limitsText = JSON.stringify(limits);
  const runPrelude = (isolate: Isolate, context: Context): void => {
    const filename = 'tandem:guest.js';
    const script = cachedData
      ? isolate.compileScriptSync(guest.prelude, { filename, cachedData })
      : isolate.compileScriptSync(guest.prelude, { filename, produceCachedData: true });
    cachedData ??= (script as CachedDataResult).cachedData;
    script.runSync(context);
  };
  const newIsolate = (): Isolate =>
    new ivm.Isolate({
      memoryLimit: limits.memoryMb,
      // The thread of such an isolate is blocked, so a gentler end would wait for it forever.
      onCatastrophicError: () => process.kill(process.pid, 'SIGKILL'),
    });
  /** Creates a context in a new isolate, or in an idle one that has served executions. */
  return (isolate = newIsolate(), served = 0): PreparedIsolate => {
    const context = isolate.createContextSync();
    runPrelude(isolate, context);
    const { bridge, back, asked } = createHostBridge(isolate, limits);
    const given = [
      limitsText,
      new ivm.Callback(asked.startTimer, { ignored: true }),
      new ivm.Callback(asked.random),
      new ivm.Callback(asked.answer, { ignored: true }),
      new ivm.Callback(() => guest.url),
      new ivm.Callback(asked.report, { ignored: true }),
      new ivm.Callback(asked.encode),
      new ivm.Callback(asked.decode),
      new ivm.Callback(() => void (bridge.isLoaded = true), { ignored: true }),
      new ivm.Callback(asked.ask, { ignored: true }),
    ];
    const api = context.evalClosureSync(generateStart(given.length), given, {
      result: { reference: true },
    }) as Reference<Guest>;
    const fire = (back.fire = api.getSync('fire', { reference: true }));
    const settle = (back.settle = api.getSync('settle', { reference: true }));
    const answer = (back.answer = api.getSync('answer', { reference: true }));
    const begin = api.getSync('begin', { reference: true });
    const call = api.getSync('call', { reference: true });
    const main = isolate.compileModuleSync(generateWrapper(1), { filename: wrapperFile });
    const release = (): void => {
      for (const held of [api, fire, settle, answer, begin, call, main, context]) held.release();
    };
    return { isolate, context, wrapper: main, begin, call, bridge, served, release };
  };
};
