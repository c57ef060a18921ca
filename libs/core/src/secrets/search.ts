import { type Finder, findersOf, pieceFindersOf, type TextRange, remembering } from './finder.js';
import { createRuns } from './runs.js';
import { createSieve, type Range } from './sieve.js';

/** A secret by name; one name may have several values, of several environments or moments. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Where the value of a secret stands in a text. */
export interface Found extends TextRange {
  readonly name: string;
}

/** Finds secrets in texts. */
export interface Search {
  /** The places of all values, in order; where values overlap they are one place, named after the longest value. */
  readonly places: (text: string) => readonly Found[];
  /** The name of a secret whose value stands in a text. */
  readonly first: (text: string) => string | undefined;
}

export interface SearchOptions {
  /** The shortest value that is looked for, in UTF-16 units. */
  readonly shortest: number;
  /** Whether the pieces that a server makes of a value are looked for as well. */
  readonly pieces: boolean;
}

/** The values to look for, the longest first. */
export const soughtValues = (secrets: readonly Secret[], shortest: number): readonly Secret[] => {
  const named = new Map<string, string>();
  for (const { name, value } of secrets) {
    // White space around a value may be lost on its way through a header.
    for (const one of [value, value.trim()])
      if (one.length >= shortest && !named.has(one)) named.set(one, name);
  }
  return [...named].map(([value, name]) => ({ name, value })).sort((a, b) => b.value.length - a.value.length);
};

/** Places that overlap made one; of those that were found earlier the name is kept. */
const merged = (found: readonly Found[]): readonly Found[] => {
  const sorted = found
    .map((place, rank) => ({ ...place, rank }))
    .sort((one, other) => one.start - other.start);
  const result: (Found & { readonly rank: number })[] = [];
  for (const place of sorted) {
    const last = result.at(-1);
    if (last === undefined || place.start >= last.end) result.push(place);
    else {
      const { name, rank } = place.rank < last.rank ? place : last;
      result[result.length - 1] = { name, rank, start: last.start, end: Math.max(last.end, place.end) };
    }
  }
  return result;
};

type NamedFinder = Finder & { readonly name: string };

function* placesOf({ name, find }: NamedFinder, text: string, ranges: readonly Range[]): Generator<Found> {
  for (const { from, to } of ranges)
    for (let place = find(text, from, to); place !== undefined; place = find(text, place.end, to))
      yield { name, ...place };
}

const searchFor = (sought: readonly Secret[], pieces: boolean): Search => {
  const named = (of: (value: string) => readonly Finder[]): readonly NamedFinder[] =>
    sought.flatMap(({ name, value }) => of(value).map((finder) => ({ name, ...finder })));
  const finders = [...named(findersOf), ...(pieces ? named(pieceFindersOf) : [])];
  const sieve = createSieve(finders.map(({ anchors }) => anchors));
  const runs = pieces ? createRuns(sought) : undefined;
  function* found(text: string): Generator<Found> {
    const ranges = sieve(text);
    if (ranges.size > 0)
      for (const [at, finder] of finders.entries()) yield* placesOf(finder, text, ranges.get(at) ?? []);
    if (runs !== undefined) yield* runs(text);
  }
  return {
    places: (text) => merged([...found(text)]),
    first: (text) => {
      for (const { name } of found(text)) return name;
      return undefined;
    },
  };
};

/** How many sets of secrets are remembered with their searches: those of one database, and of the scripts that run now. */
const mostRemembered = 16;

/** Searches are made anew only for sets of secrets that were not looked for lately. */
const remembered = remembering((key) => {
  const [pieces, sought] = JSON.parse(key) as [boolean, readonly Secret[]];
  return searchFor(sought, pieces);
}, mostRemembered);

const nothing: Search = { places: () => [], first: () => undefined };

/** A search for `secrets` in everything that is shown, stored or written. */
export const searchOf = (secrets: readonly Secret[], { shortest, pieces }: SearchOptions): Search => {
  const sought = soughtValues(secrets, shortest);
  return sought.length === 0 ? nothing : remembered(JSON.stringify([pieces, sought]));
};

/** The name of a secret whose value stands in a text. */
export type FindSecret = (text: string) => string | undefined;
