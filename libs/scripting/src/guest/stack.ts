import { keepLimit } from './error-constructor.js';

type Site = Readonly<Record<'getFileName' | 'getEvalOrigin' | 'getLineNumber' | 'toString', () => unknown>>;
type Sites = Readonly<Record<number, Site>> & { readonly length: number };
type Prepare = (error: unknown, sites: Sites) => unknown;

// Taken before the script runs, because a script could replace them to see frames that are hidden from it.
const { apply, defineProperty, get } = Reflect;
/* eslint-disable @typescript-eslint/unbound-method -- only called by apply */
const formatNativeError = Error.prototype.toString;
const { includes } = String.prototype;
const { get: recall, set: remember } = WeakMap.prototype;
/* eslint-enable @typescript-eslint/unbound-method */

/** The methods of a call site, taken from a frame of this module. */
const captureSiteMethods = (): Site => {
  const holder: { prepareStackTrace?: unknown } = Error;
  holder.prepareStackTrace = (_: unknown, sites: Sites) => sites[0];
  // The stack is what prepareStackTrace returned.
  const site: unknown = new Error().stack;
  delete holder.prepareStackTrace;
  const { getFileName, getEvalOrigin, getLineNumber, toString } = Object.getPrototypeOf(site) as Site;
  return { getFileName, getEvalOrigin, getLineNumber, toString };
};

const stackLocations = new WeakMap<object, string>();

/** The frames of an error that belong to scripts, even if the script has replaced its stack. Undefined if there are none. */
export const readScriptFrames = (error: object): string | undefined => {
  try {
    // The engine computes the frames when the stack is first read.
    get(error, 'stack');
  } catch {
    // If the script's own prepareStackTrace threw, the frames were recorded nevertheless.
  }
  return apply(recall, stackLocations, [error]) as string | undefined;
};

/** How many frames are searched for the line that is running. A few of them belong to Tandem. */
const nearFrames = 8;

// Taken before the script runs, because a script could replace it.
const NativeError = Error;

/** Receives the first frame of a script while `isOn` is set. */
const probe: { isOn: boolean; location: string } = { isOn: false, location: '' };

/** The file and line of the script that is running, as `script.js:3`. Empty if none is. */
export const readScriptLine = (): string => {
  const { stackTraceLimit } = NativeError;
  probe.isOn = true;
  probe.location = '';
  try {
    NativeError.stackTraceLimit = nearFrames;
    get(new NativeError(), 'stack');
    return probe.location;
  } finally {
    NativeError.stackTraceLimit = stackTraceLimit;
    probe.isOn = false;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Visits each frame by index, because the script may have replaced array iterators. */
const forEachSite = (sites: Sites, use: (one: Site) => void): void => {
  let index = 0;
  while (index < sites.length) use(sites[index++] as Site);
};

/**
 * Removes all frames that do not belong to scripts from every stack. This includes the stacks for the script's own
 * `Error.prepareStackTrace` (V8 stack trace API).
 */
const hideOwnFrames = (): void => {
  keepLimit();
  const site = captureSiteMethods();
  let custom: unknown;

  const isOfScript = (one: Site): boolean => {
    const file = apply(site.getFileName, one, []);
    const origin = isText(file) ? file : apply(site.getEvalOrigin, one, []);
    return isText(origin) && apply(includes, origin, ['script.js']) && !apply(includes, origin, ['tandem:']);
  };
  const ofScript = (sites: Sites): Site[] => {
    const kept: Site[] = [];
    forEachSite(sites, (value) => {
      if (!isOfScript(value)) return;
      defineProperty(kept, kept.length, { value, writable: true, enumerable: true, configurable: true });
    });
    return kept;
  };
  const framesOf = (kept: Sites): string => {
    let text = '';
    forEachSite(kept, (one) => {
      text += `\n    at ${String(apply(site.toString, one, []))}`;
    });
    return text;
  };
  const headOf = (error: unknown): string => {
    try {
      return apply(formatNativeError, error, []);
    } catch {
      return 'Error';
    }
  };
  const formatFirstLocation = (sites: Sites): string => {
    let index = 0;
    while (index < sites.length) {
      const one = sites[index++] as Site;
      if (!isOfScript(one)) continue;
      return `${String(apply(site.getFileName, one, []))}:${String(apply(site.getLineNumber, one, []))}`;
    }
    return '';
  };
  const prepare: Prepare = (error, sites) => {
    if (probe.isOn) {
      probe.location = formatFirstLocation(sites);
      return '';
    }
    const kept = ofScript(sites);
    const frames = framesOf(kept);
    if (typeof error === 'object' && error !== null) apply(remember, stackLocations, [error, frames]);
    if (typeof custom === 'function') return apply(custom as Prepare, undefined, [error, kept]);
    return headOf(error) + frames;
  };
  defineProperty(Error, 'prepareStackTrace', {
    get: () => prepare,
    set: (value: unknown) => {
      custom = value;
    },
    enumerable: false,
    configurable: false,
  });
};

type UrlConstructors = Readonly<Record<'URL' | 'URLSearchParams', unknown>>;

// Called indirectly, `eval` runs in the global scope. Taken before the script runs, which may replace it.
const evaluate = eval;

/** Globals that can allocate memory which no limit covers. */
const removedGlobals = ['WebAssembly', 'SharedArrayBuffer', 'Atomics'];

const define = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
};

/** Loads URL and URLSearchParams on first use. */
const installUrl = (source: () => string): void => {
  for (const name of ['URL', 'URLSearchParams'] as const) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get: () => {
        // The implementation must find none of these globals, because it would use them.
        for (const one of ['URL', 'URLSearchParams']) define(one, undefined);
        const loaded = evaluate(source()) as UrlConstructors;
        define('URL', loaded.URL);
        define('URLSearchParams', loaded.URLSearchParams);
        return loaded[name];
      },
      set: (value: unknown) => {
        define(name, value);
      },
    });
  }
};

/**
 * Defines the globals of a script, and removes those that no limit covers.
 * @param urlSource returns a program that evaluates to the two constructors
 */
export const installGlobals = (globals: Readonly<Record<string, unknown>>, urlSource: () => string): void => {
  for (const [name, value] of Object.entries(globals)) define(name, value);
  installUrl(urlSource);
  hideOwnFrames();
  for (const name of removedGlobals) Reflect.deleteProperty(globalThis, name);
};
