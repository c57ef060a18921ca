import {
  type RetainedVariable,
  type RetainedVariables,
  processVariablePrefix,
  secretPrefix,
} from '@tandem/core';

/** The variable that lists those that scripts may read. */
const allowedName = 'TANDEM_SCRIPT_VARIABLES';

/**
 * The process variables that scripts of other tools may read, by the names in `TANDEM_SCRIPT_VARIABLES`,
 * separated by commas. Secret values are never included.
 */
export const readScriptVariables = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (env[allowedName] ?? '').split(',').flatMap((given) => {
      const name = given.trim();
      const value = Object.hasOwn(env, name) && !name.startsWith(secretPrefix) ? env[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * The same variables as `{{process.env.NAME}}` in texts, as in Bruno. Only for programs that send the user's own
 * requests: text from an agent or a received folder is not reviewed before it is sent, as their scripts are.
 */
export const readTextVariables = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(readScriptVariables(env)).map(([name, value]) => [
      `${processVariablePrefix}${name}`,
      value,
    ]),
  );

/** Maximum total length of a workspace's stored variables, in characters; the oldest ones are removed first. */
const maxRetainedCharacters = 1_000_000;

const measureVariable = ({ name, value }: RetainedVariable): number =>
  name.length + (value === undefined ? 0 : JSON.stringify(value).length);

/** Stores script variables in memory. */
export const createRetainedVariables = (most = maxRetainedCharacters): RetainedVariables => {
  const workspaces = new Map<string, Map<string, RetainedVariable>>();
  return {
    of: (workspaceId) => [...(workspaces.get(workspaceId)?.values() ?? [])],
    keep: (workspaceId, changes) => {
      const kept = workspaces.get(workspaceId) ?? new Map<string, RetainedVariable>();
      workspaces.set(workspaceId, kept);
      for (const one of changes) {
        const key = `${one.scope} ${one.name}`;
        kept.delete(key);
        // Elsewhere a removal hides the file's value.
        if (one.value !== undefined || one.scope === 'collection') kept.set(key, one);
      }
      let size = [...kept.values()].reduce((sum, one) => sum + measureVariable(one), 0);
      for (const [key, one] of kept) {
        if (size <= most) break;
        size -= measureVariable(one);
        kept.delete(key);
      }
    },
  };
};

/** The process variables that scripts of other tools read, and the values they store. */
export const createScriptVariables = (env: Readonly<Record<string, string | undefined>>) => {
  const variables = readScriptVariables(env);
  return { keptVariables: createRetainedVariables(), processVariables: () => variables };
};
