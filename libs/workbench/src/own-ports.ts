import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import {
  type AppError,
  type BodyBudget,
  type Documents,
  findSecretValue,
  getSecretVariable,
  type JwtSigner,
  type ProvidedSecrets,
  type RetainedVariable,
  type RetainedVariables,
  secretPrefix,
  SettingError,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { createBodyBudget } from '@tandem/execution';
import { createEnvFiles, readMaxEnvFileBytes } from '@tandem/folder';
import { getDataFilePaths } from '@tandem/node';
import type { OAuth2Options, OpenedOAuth2 } from '@tandem/oauth';
import { keychainSecrets } from '@tandem/persistence/files';

const budgetVariable = 'TANDEM_BODIES_IN_FLIGHT_BYTES';
const minBudgetBytes = 1024 * 1024;

/**
 * Reads the memory budget for bodies in flight: `TANDEM_BODIES_IN_FLIGHT_BYTES`, at least 1 MiB; default 256 MiB.
 * @throws an error that names the variable if its value is invalid
 */
export const readBodyBudget = (env: Readonly<Record<string, string | undefined>>): BodyBudget => {
  const text = env[budgetVariable];
  if (text === undefined || text === '') return createBodyBudget();
  const value = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (value < minBudgetBytes)
    throw new SettingError(
      `${budgetVariable}=${text} is invalid; it takes a whole number from ${minBudgetBytes}`,
    );
  return createBodyBudget(value);
};

let loadingDocuments: Promise<Documents> | undefined;

const loadDocuments = (): Promise<Documents> =>
  (loadingDocuments ??= import('@tandem/export').then(({ createDocuments }) => createDocuments()));

/** Writes requests as documents of other tools. The writers are loaded on first use. */
export const documents: Documents = {
  write: (format, content) =>
    pipe(
      TE.fromTask<Documents, AppError>(loadDocuments),
      TE.flatMap(({ write }) => write(format, content)),
    ),
};

/**
 * Secret values from the process environment: `TANDEM_SECRET_<NAME>`. In a name, `_` may replace characters that a
 * shell does not allow, and capitals may replace small letters.
 * @param allowed names of secrets, or of variables without the prefix, that every workspace may use; `all` for all
 */
export const readProvidedSecrets = (
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[] = [],
): ProvidedSecrets => ({
  valueOf: (name, environment) => findSecretValue(env, name, environment),
  all: Object.entries(env).flatMap(([key, value]) =>
    key.startsWith(secretPrefix) && value ? [{ name: key.slice(secretPrefix.length), value }] : [],
  ),
  isAllowed: (name) =>
    allowed.some(
      (one) => one === 'all' || one === name || `${secretPrefix}${one}` === getSecretVariable(name),
    ),
});

/** Tokens and signatures of `@tandem/oauth`, loaded by the first request that needs one. */
export interface LazyOAuth {
  readonly oauth2: OpenedOAuth2;
  readonly signJwt: JwtSigner;
}

/** Gets tokens and signs like `createOAuth2` and `signJwt`, which are loaded on demand, because most runs need neither. */
export const createLazyOAuth = (options: OAuth2Options): LazyOAuth => {
  let opened: Promise<OpenedOAuth2> | undefined;
  const library = () => import('@tandem/oauth');
  const open = (): Promise<OpenedOAuth2> =>
    (opened ??= library().then(({ createOAuth2 }) => createOAuth2(options)));
  return {
    oauth2: {
      token: (call) => async () => (await open()).token(call)(),
      findFresh: (call) => async () => (await open()).findFresh(call)(),
      forget: (call, accessToken) => async () => (await open()).forget(call, accessToken)(),
      begin: (call) => async () => (await open()).begin(call)(),
      finish: (id, signal) => async () => (await open()).finish(id, signal)(),
      close: async () => (await opened)?.close(),
    },
    signJwt: (jwt) => async () => (await library()).signJwt(jwt)(),
  };
};

/** The variable that lists the names that may be read. */
const allowedName = 'TANDEM_ENV_ALLOW';

/**
 * The process variables that text and scripts may read: those whose names `TANDEM_ENV_ALLOW` lists, separated by
 * commas. Values of secrets are never included.
 */
export const readProcessVariables = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (env[allowedName] ?? '').split(',').flatMap((given) => {
      const name = given.trim();
      const value = Object.hasOwn(env, name) && !name.startsWith(secretPrefix) ? env[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Maximum total length of a workspace's stored variables, in characters; the oldest ones are removed first. */
const maxRetainedCharacters = 1_000_000;

const measureVariable = ({ name, value }: RetainedVariable): number =>
  name.length + (value === undefined ? 0 : JSON.stringify(value).length);

/** Stores script variables in memory. */
export const createRetainedVariables = (maxCharacters = maxRetainedCharacters): RetainedVariables => {
  const workspaces = new Map<string, Map<string, RetainedVariable>>();
  return {
    of: (workspaceId) => [...(workspaces.get(workspaceId)?.values() ?? [])],
    keep: (workspaceId, changes) => {
      const kept = workspaces.get(workspaceId) ?? new Map<string, RetainedVariable>();
      workspaces.set(workspaceId, kept);
      for (const one of changes) {
        const key = `${one.scope} ${one.name}`;
        kept.delete(key);
        // A removed collection variable stays recorded, because it hides the value in the file. In other
        // scopes, it is deleted.
        if (one.value !== undefined || one.scope === 'collection') kept.set(key, one);
      }
      let size = [...kept.values()].reduce((sum, one) => sum + measureVariable(one), 0);
      for (const [key, one] of kept) {
        if (size <= maxCharacters) break;
        size -= measureVariable(one);
        kept.delete(key);
      }
    },
  };
};

/** Creates the variables of the process and of `.env` files, and the values that scripts of other tools store. */
export const createVariables = (env: Readonly<Record<string, string | undefined>>) => {
  const variables = readProcessVariables(env);
  return {
    retainedVariables: createRetainedVariables(),
    processVariables: () => variables,
    envFiles: createEnvFiles({ maxBytes: readMaxEnvFileBytes(env), readKeychain: keychainSecrets.get }),
  };
};

/** The ports on which the servers of one data folder listen, in any process. */
export interface OwnPorts {
  /** Registers a port on which this process listens, until the returned function is called. */
  readonly add: (port: number) => () => void;
  /** Whether this process, or another one with the same data folder, listens on `port`. */
  readonly has: (port: number) => boolean;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const readHolder = (file: string): number | undefined => {
  // Check first: most ports have no file, and a failed read costs more than this check.
  if (!existsSync(file)) return undefined;
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Stores a small file for each port, with the id of the process that listens on it. Files of ended processes are ignored. Files are read
 * only when a request is sent to this machine.
 */
export const createOwnPorts = (dataFolder: string): OwnPorts => {
  const mine = new Set<number>();
  const { listening: fileOf } = getDataFilePaths(dataFolder);
  return {
    add: (port) => {
      const file = fileOf(port);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, String(process.pid), { mode: 0o600 });
      mine.add(port);
      return () => {
        mine.delete(port);
        if (readHolder(file) === process.pid) rmSync(file, { force: true });
      };
    },
    has: (port) => {
      if (mine.has(port)) return true;
      const pid = readHolder(fileOf(port));
      return pid !== undefined && pid !== process.pid && isAlive(pid);
    },
  };
};
