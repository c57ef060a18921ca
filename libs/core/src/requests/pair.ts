import { withDefault, withDescription, struct, t } from '../codec/index.js';

/** A name and a value in an ordered list. Names may repeat; disabled pairs are ignored. */
export const Pair = struct('{ name, value, enabled? }', {
  name: t.string,
  value: t.string,
  enabled: withDefault(t.boolean, true),
});
export type Pair = t.TypeOf<typeof Pair>;

/** The codec for headers, query parameters and form fields. */
export const Pairs = t.readonlyArray(Pair, 'a list of { name, value, enabled? }');

/** A secret. `hosts` is where its environment says it may be sent, and applies only if a person agreed. */
export const SecretPair = struct(
  '{ name, value, enabled?, hosts? }',
  { name: t.string, value: t.string, enabled: withDefault(t.boolean, true) },
  { hosts: t.readonlyArray(t.string, 'a list of hosts') },
);
export type SecretPair = t.TypeOf<typeof SecretPair>;

/** The codec for the secrets of an environment. */
export const SecretPairs = t.readonlyArray(SecretPair, 'a list of { name, value, enabled?, hosts? }');

/** The enabled pairs. */
export const filterEnabledPairs = <P extends { readonly enabled: boolean }>(
  pairs: readonly P[],
): readonly P[] => pairs.filter(({ enabled }) => enabled);

export const createPairsCodec = (description: string) => withDescription(Pairs, description);
