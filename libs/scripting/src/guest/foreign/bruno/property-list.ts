/** A header or cookie in Bruno's lists. */
export interface Property {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

type Visit<A> = (item: Property, index: number, all: readonly Property[]) => A;

const bindVisitor = <F extends (...args: never[]) => unknown>(visit: F, context: unknown): F =>
  context === undefined ? visit : (visit.bind(context) as F);

/** How keys are compared. */
export type SameKey = (one: unknown, other: unknown) => boolean;

/** The read methods of Bruno's lists. A later item with the same key wins. */
export const createListReaders = <P extends Property>(
  all: () => readonly P[],
  isSame: SameKey = (one, other) => one === other,
) => {
  const one = (name: unknown): P | undefined => all().findLast(({ key }) => isSame(key, name));
  return {
    one,
    all: (): readonly P[] => [...all()],
    get: (name: unknown): unknown => one(name)?.value,
    count: () => all().length,
    has: (name: unknown, value?: unknown): boolean =>
      all().some((item) => isSame(item.key, name) && (value === undefined || item.value === value)),
    find: (visit: Visit<boolean>, context?: unknown) => all().find(bindVisitor(visit, context)),
    filter: (visit: Visit<boolean>, context?: unknown) => all().filter(bindVisitor(visit, context)),
    each: (visit: Visit<unknown>, context?: unknown): void => {
      all().forEach(bindVisitor(visit, context));
    },
    map: (visit: Visit<unknown>, context?: unknown) => all().map(bindVisitor(visit, context)),
    reduce: (
      visit: (sum: unknown, item: Property, index: number) => unknown,
      ...rest: readonly unknown[]
    ) => {
      const each = bindVisitor(visit, rest[1]);
      return rest.length > 0
        ? all().reduce<unknown>(each, rest[0])
        : (all() as readonly unknown[]).reduce(each as never);
    },
    toJSON: (): readonly P[] => [...all()],
  };
};
