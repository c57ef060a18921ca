import type { start as startGuest } from '../guest/driver.js';
import type { ScriptLimits } from '../limits.js';
import { compute, randomBytesFrom } from './compute.js';
import type {
  CachedDataResult,
  CodeCache,
  Context,
  Isolate,
  IsolatedVm,
  Module,
  Reference,
} from './isolated-vm.js';
import { createVisits, type Visits } from './visits.js';

type Report = Parameters<typeof startGuest>[0]['report'];
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
  readonly doors: {
    seed: string;
    onError: (error: unknown) => void;
    onReport: Report;
    readonly visits: Visits;
  };
}

const boot = `
const api = globalThis.__tandem({
  limits: JSON.parse($0),
  startTimer: (id, ms) => { $1(id, ms); },
  random: (bytes) => $2(bytes),
  compute: (id, request) => { $3(id, request); },
  urlSource: () => $4(),
  report: (call, kind, text) => { $5(call, kind, text); },
});
delete globalThis.__tandem;
let declared = {};
const own = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
own('__tandemDeclared', (found) => { declared = found; });
own('__tandemLoaded', (exported) => {
  delete globalThis.__tandemDeclared;
  delete globalThis.__tandemLoaded;
  api.loaded(exported, declared);
});
return { begin: api.begin, call: api.call, fire: api.fire, settle: api.settle };
`;

const wrapper = `import * as script from 'script'; globalThis.__tandemLoaded?.({ ...script });`;

/** What the guest may ask of the host: a timer, random bytes, a hash. Text and numbers cross, nothing else. */
const createDoors = (isolate: Isolate, limits: ScriptLimits) => {
  const visits = createVisits();
  const doors: Prepared['doors'] = { seed: '', onError: () => undefined, onReport: () => undefined, visits };
  const back: { fire?: Reference<Guest['fire']>; settle?: Reference<Guest['settle']> } = {};
  let random: ((bytes: number) => string) | undefined;
  const options = { timeout: limits.wallMs };
  const startTimer = (id: number, ms: number): void => {
    const fire = async (): Promise<void> => {
      if (!isolate.isDisposed) await back.fire?.apply(undefined, [id], options).catch(doors.onError);
    };
    setTimeout(visits.make, Math.min(ms, limits.wallMs + 1_000), fire).unref();
  };
  const answer = (id: number, request: string): void => {
    const text = compute(request);
    visits.make(async () => {
      if (!isolate.isDisposed) await back.settle?.apply(undefined, [id, text], options).catch(doors.onError);
    });
  };
  return {
    doors,
    back,
    startTimer,
    answer,
    random: (bytes: number) => (random ??= randomBytesFrom(doors.seed))(bytes),
  };
};

/** What the build makes of the guest's sources. */
export interface GuestSources {
  readonly prelude: string;
  /** Loaded when a script first names URL, since it takes longer than all the rest. */
  readonly url: string;
}

/** Makes isolates with the guest's prelude in them, from one code cache. */
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
  return (): Prepared => {
    const isolate = new ivm.Isolate({
      memoryLimit: limits.memoryMb,
      // Anything longer waits for the isolate's thread, which is parked for ever.
      onCatastrophicError: () => process.kill(process.pid, 'SIGKILL'),
    });
    const context = isolate.createContextSync();
    runPrelude(isolate, context);
    const { doors, back, startTimer, answer, random } = createDoors(isolate, limits);
    const api = context.evalClosureSync(
      boot,
      [
        limitsText,
        new ivm.Callback(startTimer, { ignored: true }),
        new ivm.Callback(random),
        new ivm.Callback(answer, { ignored: true }),
        new ivm.Callback(() => guest.url),
        new ivm.Callback(
          (...said: Parameters<Report>) => {
            doors.onReport(...said);
          },
          { ignored: true },
        ),
      ],
      { result: { reference: true } },
    ) as Reference<Guest>;
    back.fire = api.getSync('fire', { reference: true });
    back.settle = api.getSync('settle', { reference: true });
    const begin = api.getSync('begin', { reference: true });
    const call = api.getSync('call', { reference: true });
    const main = isolate.compileModuleSync(wrapper, { filename: 'tandem:wrapper.js' });
    return { isolate, context, wrapper: main, begin, call, doors };
  };
};
