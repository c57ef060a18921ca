import { type Auth, type Folder, inheritanceOf } from '@tandem/core';

import { variableTokens } from '../variable-token.js';
import { fromWords } from './inherited.js';
import { lookUp, nameIn, type Names } from './resolve-url.js';
import type { SavedRequest } from './saved-request.js';

/** Where a part of what is sent comes from. */
export interface Origin {
  readonly kind: 'header' | 'auth' | 'variable';
  /** The name of a header or variable, or the kind of auth. */
  readonly name: string;
  /** Where it is from, in words. */
  readonly source: string;
  /** The path of the folder that has it, which is "" for the workspace. */
  readonly folder?: string;
}

const placed = (kind: Origin['kind'], name: string, from: string | null): Origin => ({
  kind,
  name,
  ...(from === null ? { source: 'this request' } : { source: fromWords(from), folder: from }),
});

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(variableTokens)].map(([token]) => nameIn(token));

/** The names that a text uses, and those that their values use, each once. */
const usedIn = (text: string, names: Names): readonly string[] => {
  const found = new Set(namesIn(text));
  // A set gives what is added to it meanwhile, too.
  for (const name of found) for (const inner of namesIn(lookUp(name, names)?.value ?? '')) found.add(inner);
  return [...found];
};

/**
 * Where the headers, the auth and the variables of a request come from.
 * @param around the workspace and the folders around the request
 */
export const originsOf = (
  request: SavedRequest,
  around: readonly Folder[],
  names: Names,
  titleOf: (auth: Auth) => string,
): readonly Origin[] => {
  const { headers, auth } = inheritanceOf(around, request);
  const { name: _name, description: _notes, script: _script, foreign: _foreign, ...sent } = request;
  const own = { ...sent, headers: [], auth: null, requestVariables: [], settings: null };
  const written = JSON.stringify([own, headers.map(({ name, value }) => [name, value]), auth.auth]);
  return [
    ...headers.map(({ name, from }) => placed('header', name, from)),
    ...(auth.auth.type === 'none' ? [] : [placed('auth', titleOf(auth.auth), auth.from)]),
    ...usedIn(written, names).map((name): Origin => {
      const found = lookUp(name, names);
      if (found === undefined) return { kind: 'variable', name, source: 'has no value' };
      const { source, folder } = found;
      return { kind: 'variable', name, source, ...(folder === undefined ? {} : { folder }) };
    }),
  ];
};
