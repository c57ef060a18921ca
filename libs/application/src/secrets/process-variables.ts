import {
  type EnvFileContent,
  getSecretVariable,
  type Ports,
  processVariablePrefix,
  type ProvidedSecretDecision,
  type ProvidedSecrets,
  type Secret,
  secretPrefix,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

/** Where the variables of the process come from. */
export type ProcessSources = Pick<Ports, 'processVariables' | 'mayUseProcessVariables'>;

/** The values that `{{process.env.NAME}}` and `bru.getProcessEnv` read in a workspace. */
export interface UsableVariables {
  readonly values: Readonly<Record<string, string>>;
  /** The problems of the `.env` files. */
  readonly problems: readonly string[];
}

/** The name under which a person decides about a variable of the process. */
export const getDecisionName = (name: string): string => `${processVariablePrefix}${name}`;

const isAllowed = (decisions: readonly ProvidedSecretDecision[], name: string): boolean =>
  decisions.some((one) => one.name === getDecisionName(name) && one.allowed);

/** The variables of a workspace: those of its `.env` files, then those of the process that it may use. */
export const listUsableVariables = (
  { processVariables, mayUseProcessVariables }: ProcessSources,
  decisions: readonly ProvidedSecretDecision[],
  { values, problems }: EnvFileContent,
): UsableVariables => {
  const ofProcess = Object.entries(processVariables()).filter(
    ([name]) => mayUseProcessVariables || isAllowed(decisions, name),
  );
  const ofFiles = Object.entries(values).filter(([name]) => !name.startsWith(secretPrefix));
  return { values: Object.fromEntries([...ofProcess, ...ofFiles]), problems };
};

/** The variables of the process that a workspace could use if a person allowed it, except those that a file replaces. */
export const listUndecidedVariables = (
  { processVariables, mayUseProcessVariables }: ProcessSources,
  { values }: EnvFileContent,
): readonly string[] =>
  mayUseProcessVariables
    ? []
    : Object.keys(processVariables()).filter((name) => !Object.hasOwn(values, name));

/** Ports whose built-in variables include these variables. */
export const addProcessVariables = <P extends Pick<Ports, 'builtIns'>>(
  ports: P,
  { values }: UsableVariables,
): P => {
  const named = Object.entries(values).map(([name, value]) => [`${processVariablePrefix}${name}`, value]);
  if (named.length === 0) return ports;
  const variables = Object.fromEntries(named) as Readonly<Record<string, string>>;
  return { ...ports, builtIns: () => ({ ...ports.builtIns(), ...variables }) };
};

/** The values to hide. Values from files are hidden unless they are evidently public. */
export const listProcessSecrets = ({
  processVariables,
}: Pick<Ports, 'processVariables'>): readonly Secret[] =>
  Object.entries(processVariables()).map(([name, value]) => ({ name, value }));

/**
 * The values that secrets without one get from the process, and from `TANDEM_SECRET_<NAME>` in a `.env` file. A file in
 * the workspace's own folder needs no permission: it gives the folder nothing that it does not have.
 */
export const addFileSecrets = (given: ProvidedSecrets, { values }: EnvFileContent): ProvidedSecrets => {
  if (!Object.keys(values).some((name) => name.startsWith(secretPrefix))) return given;
  const inFile = (name: string, environment?: string): string | undefined =>
    getOwnValue(values, getSecretVariable(name, environment)) ??
    getOwnValue(values, `${secretPrefix}${name}`) ??
    getOwnValue(values, getSecretVariable(name));
  const isInFile = (name: string): boolean => {
    const variable = getSecretVariable(name);
    const ofOneEnvironment = `__${variable.slice(secretPrefix.length)}`;
    return Object.keys(values).some(
      (key) => key === variable || key === `${secretPrefix}${name}` || key.endsWith(ofOneEnvironment),
    );
  };
  return {
    ...given,
    valueOf: (name, environment) => {
      if (!isInFile(name)) return given.valueOf(name, environment);
      const ofProcess = given.isAllowed(name) ? given.valueOf(name, environment) : undefined;
      return ofProcess ?? inFile(name, environment);
    },
    isAllowed: (name) => isInFile(name) || given.isAllowed(name),
  };
};
