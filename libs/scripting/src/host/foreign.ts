import { readFileSync } from 'node:fs';

import type { ForeignDialect, NamedScript } from '@tandem/core';

import { findMentionedLibraries } from '../guest/foreign/libraries.js';
import { brunoNames, fileNames, postmanNames } from '../guest/foreign/parameters.js';
import { getScriptFile, type ScriptNames } from '../script-files.js';
import type { CachedDataResult, CodeCache, Context, Isolate, Script } from './isolated-vm.js';

interface Realm {
  readonly isolate: Isolate;
  readonly context: Context;
}

/** A program that our build puts beside the host, with its code cache once it was compiled. */
interface Program {
  readonly source: string;
  cachedData?: CodeCache;
}

const programs = new Map<string, Program>();

const loadProgram = (name: string): Program => {
  const known = programs.get(name);
  if (known) return known;
  const source = readFileSync(new URL(`./foreign/${name}.js`, import.meta.url), 'utf8');
  const program: Program = { source };
  programs.set(name, program);
  return program;
};

/** Runs one of our programs. From the second time on, it uses the code cache. */
const runProgram = ({ isolate, context }: Realm, name: string): void => {
  const program = loadProgram(name);
  const filename = `tandem:${name}.js`;
  const { source, cachedData } = program;
  const script = cachedData
    ? isolate.compileScriptSync(source, { filename, cachedData })
    : isolate.compileScriptSync(source, { filename, produceCachedData: true });
  program.cachedData ??= (script as CachedDataResult).cachedData;
  script.runSync(context);
};

/** The predefined names of each tool's scripts. */
const getPredefinedNames: Readonly<Record<ForeignDialect, readonly string[]>> = {
  postman: postmanNames,
  bruno: brunoNames,
};

/**
 * Wraps a script in a function in sloppy mode, as its tool does. The predefined names are parameters of an outer function, so that the
 * script may declare them itself.
 */
const wrapScript = (
  { text, requires }: NamedScript,
  { dialect, event }: NonNullable<NamedScript['foreign']>,
  index: number,
): string =>
  `__tandemForeign.script(${index}, ${JSON.stringify(dialect)}, ${JSON.stringify(event)}, function (${getPredefinedNames[dialect].join(', ')}) { return async () => {\n${text}\n} }, ${JSON.stringify(requires)});`;

/** Wraps a required file in a function. */
const wrapScriptFile = ({ name, text, requires }: NamedScript, dialect: ForeignDialect): string => {
  const names = [...getPredefinedNames[dialect], ...fileNames].join(', ');
  const body = name?.endsWith('.json') ? `module.exports = JSON.parse(${JSON.stringify(text)});` : text;
  return `__tandemForeign.file(${JSON.stringify(name)}, function (${names}) { return function () {\n${body}\n} }, ${JSON.stringify(requires)});`;
};

const compileOrThrow = (
  isolate: Isolate,
  source: string,
  filename: string,
  otherwise: (error: unknown) => string,
): Script => {
  try {
    return isolate.compileScriptSync(source, { filename, lineOffset: -1 });
  } catch (error) {
    return isolate.compileScriptSync(otherwise(error), { filename, lineOffset: -1 });
  }
};

/** Creates a script that throws at run time, in the line of the syntax error, which V8 puts at the end of its message. */
const createThrowingSource = ({ message }: SyntaxError): string => {
  const [, said = message, line] = /^(.*?) \[[^\]]*?:(\d+):\d+\]$/s.exec(message) ?? [];
  return `${'\n'.repeat(Math.max(0, Number(line ?? 1) - 1))}throw new SyntaxError(${JSON.stringify(said)});`;
};

/**
 * Loads the scripts of other tools, with their shim and the libraries that they mention. No script has run before in the context. Each
 * script runs within the limits, even if it breaks out of its function.
 */
export const loadForeign = async (
  realm: Realm,
  scripts: readonly NamedScript[],
  timeout: number,
): Promise<void> => {
  const { isolate, context } = realm;
  const dialects = new Set(scripts.flatMap(({ foreign }) => (foreign ? [foreign.dialect] : [])));
  for (const name of new Set([...dialects].flatMap((one) => findMentionedLibraries(one, scripts))))
    runProgram(realm, name);
  for (const dialect of dialects) runProgram(realm, dialect);
  const names: ScriptNames = scripts.map(({ name }) => name);
  for (const [index, script] of scripts.entries()) {
    if (script.foreign === undefined) continue;
    const filename = getScriptFile(names, index);
    const { dialect, event } = script.foreign;
    const source =
      event === 'required' ? wrapScriptFile(script, dialect) : wrapScript(script, script.foreign, index);
    const compiled = compileOrThrow(isolate, source, filename, (error) => {
      if (event === 'required' || !(error instanceof SyntaxError)) throw error;
      return wrapScript(
        { ...script, text: createThrowingSource(error) },
        script.foreign ?? { dialect, event },
        index,
      );
    });
    await compiled.run(context, { timeout });
  }
  isolate
    .compileScriptSync('globalThis.__tandemForeign?.close();', { filename: 'tandem:close.js' })
    .runSync(context);
};
