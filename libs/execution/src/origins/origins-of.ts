import { type Origin, originLimits, type Origins } from '@tandem/core';
import type { VariableUse } from '../filling/interpolate.js';

/** Says where one part of a request comes from. The origins of the variables in it are looked up later. */
export interface Mark {
  readonly location: string;
  /** The source of this part's text. Undefined if a part around it has the origin. */
  readonly origin: Origin | undefined;
  /** The names that were looked up for this part. */
  readonly uses?: readonly VariableUse[] | undefined;
  /** The filled-in text. If set, each variable in it gets an origin of its own, with line and column. */
  readonly text?: string;
  /**
   * `replaces` discards earlier marks of this part and of all parts in it; `removes` also says that the request no longer has this part.
   */
  readonly effect?: 'replaces' | 'removes';
}

/** Names where a setting is inherited from: null is the request itself, "" the workspace, any other path a folder. */
export const formatSource = (from: string | null): string =>
  from === null ? 'request' : from === '' ? 'workspace' : `folder:${from}`;

/** Creates an origin. Omits `shadowed` if no other source had a value. */
export const createOrigin = (from: string, shadowed: readonly string[] = []): Origin =>
  shadowed.length === 0 ? { from } : { from, shadowed };

/** The sources of the parts of a request, as far as they are known. */
export interface OriginTrace {
  readonly marks: readonly Mark[];
  /** Says where the value of a variable comes from. */
  readonly originOf: (name: string) => Origin;
}

const isSame = (one: Origin) => (other: Origin) => one.from === other.from && one.token === other.token;

/** Creates a function that converts offsets to lines and columns. It must be called with increasing offsets. */
const createLocator = (text: string) => {
  let [line, start, done] = [1, 0, 0];
  return (at: number): string => {
    for (let next = text.indexOf('\n', done); next >= 0 && next < at; next = text.indexOf('\n', done)) {
      line += 1;
      start = next + 1;
      done = start;
    }
    return `${line}:${at - start + 1}`;
  };
};

const isWithin = (location: string, outer: string): boolean =>
  location === outer || (location.startsWith(outer) && /[.@[]/.test(location.charAt(outer.length)));

/** Lists the origins of a request by part, up to a maximum number of parts. */
export const listOrigins = ({ marks, originOf }: OriginTrace): Origins => {
  const byLocation = new Map<string, Origin[]>();
  const known = new Map<string, Origin>();
  const looked = (name: string): Origin => {
    const found = known.get(name) ?? originOf(name);
    known.set(name, found);
    return found;
  };
  const add = (location: string, origin: Origin): void => {
    const found = byLocation.get(location);
    if (found === undefined) {
      if (byLocation.size < originLimits.locations) byLocation.set(location, [origin]);
    } else if (found.length < originLimits.perLocation && !found.some(isSame(origin))) found.push(origin);
  };
  const replaced = (location: string): readonly string[] => {
    const gone = [...byLocation].filter(([one]) => isWithin(one, location));
    for (const [one] of gone) byLocation.delete(one);
    return [...new Set(gone.flatMap(([, origins]) => origins.map(({ from }) => from)))];
  };
  const addUses = (location: string, uses: readonly VariableUse[], text: string | undefined): void => {
    const at = text === undefined ? undefined : createLocator(text);
    for (const use of uses) add(at === undefined ? location : `${location}@${at(use.at)}`, looked(use.name));
  };
  for (const { location, origin, uses = [], text, effect } of marks) {
    const shadowed = effect === undefined ? [] : replaced(location).filter((one) => one !== origin?.from);
    if (effect === 'removes') continue;
    if (origin !== undefined) add(location, shadowed.length === 0 ? origin : { ...origin, shadowed });
    addUses(location, uses, text);
  }
  return Object.fromEntries(byLocation);
};
