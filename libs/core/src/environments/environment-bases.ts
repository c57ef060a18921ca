/** An environment that may extend another one of its workspace, by case-insensitive name. */
interface ExtendingEnvironment {
  readonly name: string;
  /** The name of the base; empty if there is none. */
  readonly extends: string;
}

interface NamedEntry {
  readonly name: string;
  readonly enabled: boolean;
}

interface Layer<V extends NamedEntry, S extends NamedEntry> extends ExtendingEnvironment {
  readonly variables: readonly V[];
  readonly secrets: readonly S[];
}

/** Why the list of an environment's bases ends early: `name` does not exist, or is already in the list. */
export interface BrokenBase {
  readonly kind: 'missing' | 'cycle';
  /** The environment that extends the missing or repeated base. */
  readonly of: string;
  readonly name: string;
}

/** The bases of an environment, nearest first. */
export interface Bases<E> {
  readonly bases: readonly E[];
  readonly broken?: BrokenBase;
}

const findIgnoringCase = <E extends ExtendingEnvironment>(all: readonly E[], name: string): E | undefined =>
  all.find((one) => one.name === name) ?? all.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** The environments that `one` extends, directly or indirectly. Stops at a missing or repeated name. */
export const listBases = <E extends ExtendingEnvironment>(one: E, all: readonly E[]): Bases<E> => {
  const chain = [one];
  const ended = (kind: BrokenBase['kind'], of: string, name: string): Bases<E> => ({
    bases: chain.slice(1),
    broken: { kind, of, name },
  });
  for (let last = one; last.extends !== '';) {
    const base = findIgnoringCase(all, last.extends);
    if (base === undefined) return ended('missing', last.name, last.extends);
    if (chain.some(({ name }) => name === base.name)) return ended('cycle', last.name, base.name);
    chain.push(base);
    last = base;
  }
  return { bases: chain.slice(1) };
};

/** Names the base that a variable or secret comes from. */
export interface FromBase {
  readonly base: string;
}

interface InheritedPair<P> extends FromBase {
  readonly pair: P;
}

/** The enabled pairs of the bases. Omits names that the environment itself or a nearer base has. */
const listInherited = <V extends NamedEntry, S extends NamedEntry>(
  one: Pick<Layer<V, S>, 'variables' | 'secrets'>,
  bases: readonly Layer<V, S>[],
): { readonly variables: readonly InheritedPair<V>[]; readonly secrets: readonly InheritedPair<S>[] } => {
  const taken = new Set<string>();
  const take = ({ variables, secrets }: Pick<Layer<V, S>, 'variables' | 'secrets'>): void => {
    for (const { name, enabled } of [...variables, ...secrets]) if (enabled) taken.add(name);
  };
  take(one);
  const variables: InheritedPair<V>[] = [];
  const secrets: InheritedPair<S>[] = [];
  for (const base of bases) {
    const isFree = ({ name, enabled }: NamedEntry): boolean => enabled && !taken.has(name);
    variables.push(...base.variables.filter(isFree).map((pair) => ({ pair, base: base.name })));
    secrets.push(...base.secrets.filter(isFree).map((pair) => ({ pair, base: base.name })));
    take(base);
  }
  return { variables, secrets };
};

/**
 * Lists the pairs that an environment inherits: the enabled ones of its bases, unless the environment itself or a nearer base has a pair of
 * that name.
 */
export const inheritFromBases = <V extends NamedEntry, S extends NamedEntry>(
  one: Pick<Layer<V, S>, 'variables' | 'secrets'>,
  bases: readonly Layer<V, S>[],
): { readonly variables: readonly (V & FromBase)[]; readonly secrets: readonly (S & FromBase)[] } => {
  const { variables, secrets } = listInherited(one, bases);
  return {
    variables: variables.map(({ pair, base }) => ({ ...pair, base })),
    secrets: secrets.map(({ pair, base }) => ({ ...pair, base })),
  };
};

/** Adds the inherited pairs to an environment, after its own. The environment keeps its id, so that changes are stored in it. */
export const applyBases = <V extends NamedEntry, S extends NamedEntry, E extends Layer<V, S>>(
  one: E & Layer<V, S>,
  bases: readonly Layer<V, S>[],
): E => {
  const { variables, secrets } = listInherited(one, bases);
  return {
    ...one,
    variables: [...one.variables, ...variables.map(({ pair }) => pair)],
    secrets: [...one.secrets, ...secrets.map(({ pair }) => pair)],
  };
};
