import {
  filterEnabledPairs,
  type ForeignDialect,
  type ForeignEvent,
  foreignEvents,
  type ForeignScripts,
  formatForeignScript,
  type NamedScript,
  type Pair,
  type PlacedForeign,
} from '@tandem/core';

/** What each tool calls the parts that run at an event. */
const names: Readonly<Record<ForeignDialect, Readonly<Record<ForeignEvent, string>>>> = {
  postman: {
    beforeRequest: 'pre-request script',
    variables: 'variables',
    afterResponse: 'post-response script',
    assertions: 'assertions',
    tests: 'test script',
  },
  bruno: {
    beforeRequest: 'before-request script',
    variables: 'variables',
    afterResponse: 'after-response script',
    assertions: 'assertions',
    tests: 'tests',
  },
};

type Name = (from: string | null, what: string) => string;

const toNamedScript = (
  named: Name,
  { from, foreign }: PlacedForeign,
  event: ForeignEvent,
): readonly NamedScript[] => {
  const text = formatForeignScript(foreign, event);
  const { dialect } = foreign;
  const name = named(from, names[dialect][event]);
  return text.trim() === '' ? [] : [{ name, text, foreign: { dialect, event } }];
};

/** Each variable once, in its first position, with the value from the innermost folder or the request. */
const mergeVariables = (placed: readonly PlacedForeign[]): readonly Pair[] => [
  ...new Map(
    placed
      .flatMap(({ foreign }: { readonly foreign: ForeignScripts }) =>
        filterEnabledPairs(foreign.variables ?? []),
      )
      .map((pair) => [pair.name, pair] as const),
  ).values(),
];

/**
 * The Bruno parts that run, in Bruno's order: scripts before a request from the outside in, those after it from the
 * inside out unless the flow is sequential, the variables of all levels at once, and the assertions of the request
 * only.
 */
const orderForeignPlaces = (
  event: ForeignEvent,
  placed: readonly PlacedForeign[],
  isSequential: boolean,
): readonly PlacedForeign[] => {
  if (event === 'assertions') return placed.filter(({ from }) => from === null);
  if (event === 'variables') {
    const foreign = { dialect: 'bruno', variables: mergeVariables(placed) } as const;
    return [{ from: null, foreign }];
  }
  return event === 'beforeRequest' || isSequential ? placed : placed.toReversed();
};

const filterByDialect = (
  foreign: readonly PlacedForeign[],
  dialect: ForeignDialect,
): readonly PlacedForeign[] => foreign.filter((one) => one.foreign.dialect === dialect);

/**
 * The scripts of other tools in run order: Bruno's before Postman's, which run from the outside in.
 * @param foreign from the outside in
 */
export const orderForeignScripts = (
  foreign: readonly PlacedForeign[],
  isSequential: boolean,
  named: Name,
): readonly NamedScript[] => {
  const bruno = filterByDialect(foreign, 'bruno');
  return [
    ...foreignEvents.flatMap((event) =>
      orderForeignPlaces(event, bruno, isSequential).flatMap((one) => toNamedScript(named, one, event)),
    ),
    ...filterByDialect(foreign, 'postman').flatMap((one) =>
      (['beforeRequest', 'tests'] as const).flatMap((event) => toNamedScript(named, one, event)),
    ),
  ];
};
