import {
  type ExactNumber,
  isContainer,
  isExactNumber,
  mapText,
  mapTextInSlices,
  stringifyJson,
  type t,
} from '../codec/index.js';
import { createIdPattern, idPrefixes } from '../ids.js';
import { createSecretSearch, prepareSearch } from './search.js';
import type { FoundSecret, Secret } from './finder.js';

const markerPattern = /‹secret:([^‹›]+)›/g;

/** The text that replaces a value of the secret `name`. */
export const formatSecretMarker = (name: string): string => `‹secret:${name}›`;

/** Replaces the marker of each redacted secret with its variable: `‹secret:NAME›` becomes `{{NAME}}`. */
export const replaceMarkersByVariables = (text: string): string => text.replace(markerPattern, '{{$1}}');

interface Leaf {
  readonly start: number;
  readonly end: number;
}

/** The JSON text of a value, and the positions of its strings and numbers in order. */
const serializeWithLeaves = (value: unknown) => {
  const leaves: Leaf[] = [];
  const texts: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    texts.push(text);
    length += text.length;
  };
  const write = (one: unknown): void => {
    if (!isContainer(one)) {
      const start = length;
      add(stringifyJson(one ?? null));
      leaves.push({ start, end: length });
      return;
    }
    const isList = Array.isArray(one);
    add(isList ? '[' : '{');
    for (const [index, [key, inner]] of Object.entries(one).entries()) {
      if (index > 0) add(',');
      if (!isList) add(`${JSON.stringify(key)}:`);
      write(inner);
    }
    add(isList ? ']' : '}');
  };
  write(value);
  return { text: texts.join(''), leaves };
};

/** Redacts values that consist of several strings or numbers in JSON, such as a list of bytes. Replaces each of these. */
const redactSplitValue = (
  value: unknown,
  findMatches: (text: string) => readonly FoundSecret[],
  markerOf: (name: string) => string,
): unknown => {
  if (!isContainer(value)) return value;
  const { text, leaves } = serializeWithLeaves(value);
  const found = findMatches(text);
  if (found.length === 0) return value;
  let at = -1;
  const hide = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(hide);
    if (isContainer(one))
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, hide(inner)]));
    at += 1;
    const { start, end } = leaves[at] ?? { start: 0, end: 0 };
    const over = found.find((match) => match.start < end && match.end > start);
    return over === undefined || one === null || typeof one === 'boolean' ? one : markerOf(over.name);
  };
  return hide(value);
};

export type { Secret } from './finder.js';

/** Minimum length of a value that is redacted, in UTF-16 units. Shorter values occur in any text by chance. */
export const minRedactedLength = 4;

/** Replaces secret values with `‹secret:NAME›`, and cookie values with `‹cookie:NAME›`. */
export interface Redactor {
  readonly text: (text: string) => string;
  /**
   * Redacts the beginning of a text: at least the first `length` UTF-16 units of the result of `text`, or all of it. The rest of a long
   * text is not searched.
   */
  readonly beginning: (text: string, length: number) => string;
  /** Redacts a JSON value, including its keys and numbers. */
  readonly json: (value: unknown) => unknown;
  /** Redacts a value of `codec`, except the strings that the codec determines, such as field names and ids. */
  readonly as: (codec: t.Any) => (value: unknown) => unknown;
  /** Like `as`, but yields after each entry of a long list. */
  readonly asInSlices: (codec: t.Any) => (value: unknown) => Promise<unknown>;
}

const emptyRedactor: Redactor = {
  text: (text) => text,
  beginning: (text) => text,
  json: (value) => value,
  as: () => (value) => value,
  asInSlices: () => (value) => Promise.resolve(value),
};

const idShape = createIdPattern(`(?:${Object.values(idPrefixes).join('|')})`);

/**
 * A text is searched this far beyond its beginning, in UTF-16 units. This is more than the 64 parts of a value in their longest spelling,
 * as numbers with keys and white space. A longer value is redacted up to where the text was cut.
 */
const maxLookahead = 8_192;

const searchOptions = { minLength: minRedactedLength, pieces: true } as const;

/** Prepares {@link createRedactor} for many secrets, and yields in between. */
export const prepareRedactor = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(secrets, searchOptions);

/**
 * Creates a redactor for the values of `secrets` in every form they may have.
 * @param mark the marker for every value, instead of a marker with the secret's name
 */
export const createRedactor = (secrets: readonly Secret[], mark?: string): Redactor => {
  if (secrets.length === 0) return emptyRedactor;
  const { findMatches, first } = createSecretSearch(secrets, searchOptions);
  const markers = new Map<string, string>();
  const markerOf = (name: string): string => {
    const shown = name.startsWith('cookie:') ? `‹${name}›` : formatSecretMarker(name);
    const marker = markers.get(name) ?? mark ?? (first(name) !== undefined ? '‹secret›' : shown);
    markers.set(name, marker);
    return marker;
  };
  const values = new Set(secrets.map(({ value }) => value));
  /** Cuts `written` at `until` or, if it is later, at the end of the last match, and replaces the matches with markers. */
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
    if (written.length < minRedactedLength || (idShape.test(written) && !values.has(written))) return written;
    return replaced(written, findMatches(written), written.length);
  };
  const beginning = (written: string, length: number): string => {
    for (let until = length; until + maxLookahead < written.length; until *= 2) {
      const found = findMatches(written.slice(0, until + maxLookahead)).filter(({ start }) => start < until);
      const shown = replaced(written, found, until);
      if (shown.length >= length) return shown;
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
  const whole = (value: unknown): unknown => redactSplitValue(json(value), findMatches, markerOf);
  const map = { text, json: whole };
  return {
    text,
    beginning,
    json: whole,
    as: (codec) => mapText(codec, map),
    asInSlices: (codec) => mapTextInSlices(codec, map),
  };
};

/**
 * The secrets that a call has encountered. Secrets are only ever added: a value that was secret at any time during a call is redacted in
 * everything that the call returns.
 */
export interface CallSecrets {
  readonly add: (secrets: readonly Secret[]) => void;
  /** Each secret once, in the order in which they were encountered. */
  readonly all: () => readonly Secret[];
  /** A redactor for the secrets encountered so far. */
  readonly redactor: () => Redactor;
  /** Like `redactor`, but yields if there are many secrets. */
  readonly prepareRedactor: () => Promise<Redactor>;
}

/** Collects the secrets of a call. If `outer` is the call that contains this call, it gets every secret that is added here. */
export const createCallSecrets = (outer?: Pick<CallSecrets, 'add'>): CallSecrets => {
  const known = new Map<string, Secret>();
  let all: readonly Secret[] | undefined;
  let redactor: Redactor | undefined;
  const list = (): readonly Secret[] => (all ??= [...known.values()]);
  const get = (): Redactor => (redactor ??= createRedactor(list()));
  return {
    add: (secrets) => {
      const fresh: Secret[] = [];
      for (const { name, value } of secrets) {
        const key = `${name}\0${value}`;
        if (known.has(key)) continue;
        const secret = { name, value };
        known.set(key, secret);
        fresh.push(secret);
      }
      if (fresh.length === 0) return;
      all = undefined;
      redactor = undefined;
      outer?.add(fresh);
    },
    all: list,
    redactor: get,
    prepareRedactor: async () => {
      await prepareRedactor(list());
      return get();
    },
  };
};
