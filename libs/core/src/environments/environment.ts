import { Int, oneOf, struct, t } from '../codec/index.js';
import { EnvironmentGuard, Guard } from '../guards/guard.js';
import { EnvironmentId, WorkspaceId } from '../ids.js';
import { type Pair, SecretPairs } from '../requests/fields.js';
import { setTypedText, type TypedText, Variables, type VariableType, variableTypes } from './variable.js';

/** Variables and secrets that fill in the requests of a workspace. */
export const Environment = struct('an environment', {
  id: EnvironmentId,
  workspaceId: WorkspaceId,
  name: t.string,
  /** A CSS color for the window; empty for none. */
  color: t.string,
  description: t.string,
  /** The name of the base environment, or empty. The environment's own variables and secrets override those of the base. */
  extends: t.string,
  variables: Variables,
  secrets: SecretPairs,
  /** Limits what is sent with the environment. */
  guard: EnvironmentGuard,
  /** A looser guard that a file asks for and no person has confirmed yet; null if there is none. */
  proposedGuard: t.union([Guard, t.null]),
  revision: Int,
  createdAt: t.string,
  updatedAt: t.string,
});
export type Environment = t.TypeOf<typeof Environment>;

/** Whether an environment holds Postman's globals, which scripts read with `pm.globals`. Its name says so. */
export const holdsGlobals = (name: string): boolean => /^globals$/i.test(name);

/** Whether the name of an environment says that it is for production, so that nothing but a person should choose it. */
export const isProductionName = (name: string): boolean =>
  /(?<![\p{L}\p{N}])(?:prod(?:uction|uktion|ucción)?|prd|live)(?!\p{L})/iu.test(name);

/** The environment for a first run: the first one, but one for production only if there is no other. */
export const pickFirstEnvironment = <E extends { readonly name: string }>(all: readonly E[]): E | undefined =>
  all.find(({ name }) => !isProductionName(name)) ?? all[0];

/** A change that a script makes to one variable or secret; a null value removes it. Does not affect disabled pairs of the same name. */
export const EnvironmentChange = struct(
  'an environment change',
  {
    kind: oneOf('variable', 'secret'),
    name: t.string,
    value: t.union([t.string, t.null]),
  },
  /** The type of the variable, unless it is text. */
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

/** Applies `changes` to the environment. Only affects the names in them; a new name is appended and enabled. */
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

/** The value of each enabled pair, by name. If a name repeats, the first value counts. */
export const indexValues = (pairs: readonly Pair[]): Readonly<Record<string, string>> => {
  const values = Object.create(null) as Record<string, string>;
  for (const { name, value, enabled } of pairs) if (enabled && !(name in values)) values[name] = value;
  return values;
};

/** An environment as clients show it. For each secret, it only says whether the secret has a value. */
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

/** Minimum length of a secret value that is still redacted after it was replaced or removed. Shorter values may be common words. */
const minPreviousLength = 12;

/** Maximum number of previous secret values per workspace that are still redacted. The oldest are dropped. */
export const maxPreviousSecrets = 200;

/**
 * The pairs whose values an environment still has: its secrets, and the variables that were secrets until now, whose names are in `plain`.
 * These values do not become previous secrets.
 */
export const listUnchangedSecrets = (
  { variables, secrets }: Pick<Environment, 'variables' | 'secrets'>,
  plain: readonly string[] = [],
): readonly Pair[] => [...secrets, ...variables.filter(({ name }) => plain.includes(name))];

/** The values of `present` that are missing in `next` but must still be redacted, because a script may have copied them. */
export const findPreviousSecrets = (present: readonly Pair[], next: readonly Pair[]): readonly Pair[] =>
  present.filter(
    ({ value }) => value.trim().length >= minPreviousLength && !next.some((one) => one.value === value),
  );
