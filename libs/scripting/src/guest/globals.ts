import { hideOwnFrames } from './stack.js';

type UrlConstructors = Readonly<Record<'URL' | 'URLSearchParams', unknown>>;

// Indirect, so that it runs in the global scope even if the script replaces `eval`.
const evaluate = eval;

/** Globals that allocate memory outside all limits. */
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
        // The implementation itself uses these globals.
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
 * Defines a script's globals and removes those that no limit covers.
 * @param urlSource returns a program that evaluates to the two constructors
 */
export const installGlobals = (globals: Readonly<Record<string, unknown>>, urlSource: () => string): void => {
  for (const [name, value] of Object.entries(globals)) define(name, value);
  installUrl(urlSource);
  hideOwnFrames();
  for (const name of removedGlobals) Reflect.deleteProperty(globalThis, name);
};
