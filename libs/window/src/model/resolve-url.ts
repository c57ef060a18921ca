import type { Pair } from '@tandem/core';

import { urlPieces, type UrlPiece } from './url-pieces.js';

/** A piece of a URL with what it will be, as far as the page can know. */
export interface ResolvedPiece extends UrlPiece {
  /** For what is filled in: its value, a word for one that is secret or generated on each run, or undefined for none. */
  readonly value?: string | undefined;
  readonly resolves: boolean;
}

/** The names that always have a value, made anew at each run. */
const made: readonly string[] = ['$uuid', '$timestamp', '$isoTimestamp', '$randomInt'];

/** Where the page looks names up. */
export interface Names {
  readonly variables: readonly Pair[];
  readonly secrets: readonly {
    readonly name: string;
    readonly hasValue: boolean;
    readonly enabled: boolean;
  }[];
  readonly builtIns: Readonly<Record<string, string>>;
}

const valueOf = (name: string, { variables, secrets, builtIns }: Names): string | undefined => {
  const variable = variables.find((one) => one.enabled && one.name === name);
  if (variable) return variable.value;
  if (secrets.some((one) => one.enabled && one.name === name)) return 'a secret';
  if (made.includes(name)) return 'generated on each run';
  return Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
};

/** The pieces of a URL, each with whether it has a value and which: the environment's, else a built-in one. */
export const resolveUrl = (
  url: string,
  pathParams: readonly Pair[],
  names: Names,
): readonly ResolvedPiece[] =>
  urlPieces(url).map((piece) => {
    if (piece.kind === 'plain') return { ...piece, resolves: true };
    const value =
      piece.kind === 'variable'
        ? valueOf(piece.text.slice(2, -2).trim(), names)
        : pathParams.find((one) => one.enabled && one.value !== '' && `:${one.name}` === piece.text)?.value;
    return { ...piece, value, resolves: value !== undefined };
  });

/** The path parameters of a URL, in order, each with what is saved for it. */
export const pathRows = (url: string, saved: readonly Pair[]): readonly Pair[] => {
  const names = urlPieces(url).filter(({ kind }) => kind === 'parameter');
  return [...new Set(names.map(({ text }) => text.slice(1)))].map(
    (name) => saved.find((one) => one.name === name) ?? { name, value: '', enabled: true },
  );
};
