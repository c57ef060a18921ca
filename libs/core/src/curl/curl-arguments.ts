import { type CurlOption, findLongName, findOptionKind } from './curl-options.js';

/** One option of a command that a request supports. A flag has an empty value. */
export interface CurlArgument {
  readonly name: CurlOption;
  readonly value: string;
}

/** The options of a command in order, or why they cannot be read. */
export type CurlArguments =
  | {
      readonly found: readonly CurlArgument[];
      /** Options that a request does not support, by their long names. */
      readonly left: readonly string[];
    }
  | { readonly problem: string };

interface TakenArgument {
  readonly found?: CurlArgument;
  readonly left?: string;
  /** The number of words consumed. */
  readonly words: number;
  /** Remaining letters of the same word. */
  readonly rest?: string;
  readonly problem?: string;
}

const refuseUnknownOption = (option: string): TakenArgument => ({
  words: 0,
  problem: `The option ${option} is not one that a request can hold. Remove it and paste again.`,
});

/** Consumes the option with that long name. `value` is the value in the same word, `next` the word after it. */
const take = (
  option: string,
  long: string,
  value: string | undefined,
  next: string | undefined,
): TakenArgument => {
  const kind = findOptionKind(long);
  if (kind === undefined) return refuseUnknownOption(option);
  const taken = (given: string): Pick<TakenArgument, 'found' | 'left'> =>
    kind.held === undefined ? { left: long } : { found: { name: kind.held, value: given } };
  if (!kind.hasValue) {
    const rest = value === undefined || value === '' ? {} : { rest: value };
    return { words: 1, ...rest, ...taken('') };
  }
  const isOwn = value !== undefined && value !== '';
  const given = isOwn ? value : next;
  if (given === undefined) return { words: 0, problem: `The option ${option} has no value.` };
  return { words: isOwn ? 1 : 2, ...taken(given) };
};

const takeArgument = (word: string, next: string | undefined): TakenArgument => {
  if (word === '--next' || word === '-:')
    return { words: 0, problem: 'It sends several requests. Write each of them as a command of its own.' };
  if (word.startsWith('--')) return take(word, word.slice(2), undefined, next);
  if (!word.startsWith('-') || word === '-') return { words: 1, found: { name: 'url', value: word } };
  const letter = word.slice(1, 2);
  const long = findLongName(letter);
  return long === undefined
    ? refuseUnknownOption(`-${letter}`)
    : take(`-${letter}`, long, word.slice(2), next);
};

/** Reads the words after `curl`. */
export const parseCurlArguments = (given: readonly string[]): CurlArguments => {
  // Words are stored in reverse: removing the first of a long list would move all others.
  const words = given.toReversed();
  const found: CurlArgument[] = [];
  const left: string[] = [];
  while (words.length > 0) {
    const taken = takeArgument(words.at(-1) ?? '', words.at(-2));
    if (taken.problem !== undefined) return { problem: taken.problem };
    if (taken.found) found.push(taken.found);
    if (taken.left !== undefined) left.push(taken.left);
    words.splice(-taken.words, taken.words);
    if (taken.rest !== undefined) words.push(`-${taken.rest}`);
  }
  return { found, left };
};

/** An option's values, in order. */
export const getOptionValues = (all: readonly CurlArgument[], wanted: CurlOption): readonly string[] =>
  all.filter(({ name }) => name === wanted).map(({ value }) => value);
