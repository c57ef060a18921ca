/** Finds the entries of a key, in order. */
export const groupBy = <A>(all: readonly A[], keyOf: (one: A) => string): ((key: string) => readonly A[]) => {
  const known = new Map<string, A[]>();
  for (const one of all) {
    const others = known.get(keyOf(one));
    if (others === undefined) known.set(keyOf(one), [one]);
    else others.push(one);
  }
  return (key) => known.get(key) ?? [];
};
