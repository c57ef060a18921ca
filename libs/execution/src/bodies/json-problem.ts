import type { Diagnostic } from '@tandem/core';
import { type Expectation, scanJson } from '@tandem/core/codec';

import type { Replacement } from '../filling/interpolate-grammar.js';
import type { PreparedRequest } from '../execution-state.js';

/** Why text with variables filled in is not JSON, and where in its template. */
export interface JsonProblem {
  /** A message for a person. It quotes nothing from the text, because the text may contain a secret. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The variable closest to the location of the error. */
  readonly variable?: string;
}

const expectationLabels: Readonly<Record<Expectation, string>> = {
  value: 'expected a value',
  'value-or-end-of-list': 'expected a value or ]',
  name: 'expected a name in double quotes',
  'name-or-end-of-object': 'expected a name in double quotes or }',
  colon: 'expected a colon',
  'comma-or-end-of-object': 'expected a comma or }',
  'comma-or-end-of-list': 'expected a comma or ]',
  end: 'expected nothing more',
  'closing-quote': 'expected the closing quote of a string',
  escape: 'expected an escape such as \\n, \\" or \\u0041 after the backslash',
  'escaped-control-character':
    'expected line breaks, tabs and other control characters to be escaped in a string',
};

const toLineAndColumn = (
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
};

/** Converts an offset in the filled-in text to one in the template. Every offset inside a value becomes the start of its token. */
const toTemplateOffset = (replaced: readonly Replacement[], offset: number): number => {
  const last = replaced.findLast(({ text }) => text[0] <= offset);
  if (last === undefined) return offset;
  return offset < last.text[1] ? last.template[0] : last.template[1] + offset - last.text[1];
};

const measureDistance = ({ text: [from, to] }: Replacement, offset: number): number =>
  Math.max(from - offset, offset - to, 0);

const findNearestVariable = (
  replaced: readonly Replacement[],
  offset: number,
): (Replacement & { readonly name: string }) | undefined =>
  replaced
    .flatMap((one) => (one.name === undefined ? [] : [{ ...one, name: one.name }]))
    .sort((a, b) => measureDistance(a, offset) - measureDistance(b, offset))[0];

const isInReplacement = ({ text: [from, to] }: Replacement, offset: number): boolean =>
  from <= offset && offset < to;

/** Says why `text` is not JSON. Undefined if it is. `template` is the text with its variables not filled in. */
export const findJsonProblem = (
  text: string,
  template: string,
  replaced: readonly Replacement[],
): JsonProblem | undefined => {
  const found = scanJson(text);
  if (found === undefined) return undefined;
  if (text.startsWith('\ufeff'))
    return { line: 1, column: 1, message: 'at line 1, column 1: it begins with a byte order mark (U+FEFF)' };
  const location = toLineAndColumn(template, toTemplateOffset(replaced, found.at));
  const near = findNearestVariable(replaced, found.at);
  const at = `at line ${location.line}, column ${location.column}`;
  if (near === undefined) return { ...location, message: `${at}: ${expectationLabels[found.expected]}` };
  const relation = isInReplacement(near, found.at) ? 'in the value of' : 'near the value of';
  const message = `${at}, ${relation} {{${near.name}}}: ${expectationLabels[found.expected]}`;
  return { ...location, message, variable: near.name };
};

/** Warns that a JSON body is invalid. The request is sent nevertheless, because a test may check how a server handles invalid input. */
export const describeInvalidJson = ({ body }: Pick<PreparedRequest, 'body'>): readonly Diagnostic[] => {
  if (body.kind !== 'text' || body.json === undefined || body.text.trim() === '') return [];
  const problem = findJsonProblem(body.text, body.json.template, body.json.replaced);
  if (problem === undefined) return [];
  const message = `The JSON body is not valid ${problem.message}. It is sent as it is; fix it unless the server is meant to refuse it.`;
  return [{ code: 'BODY_NOT_JSON', message, where: 'body' }];
};
