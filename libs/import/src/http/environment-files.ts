import {
  httpEnvironmentFiles,
  type ImportedEnvironment,
  type LeftOut,
  type Pair,
  type Variable,
} from '@tandem/core';

import { parse } from '../parse.js';
import { createPair, createVariable, type Fields, isFields, toText } from '../value.js';

/** The name under which Visual Studio keeps variables of all environments. */
const forAll = '$shared';

interface FoundEnvironments {
  readonly environments: readonly ImportedEnvironment[];
  readonly leftOut: readonly LeftOut[];
  /** The files that were not given. */
  readonly missing: readonly string[];
}

type EnvironmentFile = ReadonlyMap<string, Fields>;

/** Whether a value is one that an editor itself takes from elsewhere: an auth, TLS settings, or a secret of Visual Studio. */
const isSetting = (name: string, value: unknown): boolean =>
  /^(?:Security|SSLConfiguration)$/.test(name) || (isFields(value) && typeof value.provider === 'string');

/** Creates an environment from its values in both files. Those of the private file are secrets. */
const createEnvironment = (
  name: string,
  shared: EnvironmentFile,
  own: EnvironmentFile,
): ImportedEnvironment => {
  const variables = new Map<string, Variable>();
  const secrets = new Map<string, Pair>();
  for (const values of [shared.get(forAll), shared.get(name)])
    for (const [key, value] of Object.entries(values ?? {}))
      if (!isSetting(key, value)) variables.set(key, createVariable(key, value));
  for (const values of [own.get(forAll), own.get(name)])
    for (const [key, value] of Object.entries(values ?? {}))
      if (!isSetting(key, value)) {
        variables.delete(key);
        secrets.set(key, createPair(key, toText(value)));
      }
  return { name, variables: [...variables.values()], secrets: [...secrets.values()] };
};

/** Reads the environments that editors keep in files beside `.http` files. */
export const readHttpEnvironments = (files: ReadonlyMap<string, string>): FoundEnvironments => {
  const leftOut: LeftOut[] = [];
  const readFile = (file: string): EnvironmentFile => {
    const text = files.get(file);
    const parsed = text === undefined || text.trim() === '' ? undefined : parse(text);
    if (parsed === undefined) return new Map();
    if (parsed.kind === 'refused' || !isFields(parsed.value)) {
      const why = parsed.kind === 'refused' ? parsed.why : 'is no object of environments';
      leftOut.push({ place: file, what: `its environments, because it ${why}` });
      return new Map();
    }
    const found = Object.entries(parsed.value).flatMap(([name, values]) =>
      isFields(values) ? [[name, values] as const] : [],
    );
    for (const [name, values] of found)
      for (const [key, value] of Object.entries(values))
        if (isSetting(key, value))
          leftOut.push({ place: `${file}, ${name}`, what: `${key}, which only the editor understands` });
    return new Map(found);
  };
  const [shared, own] = [readFile(httpEnvironmentFiles.shared), readFile(httpEnvironmentFiles.private)];
  const names = [...new Set([...shared.keys(), ...own.keys()])].filter((name) => name !== forAll);
  return {
    environments: names.map((name) => createEnvironment(name, shared, own)),
    leftOut,
    missing: Object.values(httpEnvironmentFiles).filter((file) => !files.has(file)),
  };
};
