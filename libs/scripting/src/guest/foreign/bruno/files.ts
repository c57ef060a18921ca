import { fileNames, brunoNames } from '../parameters.js';
import type { RequiredFile, Requires, ShimParts } from '../shim.js';
import { toText } from '../text.js';
import type { Event } from './events.js';

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
 * The files in the data folder that scripts require. Each runs once per event, since it sees that event's request and
 * response. While it runs, others see its exports so far.
 * @param library returns what `require` has by other names
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
      // A path that begins with the workspace folder is relative to the data folder.
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
        ...{ module, exports: module.exports, __filename: filename, __dirname: getFolder(filename) },
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
