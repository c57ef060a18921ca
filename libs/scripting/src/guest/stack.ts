import { keepLimit } from './error-constructor.js';

type Site = Readonly<Record<'getFileName' | 'getEvalOrigin' | 'toString', () => unknown>>;
type Sites = Readonly<Record<number, Site>> & { readonly length: number };
type Prepare = (error: unknown, sites: Sites) => unknown;

// Taken before the script runs: it may replace them to be shown what it is not meant to see.
const { apply, defineProperty, get } = Reflect;
/* eslint-disable @typescript-eslint/unbound-method -- called by apply alone */
const errorText = Error.prototype.toString;
const { includes } = String.prototype;
const { get: recall, set: remember } = WeakMap.prototype;
/* eslint-enable @typescript-eslint/unbound-method */

/** The methods of a frame of a stack, taken from a frame of our own. */
const siteMethods = (): Site => {
  const holder: { prepareStackTrace?: unknown } = Error;
  holder.prepareStackTrace = (_: unknown, sites: Sites) => sites[0];
  const site = new Error().stack as unknown as Site;
  delete holder.prepareStackTrace;
  const { getFileName, getEvalOrigin, toString } = Object.getPrototypeOf(site) as Site;
  return { getFileName, getEvalOrigin, toString };
};

const placed = new WeakMap<object, string>();

/** The script's frames of an error, whatever it has made of its stack; undefined for one that has none. */
export const framesOfScript = (error: object): string | undefined => {
  try {
    // The engine hands over the frames when the stack is first read.
    get(error, 'stack');
  } catch {
    // The script's own prepareStackTrace threw; the frames are there.
  }
  return apply(recall, placed, [error]) as string | undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Calls `use` with each frame, by index: an iterator of arrays may be the script's. */
const forEachSite = (sites: Sites, use: (one: Site) => void): void => {
  let index = 0;
  while (index < sites.length) use(sites[index++] as Site);
};

/**
 * Leaves frames of the script alone in every stack, also for a script's own `Error.prepareStackTrace` (see V8's stack
 * trace API), which would otherwise be handed ours.
 */
export const hideOwnFrames = (): void => {
  keepLimit();
  const site = siteMethods();
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
      return apply(errorText, error, []);
    } catch {
      return 'Error';
    }
  };
  const prepare: Prepare = (error, sites) => {
    const kept = ofScript(sites);
    const frames = framesOf(kept);
    if (typeof error === 'object' && error !== null) apply(remember, placed, [error, frames]);
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
