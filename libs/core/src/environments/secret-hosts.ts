import { oneOf, struct, t, withDescription } from '../codec/index.js';
import { areHostsCovered, normalizeHostPattern } from '../guards/host-pattern.js';
import type { EnvironmentId } from '../ids.js';
import type { SecretPair } from '../requests/fields.js';

/** A person's decision whether a workspace may use a value from the process environment, for one of its secrets or as a variable. */
export interface ProvidedSecretDecision {
  readonly name: string;
  readonly allowed: boolean;
}

export const ProvidedSecretList = struct(
  'the secrets that could use a given value',
  {
    secrets: t.readonlyArray(
      struct('a secret that could use a given value', {
        name: withDescription(t.string, 'Of a secret, or process.env.NAME of a variable of the process'),
        decision: oneOf('waiting', 'allowed', 'refused'),
        fixed: withDescription(
          t.boolean,
          'Whether it was allowed at the start, so that no decision changes it',
        ),
      }),
    ),
  },
  {
    envFile: withDescription(
      struct('the .env files of a workspace', {
        variables: t.readonlyArray(struct('a variable of a .env file', { name: t.string, file: t.string })),
        problems: t.readonlyArray(t.string),
      }),
      'The names in the .env files; absent if there is no such file',
    ),
  },
);
export type ProvidedSecretList = t.TypeOf<typeof ProvidedSecretList>;

/** The only hosts to which a secret of an environment may be sent. */
export interface SecretHosts {
  readonly environmentId: EnvironmentId;
  readonly name: string;
  readonly hosts: readonly string[];
}

/** A host-bound secret and all values it has had since it was bound. Previous values are included because they may have been copied. */
export interface BoundSecret extends SecretHosts {
  readonly values: readonly string[];
}

/** A value in its stored form. It is `enabled` if the secret had it when a person chose the hosts. Such values are never dropped. */
export interface BoundValue {
  readonly value: string;
  readonly enabled: boolean;
}

/** The hosts and values of one secret. */
export interface Binding {
  readonly hosts: readonly string[];
  readonly values: readonly BoundValue[];
}

/** Maximum number of bound values of one secret, not counting `enabled` ones. */
const maxBoundValues = 500;

const addBoundValues = (known: readonly BoundValue[], more: readonly BoundValue[]): readonly BoundValue[] => {
  const fresh = more.filter(({ value }) => value !== '' && !known.some((one) => one.value === value));
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh];
  let spare = all.filter(({ enabled }) => !enabled).length - maxBoundValues;
  return all.filter(({ enabled }) => enabled || spare-- <= 0);
};

/** Normalizes and deduplicates the patterns, and drops invalid ones. */
export const normalizeHosts = (hosts: readonly string[]): readonly string[] => [
  ...new Set(hosts.flatMap((text) => normalizeHostPattern(text) ?? [])),
];

/**
 * The binding of a secret after its environment was stored with new values. Hosts that accompany a secret, as in an environment file, bind
 * an unbound secret or narrow the hosts of a bound one. They never widen the hosts.
 * @param present the pairs with the secret's name, with values in their stored form
 */
export const updateBinding = (
  known: Binding | undefined,
  present: readonly SecretPair[],
): Binding | undefined => {
  const wanted = normalizeHosts(present.flatMap(({ hosts = [] }) => hosts));
  const values = present.map(({ value }) => ({ value, enabled: false }));
  if (known === undefined)
    return wanted.length === 0 ? undefined : { hosts: wanted, values: addBoundValues([], values) };
  const hosts = wanted.length > 0 && areHostsCovered(wanted, known.hosts) ? wanted : known.hosts;
  return { hosts, values: addBoundValues(known.values, values) };
};

/** Binds a secret to the hosts that a person chose. */
export const chooseBindingHosts = (
  known: Binding | undefined,
  hosts: readonly string[],
  present: readonly { readonly value: string }[],
): Binding => {
  const seen = present.map(({ value }) => ({ value, enabled: true }));
  const others = (known?.values ?? []).filter(({ value }) => !seen.some((one) => one.value === value));
  return { hosts: normalizeHosts(hosts), values: addBoundValues(others, seen) };
};
