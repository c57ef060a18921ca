type Call = (...args: readonly unknown[]) => unknown;

type Lodash = Call & Readonly<Record<string, Call>>;

/** For each function of lodash 3 that lodash 4 has renamed, the new name. Chains need them too. */
const newNames: Readonly<Record<string, string>> = {
  all: 'every',
  any: 'some',
  backflow: 'flowRight',
  callback: 'iteratee',
  collect: 'map',
  compose: 'flowRight',
  contains: 'includes',
  detect: 'find',
  findWhere: 'find',
  foldl: 'reduce',
  foldr: 'reduceRight',
  include: 'includes',
  indexBy: 'keyBy',
  inject: 'reduce',
  methods: 'functions',
  modArgs: 'overArgs',
  padLeft: 'padStart',
  padRight: 'padEnd',
  pairs: 'toPairs',
  pluck: 'map',
  restParam: 'rest',
  select: 'filter',
  sortByAll: 'sortBy',
  sortByOrder: 'orderBy',
  trimLeft: 'trimStart',
  trimRight: 'trimEnd',
  trunc: 'truncate',
  where: 'filter',
};

/** Creates the functions of lodash 3 that have other parameters in lodash 4. */
const createOldFunctions = (lodash: Lodash): Readonly<Record<string, Call>> => {
  const call = (name: string, ...args: readonly unknown[]): unknown => lodash[name]?.(...args);
  const byIteratee =
    (plain: string, by: string): Call =>
    (list, iteratee) =>
      iteratee === undefined ? call(plain, list) : call(by, list, iteratee);
  const uniq: Call = (list, isSorted, iteratee) => {
    const by = typeof isSorted === 'boolean' ? iteratee : (isSorted ?? iteratee);
    return by === undefined ? call('uniq', list) : call('uniqBy', list, by);
  };
  return {
    max: byIteratee('max', 'maxBy'),
    min: byIteratee('min', 'minBy'),
    sum: byIteratee('sum', 'sumBy'),
    uniq,
    unique: uniq,
    rest: (list) => call('tail', list),
    object: (names, values) =>
      values === undefined ? call('fromPairs', names) : call('zipObject', names, values),
    invoke: (list, ...args) => call('invokeMap', list, ...args),
    flatten: (list, isDeep) => call(isDeep === true ? 'flattenDeep' : 'flatten', list),
    clone: (value, isDeep) => call(isDeep === true ? 'cloneDeep' : 'clone', value),
  };
};

/**
 * Creates the global `_`, which is lodash 3 in Postman: lodash 4 with the names and parameters of that version. `require('lodash')` returns
 * lodash 4 in both.
 */
export const createOldLodash = (library: unknown): unknown => {
  if (typeof library !== 'function') return library;
  const lodash = library as Lodash;
  const names = Object.entries(newNames).flatMap(([name, now]) => {
    const found = lodash[now];
    return found === undefined || Object.hasOwn(lodash, name) ? [] : [[name, found] as const];
  });
  lodash.mixin?.(lodash, Object.fromEntries(names));
  const old: Call = (...args) => lodash(...args);
  return Object.assign(old, lodash, createOldFunctions(lodash));
};
