import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** The code that V8 compiled in earlier processes, by the name of the bundled module. */
type CachedCode = ReadonlyMap<string, Buffer>;

type Lengths = readonly (readonly [name: string, length: number])[];

/** Reads the code that earlier processes compiled. The first line of the file is a JSON list of the modules whose code follows. */
const readCachedCode = (file: string): CachedCode => {
  try {
    const all = readFileSync(file);
    let at = all.indexOf('\n') + 1;
    const lengths = JSON.parse(all.toString('utf8', 0, at)) as Lengths;
    return new Map(lengths.map(([name, length]) => [name, all.subarray(at, (at += length))]));
  } catch {
    return new Map();
  }
};

/** Stores compiled code if it includes modules that are not stored yet. Stores nothing if the folder is not writable. */
const storeCachedCode = (scripts: ReadonlyMap<string, Script>, file: string, kept: CachedCode): void => {
  const isKept = ([name, { cachedDataRejected }]: readonly [string, Script]): boolean =>
    kept.has(name) && cachedDataRejected !== true;
  if ([...scripts].every(isKept)) return;
  const compiled = [...scripts].map(([name, script]) => [name, script.createCachedData()] as const);
  const codes = new Map([...kept, ...compiled]);
  const lengths: Lengths = [...codes].map(([name, code]) => [name, code.length]);
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Write to a new file and rename it, because another process may be using the old one.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...codes.values()]));
    renameSync(own, file);
  } catch {
    // Ignore the failure, because the next start can compile the code again.
  }
};

type ModuleFunction = (
  exports: unknown,
  require: (name: string) => unknown,
  module: { exports: unknown },
  filename: string,
) => void;

/**
 * Runs a bundled program, which is a CommonJS module, and returns its exports. V8 reuses the code that an earlier process compiled, because
 * a short command spends most of its time compiling. The code is stored in `compiled` next to the bundle's folder. This is as safe as the
 * program, because whoever can write there can also change the program. The modules use `require` and cannot use `import`, because Node 20
 * cannot cache ES modules.
 */
export const runBundled = (program: URL): unknown => {
  // Otherwise, V8 would discard the start-up code of a long run before it is stored.
  setFlagsFromString('--no-flush-bytecode');
  const main = fileURLToPath(program);
  const folder = dirname(main);
  const file = join(folder, '..', 'compiled', `${basename(main)}-${process.version}-${process.arch}`);
  const isOff = process.env.NODE_DISABLE_COMPILE_CACHE !== undefined;
  const kept = isOff ? new Map<string, Buffer>() : readCachedCode(file);
  const requireOther = createRequire(main);
  const modules = new Map<string, { exports: unknown }>();
  const scripts = new Map<string, Script>();

  const load = (name: string): unknown => {
    const loaded = modules.get(name);
    if (loaded !== undefined) return loaded.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const filename = join(folder, name);
    const script = new Script(nodeModule.wrap(readFileSync(filename, 'latin1')), {
      filename,
      cachedData: kept.get(name),
    });
    scripts.set(name, script);
    const run = script.runInThisContext() as ModuleFunction;
    run(
      module.exports,
      (other) => (other.startsWith('./') ? load(other) : requireOther(other)),
      module,
      filename,
    );
    return module.exports;
  };
  if (!isOff) process.once('exit', () => storeCachedCode(scripts, file, kept));
  return load(`./${basename(main)}`);
};
