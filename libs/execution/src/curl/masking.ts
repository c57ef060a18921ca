import {
  createRedactor,
  type Environment,
  type Ports,
  processVariablePrefix,
  type Secret,
} from '@tandem/core';

import { listEnvironmentSecrets } from '../filling/scope.js';
import type { LoadedData } from '../execution-state.js';

/** The scheme and first label for a URL that begins with a placeholder, so that it is a valid URL. */
export const schemeMark = 'http://noscheme.';

/** Placeholders for secret values in a request that is filled in. Every encoding and check leaves them as they are. */
const createPlaceholders = (ports: Pick<Ports, 'ids'>) => {
  const names = new Map<string, string>();
  return {
    for: (name: string): string => {
      const standIn = `standin${ports.ids.next()}x`;
      names.set(standIn, name);
      return standIn;
    },
    restore: (text: string): string =>
      [...names].reduce(
        (restored, [standIn, name]) =>
          restored.replaceAll(schemeMark + standIn, standIn).replaceAll(standIn, `{{${name}}}`),
        text,
      ),
    namesIn: (text: string): readonly string[] =>
      [...names].flatMap(([standIn, name]) => (text.includes(standIn) ? [name] : [])),
  };
};
export type Placeholders = ReturnType<typeof createPlaceholders>;

/** Replaces the values of an environment's secrets by placeholders. */
const replaceSecretsByPlaceholders = (
  environment: Environment | null,
  standIns: Placeholders,
): Environment | null =>
  environment && {
    ...environment,
    secrets: environment.secrets.map((secret) => ({ ...secret, value: standIns.for(secret.name) })),
  };

/** The variables of the process that a template may use. Their values count as secret. */
const listProcessSecrets = (builtIns: Readonly<Record<string, string>>): readonly Secret[] =>
  Object.entries(builtIns).flatMap(([name, value]) =>
    name.startsWith(processVariablePrefix) ? [{ name, value }] : [],
  );

/** Creates functions that redact the texts of a command and collect the names of the redacted secrets. */
export const createTextMask = (
  ports: Ports,
  {
    secrets,
    ...loaded
  }: Pick<LoadedData, 'environment' | 'inherited'> & { readonly secrets: readonly Secret[] },
  isReal: boolean,
) => {
  const standIns = createPlaceholders(ports);
  const met = new Set<string>();
  const builtIns = ports.builtIns();
  const ofTexts = listProcessSecrets(builtIns);
  const known = [...secrets, ...ofTexts, ...listEnvironmentSecrets({ ...loaded, input: {}, ports })];
  const masked = Object.fromEntries(ofTexts.map(({ name }) => [name, standIns.for(name)]));
  const redactor = createRedactor(isReal ? [] : known);
  return {
    standIns,
    met,
    environment: isReal ? loaded.environment : replaceSecretsByPlaceholders(loaded.environment, standIns),
    builtIns: () => (isReal ? builtIns : { ...builtIns, ...masked }),
    shown: (text: string): string => {
      for (const name of standIns.namesIn(text)) if (known.some((one) => one.name === name)) met.add(name);
      return redactor.text(standIns.restore(text));
    },
  };
};
