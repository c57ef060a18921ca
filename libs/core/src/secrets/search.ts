import { type Stepwise, runStepsAtOnce, runStepsInSlices } from '../in-slices.js';
import {
  createFinders,
  createPieceFinders,
  createRecentCache,
  type Finder,
  type FoundSecret,
  type Secret,
} from './finder.js';
import { makeRuns } from './runs.js';
import { makeSieve, type Range } from './sieve.js';

/** Finds secrets in text. */
export interface Search {
  /** The matches of all values, in order. Overlapping matches become one match with the longest value's name. */
  readonly findMatches: (text: string) => readonly FoundSecret[];
  /** The name of a secret whose value is in the text. */
  readonly first: (text: string) => string | undefined;
}

export interface SearchOptions {
  /** Minimum length of a searched value, in UTF-16 units. */
  readonly minLength: number;
  /** Whether to search also for the pieces into which a server may split a value. */
  readonly pieces: boolean;
}

/** The values to search for, longest first. */
export const selectSearchValues = (secrets: readonly Secret[], minLength: number): readonly Secret[] => {
  const named = new Map<string, string>();
  for (const { name, value } of secrets) {
    // A header loses the white space around a value.
    for (const one of [value, value.trim()])
      if (one.length >= minLength && !named.has(one)) named.set(one, name);
  }
  return [...named].map(([value, name]) => ({ name, value })).sort((a, b) => b.value.length - a.value.length);
};

/** Merges overlapping matches. The merged match has the name of the match that was found first. */
const mergeOverlaps = (found: readonly FoundSecret[]): readonly FoundSecret[] => {
  const sorted = found
    .map((match, rank) => ({ ...match, rank }))
    .sort((one, other) => one.start - other.start);
  const result: (FoundSecret & { readonly rank: number })[] = [];
  for (const match of sorted) {
    const last = result.at(-1);
    if (last === undefined || match.start >= last.end) result.push(match);
    else {
      const { name, rank } = match.rank < last.rank ? match : last;
      result[result.length - 1] = { name, rank, start: last.start, end: Math.max(last.end, match.end) };
    }
  }
  return result;
};

type NamedFinder = Finder & { readonly name: string };

function* searchRanges(
  { name, find }: NamedFinder,
  text: string,
  ranges: readonly Range[],
): Generator<FoundSecret> {
  for (const { from, to } of ranges)
    for (let match = find(text, from, to); match !== undefined; match = find(text, match.end, to))
      yield { name, ...match };
}

function* makeSearch(sought: readonly Secret[], pieces: boolean): Stepwise<Search> {
  const finders: NamedFinder[] = [];
  for (const of of pieces ? [createFinders, createPieceFinders] : [createFinders])
    for (const { name, value } of sought) {
      for (const finder of of(value)) finders.push({ name, ...finder });
      yield undefined;
    }
  const sieve = yield* makeSieve(finders.map(({ anchors }) => anchors));
  const runs = pieces ? yield* makeRuns(sought) : undefined;
  function* found(text: string): Generator<FoundSecret> {
    const ranges = sieve(text);
    for (const at of [...ranges.keys()].sort((one, other) => one - other)) {
      const finder = finders[at];
      if (finder !== undefined) yield* searchRanges(finder, text, ranges.get(at) ?? []);
    }
    if (runs !== undefined) yield* runs(text);
  }
  return {
    findMatches: (text) => mergeOverlaps([...found(text)]),
    first: (text) => {
      for (const { name } of found(text)) return name;
      return undefined;
    },
  };
}

/** Number of sets of secrets whose searches are cached: those of one database, and those of the running scripts. */
const maxCachedSearches = 16;

/** The searches of the most recently used sets of secrets. */
const searches = createRecentCache<Search>(maxCachedSearches);

/** The searches that are being prepared. */
const pendingSearches = new Map<string, Promise<void>>();

const emptySearch: Search = { findMatches: () => [], first: () => undefined };

const formatSearchKey = (sought: readonly Secret[], pieces: boolean): string =>
  JSON.stringify([pieces, sought]);

/** Creates a search for `secrets`, or returns a cached one. */
export const createSecretSearch = (
  secrets: readonly Secret[],
  { minLength, pieces }: SearchOptions,
): Search => {
  const sought = selectSearchValues(secrets, minLength);
  if (sought.length === 0) return emptySearch;
  const key = formatSearchKey(sought, pieces);
  const search = searches.get(key) ?? runStepsAtOnce(makeSearch(sought, pieces));
  searches.set(key, search);
  return search;
};

/** Maximum number of secrets searched without preparation: creating the search takes a few milliseconds. */
const maxSecretsPerSearch = 50;

/** Prepares the search for many `secrets`, so that {@link createSecretSearch} finds it in its cache. Yields in between. */
export const prepareSearch = async (
  secrets: readonly Secret[],
  { minLength, pieces }: SearchOptions,
): Promise<void> => {
  if (secrets.length <= maxSecretsPerSearch) return;
  const sought = selectSearchValues(secrets, minLength);
  const key = formatSearchKey(sought, pieces);
  if (searches.get(key) !== undefined) return;
  const made =
    pendingSearches.get(key) ??
    runStepsInSlices(makeSearch(sought, pieces)).then((search) => searches.set(key, search));
  pendingSearches.set(key, made);
  await made;
  pendingSearches.delete(key);
};

/** The name of a secret whose value is in the text. */
export type FindSecret = (text: string) => string | undefined;
