import { Int, struct, t } from '../codec/index.js';
import type { Environment } from './environment.js';
import { Guard } from '../guards/guard.js';
import { EnvironmentId } from '../ids.js';
import { Variables } from './variable.js';

/** An environment as interfaces show it. For a secret, only whether it has a value. */
export const EnvironmentView = struct(
  'an environment',
  {
    id: EnvironmentId,
    name: t.string,
    color: t.string,
    description: t.string,
    extends: t.string,
    active: t.boolean,
    variables: Variables,
    secrets: t.readonlyArray(
      struct('a secret without its value', { name: t.string, hasValue: t.boolean, enabled: t.boolean }),
    ),
    revision: Int,
    createdAt: t.string,
    updatedAt: t.string,
  },
  { guard: Guard, proposedGuard: Guard },
);
export type EnvironmentView = t.TypeOf<typeof EnvironmentView>;

/** The environment without the values of its secrets. */
export const toEnvironmentView = (
  environment: Environment,
  activeId: EnvironmentId | null,
): EnvironmentView => {
  const { id, name, color, description, variables, secrets, revision, createdAt, updatedAt } = environment;
  const { guard, proposedGuard } = environment;
  return {
    id,
    name,
    color,
    description,
    extends: environment.extends,
    active: id === activeId,
    variables,
    secrets: secrets.map((secret) => ({
      name: secret.name,
      hasValue: secret.value !== '',
      enabled: secret.enabled,
    })),
    revision,
    createdAt,
    updatedAt,
    ...(guard === null ? {} : { guard }),
    ...(proposedGuard === null ? {} : { proposedGuard }),
  };
};
