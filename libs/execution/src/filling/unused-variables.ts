import type { Diagnostic, NamedScript } from '@tandem/core';
import { findNearest } from '@tandem/core/codec';

import type { RequestDraft } from '../request/draft.js';

/** Maximum number of suggestions for an unused name. */
const maxNear = 3;

/** A script that reads all variables, or reads them by a computed name. */
const readsAny =
  /\b(?:variables|iterationData|environment|globals|collectionVariables)\s*(?:\?\.)?\s*(?:\[(?!\s*['"`])|[),;}\n]|\.\s*(?:toObject|toJSON|replaceIn|values|all|each|filter|map|reduce)\b)|\b(?:get|getVar|replaceIn|interpolate)\s*\(\s*(?!['"])|\binterpolate\s*\(|\breplaceIn\s*\(|=\s*(?:req|pm|bru)\s*[;,\n)]/;

const escapeForPattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Whether text has `{{name}}`, or a path into it such as `{{name.first}}` or `{{name[0]}}`. */
const hasVariableToken = (text: string, name: string): boolean =>
  new RegExp(`\\{\\{\\s*${escapeForPattern(name)}\\s*(?:\\}\\}|[.[])`).test(text);

/** Whether a script has the name as a whole word: `n` is not a word in `const token`. */
const isNamedInScript = (script: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${escapeForPattern(name)}(?![\\w$])`).test(script);

/**
 * Whether anything besides the request may use a variable of the call: its scripts, which name it or may read any
 * variable, or the connection settings.
 */
export const createUseCheck = (
  scripts: readonly Pick<NamedScript, 'text'>[],
  settings: unknown,
): ((name: string) => boolean) => {
  const isAnyRead = scripts.some(({ text }) => readsAny.test(text));
  return (name) =>
    isAnyRead ||
    scripts.some(({ text }) => isNamedInScript(text, name)) ||
    hasVariableToken(JSON.stringify(settings), name);
};

const graphqlAdvice = 'A variable of the GraphQL document is passed in graphqlVariables.';

/** VARIABLE_UNUSED for each unused variable of the call. */
export const findUnusedVariables = (
  given: readonly string[],
  lookedUp: ReadonlySet<string>,
  mayBeUsed: (name: string) => boolean,
  { body }: Pick<RequestDraft, 'body'>,
): readonly Diagnostic[] =>
  given
    .filter((name) => !lookedUp.has(name) && !mayBeUsed(name))
    .map((name) => {
      const near = findNearest(name.slice(0, 100), [...lookedUp], maxNear).map((one) => `{{${one}}}`);
      const advice = [
        ...(near.length === 0 ? [] : [`Did you mean ${near.join(' or ')}?`]),
        ...(body.type === 'graphql' ? [graphqlAdvice] : []),
      ];
      const message = `The variable ${name} of the call was not used: nothing refers to {{${name}}}.`;
      return { code: 'VARIABLE_UNUSED', message: [message, ...advice].join(' '), where: `variables.${name}` };
    });
