import {
  type EnvFileContent,
  findSecretValue,
  getSecretVariable,
  type Ports,
  processVariablePrefix,
  type ProvidedSecretDecision,
  type ProvidedSecrets,
  type Secret,
  secretPrefix,
} from '@tandem/core';

/** The ports that provide the variables of the process. */
export type ProcessSources = Pick<Ports, 'processVariables' | 'mayUseProcessVariables'>;

/** The variables that `{{process.env.NAME}}` and `bru.getProcessEnv` can read in a workspace. */
export interface UsableVariables {
  readonly values: Readonly<Record<string, string>>;
  /** The problems in the `.env` files. */
  readonly problems: readonly string[];
}

/** The name under which a person decides about a variable of the process. */
export const getDecisionName = (name: string): string => `${processVariablePrefix}${name}`;

const isAllowed = (decisions: readonly ProvidedSecretDecision[], name: string): boolean =>
  decisions.some((one) => one.name === getDecisionName(name) && one.allowed);

/** The variables that a workspace may use: those of the process that are allowed, overridden by those of its `.env` files. */
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

/**
 * The variables of the process that a workspace can use only if a person allows it. Variables that are in a `.env` file too do not count.
 */
export const listUndecidedVariables = (
  { processVariables, mayUseProcessVariables }: ProcessSources,
  { values }: EnvFileContent,
): readonly string[] =>
  mayUseProcessVariables
    ? []
    : Object.keys(processVariables()).filter((name) => !Object.hasOwn(values, name));

/** Adds these variables to the built-in variables of the ports. */
export const addProcessVariables = <P extends Pick<Ports, 'builtIns'>>(
  ports: P,
  { values }: UsableVariables,
): P => {
  const named = Object.entries(values).map(([name, value]) => [`${processVariablePrefix}${name}`, value]);
  if (named.length === 0) return ports;
  const variables = Object.fromEntries(named) as Readonly<Record<string, string>>;
  return { ...ports, builtIns: () => ({ ...ports.builtIns(), ...variables }) };
};

/** The variables of the process as values to redact. */
export const listProcessSecrets = ({
  processVariables,
}: Pick<Ports, 'processVariables'>): readonly Secret[] =>
  Object.entries(processVariables()).map(([name, value]) => ({ name, value }));

/**
 * Adds the values in `TANDEM_SECRET_<NAME>` of a `.env` file to those that the process provides for secrets without a value. A file in the
 * workspace's own folder needs no permission, because the folder already contains its values.
 */
export const addFileSecrets = (given: ProvidedSecrets, { values }: EnvFileContent): ProvidedSecrets => {
  if (!Object.keys(values).some((name) => name.startsWith(secretPrefix))) return given;
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
      return ofProcess ?? findSecretValue(values, name, environment);
    },
    isAllowed: (name) => isInFile(name) || given.isAllowed(name),
  };
};
