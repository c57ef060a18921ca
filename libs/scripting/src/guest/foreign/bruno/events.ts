import type { ForeignEvent } from '@tandem/core';

import { brunoNames, fileNames } from '../parameters.js';
import type { RequiredFile, Requires, ShimParts } from '../shim.js';
import { toText } from '../text.js';
import { createRequest } from './request.js';
import { createResponse } from './response.js';

/** The data that the scripts of an event share. */
export interface Event {
  readonly name: ForeignEvent;
  readonly request: ReturnType<typeof createRequest>;
  readonly response: ReturnType<typeof createResponse> | undefined;
  /** Whether a script of the event has failed, so that later scripts do not run. */
  hasFailed: boolean;
}

/** Creates the events of an execution. Each has a request of its own. All share the response, which scripts may change. */
export const createEvents = ({ run, about, input, body, library }: ShimParts, onBegin: () => void) => {
  const mode = run.id === null ? 'standalone' : 'runner';
  let isPlain = false;
  let event: Event | undefined;
  const onPlain = (): void => {
    isPlain = true;
  };
  const timeout = (): number | null => {
    const set = event?.request.req.getTimeout();
    return typeof set === 'number' ? set : about.timeoutMs;
  };
  return {
    begin: (name: ForeignEvent): Event => {
      if (event?.name === name) return event;
      const { request, response } = input();
      onBegin();
      event = {
        name,
        // If a script has set a timeout, it applies to the request from then on.
        request: createRequest(request, { ...about, timeoutMs: timeout() }, mode, onPlain),
        response: response && (event?.response ?? createResponse(response, body(), isPlain, library)),
        hasFailed: false,
      };
      return event;
    },
    present: (): Event => {
      if (event === undefined) throw new Error('no Bruno script runs');
      return event;
    },
  };
};

type Values = Readonly<Record<string, unknown>>;

interface Module {
  readonly id: string;
  exports: unknown;
  loaded: boolean;
}

const isPath = (name: string): boolean => /^(?:\.{0,2}\/|\.{1,2}$)/.test(name);

const parameters = [...brunoNames, ...fileNames];

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * Creates `require` for the files in the data folder. Each file runs once for an event, because it sees the request and response of that
 * event. If files require each other, one sees what the other has exported so far.
 * @param library returns what `require` has under other names
 */
export const createFiles = (
  { file, about }: Pick<ShimParts, 'file' | 'about'>,
  library: (name: unknown) => unknown,
) => {
  const loadedIn = new WeakMap<Event, Map<string, Module>>();
  const found = (given: string, requires: Requires): readonly [path: string, file: RequiredFile] => {
    const meaning = requires[given];
    if (meaning === undefined)
      throw new Error(
        `require('${given}') has to be written with its name as text, so that the file is loaded`,
      );
    if ('problem' in meaning) throw new Error(`Cannot find module '${given}': it ${meaning.problem}`);
    const one = file(meaning.file);
    if (one === undefined) throw new Error(`Cannot find module '${given}'`);
    return [meaning.file, one];
  };
  const requireIn =
    (event: Event, values: Values, requires: Requires) =>
    (given: unknown): unknown => {
      const whole = toText(given);
      // A script may prefix a path in the data folder with the path of the workspace's folder.
      const name = whole.startsWith(`${about.cwd}/`) ? whole.slice(about.cwd.length) : whole;
      if (!isPath(name)) return library(name);
      const [path, { make, requires: own }] = found(name, requires);
      const loaded = loadedIn.get(event) ?? new Map<string, Module>();
      loadedIn.set(event, loaded);
      const known = loaded.get(path);
      if (known) return known.exports;
      const filename = `${about.cwd}/${path}`;
      const module: Module = { id: filename, exports: {}, loaded: false };
      loaded.set(path, module);
      const seen: Values = {
        ...values,
        require: requireIn(event, values, own),
        module,
        exports: module.exports,
        __filename: filename,
        __dirname: getFolder(filename),
      };
      try {
        Reflect.apply(make(...parameters.map((one) => seen[one])), module.exports, []);
      } catch (error) {
        loaded.delete(path);
        if (!path.endsWith('.json')) throw error;
        throw new SyntaxError(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
      }
      module.loaded = true;
      return module.exports;
    };
  return { requireIn };
};
