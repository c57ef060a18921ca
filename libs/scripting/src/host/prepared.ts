import type { start as startGuest } from '../guest/driver.js';
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

/** An isolate that has its prelude and waits for a script. */
export interface Prepared {
  readonly isolate: Isolate;
  readonly context: Context;
  /** Imports the script and hands over what it exports. */
  readonly wrapper: Module;
  readonly begin: Reference<Guest['begin']>;
  readonly call: Reference<Guest['call']>;
  /** What the host's timers and computations met; set by the session. */
  readonly bridge: HostBridge;
  /** How many executions the isolate has served before, each in a context of its own. */
  readonly served: number;
  /** Lets go of the context; the isolate stays. */
  readonly release: () => void;
}

const boot = 'return globalThis.__tandem($0, $1, $2, $3, $4, $5, $6, $7);';

const wrapper = `import * as script from 'script'; globalThis.__tandemLoaded?.({ ...script });`;

/** What the build makes of the guest's sources. */
export interface GuestSources {
  readonly prelude: string;
  /** Loaded when a script first names URL, since it takes longer than all the rest. */
  readonly url: string;
}

/** Makes isolates, and contexts with the guest's prelude in them, from one code cache. */
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
      // Anything longer waits for the isolate's thread, which is parked for ever.
      onCatastrophicError: () => process.kill(process.pid, 'SIGKILL'),
    });
  /** A context in a new isolate, or in one that has served some and whose code has come to rest. */
  return (isolate = newIsolate(), served = 0): Prepared => {
    const context = isolate.createContextSync();
    runPrelude(isolate, context);
    const { bridge, back, asked } = createHostBridge(isolate, limits);
    const api = context.evalClosureSync(
      boot,
      [
        limitsText,
        new ivm.Callback(asked.startTimer, { ignored: true }),
        new ivm.Callback(asked.random),
        new ivm.Callback(asked.answer, { ignored: true }),
        new ivm.Callback(() => guest.url),
        new ivm.Callback(asked.report, { ignored: true }),
        new ivm.Callback(asked.encode),
        new ivm.Callback(() => void (bridge.isLoaded = true), { ignored: true }),
      ],
      { result: { reference: true } },
    ) as Reference<Guest>;
    const fire = (back.fire = api.getSync('fire', { reference: true }));
    const settle = (back.settle = api.getSync('settle', { reference: true }));
    const begin = api.getSync('begin', { reference: true });
    const call = api.getSync('call', { reference: true });
    const main = isolate.compileModuleSync(wrapper, { filename: 'tandem:wrapper.js' });
    const release = (): void => {
      for (const held of [api, fire, settle, begin, call, main, context]) held.release();
    };
    return { isolate, context, wrapper: main, begin, call, bridge, served, release };
  };
};
