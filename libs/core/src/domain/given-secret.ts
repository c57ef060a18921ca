import { described, oneOf, struct, t } from '../codec/index.js';

/** A person's decision about a value from the process environment for a secret of a workspace. */
export interface GivenSecretDecision {
  readonly name: string;
  readonly allowed: boolean;
}

export const GivenSecretList = struct('the secrets that could use a given value', {
  secrets: t.readonlyArray(
    struct('a secret that could use a given value', {
      name: t.string,
      decision: oneOf('waiting', 'allowed', 'refused'),
      fixed: described(t.boolean, 'Whether it was allowed at the start, so that no decision changes it'),
    }),
  ),
});
export type GivenSecretList = t.TypeOf<typeof GivenSecretList>;
