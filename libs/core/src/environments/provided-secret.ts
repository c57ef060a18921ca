import { withDescription, oneOf, struct, t } from '../codec/index.js';

/** A person's decision about a value from the process environment for a secret of a workspace. */
export interface ProvidedSecretDecision {
  readonly name: string;
  readonly allowed: boolean;
}

export const ProvidedSecretList = struct('the secrets that could use a given value', {
  secrets: t.readonlyArray(
    struct('a secret that could use a given value', {
      name: t.string,
      decision: oneOf('waiting', 'allowed', 'refused'),
      fixed: withDescription(
        t.boolean,
        'Whether it was allowed at the start, so that no decision changes it',
      ),
    }),
  ),
});
export type ProvidedSecretList = t.TypeOf<typeof ProvidedSecretList>;
