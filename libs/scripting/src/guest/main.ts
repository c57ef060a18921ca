import { type HostFunctions, startGuest } from './driver.js';

type ScriptExports = Parameters<ReturnType<typeof startGuest>['loaded']>[0][number];

const { defineProperty, deleteProperty } = Reflect;

const defineGlobal = (name: string, value: unknown): void => {
  defineProperty(globalThis, name, { value, configurable: true });
};

/**
 * Starts the guest. Gets the functions of the host, which the script cannot reach, and returns those that the host calls.
 * @param isLoaded tells the host that the scripts have loaded
 */
const boot = (
  limits: string,
  startTimer: HostFunctions['startTimer'],
  random: HostFunctions['random'],
  compute: HostFunctions['compute'],
  urlSource: HostFunctions['urlSource'],
  report: HostFunctions['report'],
  encode: HostFunctions['encode'],
  decode: HostFunctions['decode'],
  isLoaded: () => void,
  ask: HostFunctions['ask'],
) => {
  deleteProperty(globalThis, '__tandem');
  const { begin, call, loads, loaded, fire, settle, answer } = startGuest({
    limits: JSON.parse(limits) as HostFunctions['limits'],
    startTimer: (id, ms) => {
      startTimer(id, ms);
    },
    random: (bytes) => random(bytes),
    compute: (id, request) => {
      compute(id, request);
    },
    urlSource: () => urlSource(),
    report: (...said) => {
      report(...said);
    },
    encode: (text) => encode(text),
    decode: (bytes) => decode(bytes),
    ask: (...asked) => {
      ask(...asked);
    },
  });
  const declared: ScriptExports[] = [];
  defineGlobal('__tandemDeclared', (index: number, found: ScriptExports) => {
    declared[index] = found;
    loads(index + 1);
  });
  defineGlobal('__tandemLoaded', (exported: readonly ScriptExports[]) => {
    deleteProperty(globalThis, '__tandemDeclared');
    deleteProperty(globalThis, '__tandemLoaded');
    isLoaded();
    loaded(exported, declared);
  });
  return { begin, call, fire, settle, answer };
};

// The only global that the host uses. It is removed before a script runs.
defineGlobal('__tandem', boot);
