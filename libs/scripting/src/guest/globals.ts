import { hideOwnFrames } from './stack.js';

type UrlConstructors = Readonly<Record<'URL' | 'URLSearchParams', unknown>>;

// In the global scope, whatever a script makes of the name.
const evaluate = eval;

/** What reaches memory that no limit counts. */
const removed = ['WebAssembly', 'SharedArrayBuffer', 'Atomics'];

const define = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
};

/** URL and URLSearchParams become what they are when they are first named. */
const installUrl = (source: () => string): void => {
  for (const name of ['URL', 'URLSearchParams'] as const) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get: () => {
        // What is loaded looks for these names itself.
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
 * Gives a script its globals and takes away what no limit bounds.
 * @param urlSource the text of a program whose value is the two constructors
 */
export const installGlobals = (globals: Readonly<Record<string, unknown>>, urlSource: () => string): void => {
  for (const [name, value] of Object.entries(globals)) define(name, value);
  installUrl(urlSource);
  hideOwnFrames();
  for (const name of removed) Reflect.deleteProperty(globalThis, name);
};
