import {
  type ExactNumber,
  isContainer,
  isExactNumber,
  mapText,
  mapTextInSlices,
  type t,
} from '../codec/index.js';
import { createIdPattern, idPrefixes } from '../ids.js';
import { formatSecretMarker } from './marker.js';
import { type FoundSecret, prepareSearch, type Secret, createSecretSearch } from './search.js';
import { hideSpread } from './spread.js';

export type { Secret } from './search.js';

/** Minimum length of a hidden value, in UTF-16 units: shorter ones occur in any text by chance. */
export const minHiddenLength = 4;

/** Replaces secret values with `‹secret:NAME›`, and cookie values with `‹cookie:NAME›`. */
export interface Redactor {
  readonly text: (text: string) => string;
  /**
   * At least the first `most` UTF-16 units of the result of `text`, or all of it. The rest of a long text is not
   * searched.
   */
  readonly beginning: (text: string, most: number) => string;
  /** Any JSON value, including its keys and numbers. */
  readonly json: (value: unknown) => unknown;
  /** A value of `codec`. What the codec fixes, such as keys and ids, stays. */
  readonly as: (codec: t.Any) => (value: unknown) => unknown;
  /** Like `as`, but yields after each entry of a long list. */
  readonly asInSlices: (codec: t.Any) => (value: unknown) => Promise<unknown>;
}

const nothingHidden: Redactor = {
  text: (text) => text,
  beginning: (text) => text,
  json: (value) => value,
  as: () => (value) => value,
  asInSlices: () => (value) => Promise.resolve(value),
};

const idShape = createIdPattern(`(?:${Object.values(idPrefixes).join('|')})`);

/**
 * How far a text is searched beyond its beginning, in UTF-16 units: more than the 64 parts of a value in their
 * longest spelling, numbers with their keys and white space. A longer value is hidden up to where the text was cut.
 */
const reach = 8_192;

const whatIsHidden = { shortest: minHiddenLength, pieces: true } as const;

/** Prepares {@link createRedactor} for many secrets, yielding in between. */
export const prepareRedactor = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(secrets, whatIsHidden);

/**
 * Hides the values of `secrets` in every form they may have.
 * @param mark replaces a value instead of the name
 */
export const createRedactor = (secrets: readonly Secret[], mark?: string): Redactor => {
  if (secrets.length === 0) return nothingHidden;
  const { places, first } = createSecretSearch(secrets, whatIsHidden);
  const markers = new Map<string, string>();
  const markerOf = (name: string): string => {
    const shown = name.startsWith('cookie:') ? `‹${name}›` : formatSecretMarker(name);
    const marker = markers.get(name) ?? mark ?? (first(name) !== undefined ? '‹secret›' : shown);
    markers.set(name, marker);
    return marker;
  };
  const values = new Set(secrets.map(({ value }) => value));
  /** Cuts `written` at `until`, or at the end of the last place, and puts markers in the places. */
  const replaced = (written: string, found: readonly FoundSecret[], until: number): string => {
    if (found.length === 0) return written.slice(0, until);
    const shown: string[] = [];
    let from = 0;
    for (const { name, start, end } of found) {
      shown.push(written.slice(from, start), markerOf(name));
      from = end;
    }
    return shown.join('') + written.slice(from, Math.max(from, until));
  };
  const text = (written: string): string => {
    if (written.length < minHiddenLength || (idShape.test(written) && !values.has(written))) return written;
    return replaced(written, places(written), written.length);
  };
  const beginning = (written: string, most: number): string => {
    for (let until = most; until + reach < written.length; until *= 2) {
      const found = places(written.slice(0, until + reach)).filter(({ start }) => start < until);
      const shown = replaced(written, found, until);
      if (shown.length >= most) return shown;
    }
    return text(written);
  };
  const number = (value: number | ExactNumber): unknown => {
    const shown = text(String(value));
    return shown === String(value) ? value : shown;
  };
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number' || isExactNumber(value)) return number(value);
    if (Array.isArray(value)) return value.map(json);
    if (!isContainer(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), json(one)]));
  };
  const whole = (value: unknown): unknown => hideSpread(json(value), places, markerOf);
  const map = { text, json: whole };
  return {
    ...{ text, beginning, json: whole },
    as: (codec) => mapText(codec, map),
    asInSlices: (codec) => mapTextInSlices(codec, map),
  };
};
