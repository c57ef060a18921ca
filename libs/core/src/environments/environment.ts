import { Int, oneOf, struct, t } from '../codec/index.js';
import { EnvironmentGuard, Guard } from '../guards/guard.js';
import { EnvironmentId, WorkspaceId } from '../ids.js';
import type { Pair } from '../requests/pair.js';
import { SecretPairs } from '../requests/pair.js';
import { type TypedText, Variables, variableTypes, type VariableType, setTypedText } from './variable.js';

/** Variables and secrets that fill in the requests of a workspace. */
export const Environment = struct('an environment', {
  id: EnvironmentId,
  workspaceId: WorkspaceId,
  name: t.string,
  /** A CSS color for the window; empty for none. */
  color: t.string,
  description: t.string,
  /** The name of the base environment, whose variables and secrets its own override; empty for none. */
  extends: t.string,
  variables: Variables,
  secrets: SecretPairs,
  /** Limits what agents send with it. */
  guard: EnvironmentGuard,
  /** A looser guard from a file that no person has confirmed yet; null for none. */
  proposedGuard: t.union([Guard, t.null]),
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type Environment = t.TypeOf<typeof Environment>;

/** A script's change to one name; a null value removes it. A disabled pair of that name is not affected. */
export const EnvironmentChange = struct(
  'an environment change',
  {
    kind: oneOf('variable', 'secret'),
    name: t.string,
    value: t.union([t.string, t.null]),
  },
  /** Set if the variable is not text. */
  { type: oneOf(...variableTypes) },
);
export type EnvironmentChange = t.TypeOf<typeof EnvironmentChange>;

const applyEnvironmentChange = <P extends Pair>(
  pairs: readonly (P | Pair)[],
  { name, value, type }: EnvironmentChange,
): readonly (P | Pair)[] => {
  if (value === null) return pairs.filter((pair) => pair.name !== name || !pair.enabled);
  const index = pairs.findIndex((pair) => pair.name === name && pair.enabled);
  const typed: TypedText = type === undefined ? { value } : { value, type };
  if (index < 0) return [...pairs, { name, ...typed, enabled: true }];
  return pairs.map((pair, at) => (at === index ? setTypedText(pair, typed) : pair));
};

/** Applies `changes` to the environment, touching only the names in them. A new name is appended, enabled. */
export const applyChanges = <E extends Pick<Environment, 'variables' | 'secrets'>>(
  environment: E,
  changes: readonly EnvironmentChange[],
): E =>
  changes.reduce(
    (next, change) =>
      change.kind === 'variable'
        ? { ...next, variables: applyEnvironmentChange(next.variables, change) }
        : { ...next, secrets: applyEnvironmentChange(next.secrets, change) },
    environment,
  );

type MaybeTyped = Pair & { readonly type?: VariableType };

const hasSamePairs = (a: readonly MaybeTyped[], b: readonly MaybeTyped[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ name, value, type }, at) => name === b[at]?.name && value === b[at].value && type === b[at].type,
  );

/** The next revision of the environment with `changes`, or the same environment if nothing changes. */
export const reviseEnvironment = (
  present: Environment,
  changes: readonly EnvironmentChange[],
  at: string,
): Environment => {
  const next = applyChanges(present, changes);
  return hasSamePairs(next.variables, present.variables) && hasSamePairs(next.secrets, present.secrets)
    ? present
    : { ...next, revision: present.revision + 1, updatedAt: at };
};

/** The effective values by name. The first of a repeated name wins. */
export const indexValues = (pairs: readonly Pair[]): Readonly<Record<string, string>> => {
  const values = Object.create(null) as Record<string, string>;
  for (const { name, value, enabled } of pairs) if (enabled && !(name in values)) values[name] = value;
  return values;
};
