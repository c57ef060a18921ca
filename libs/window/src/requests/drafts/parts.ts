import { parseGraphqlVariables, formatGraphqlVariables, restFields, timeoutLimits } from '@tandem/core';
import { scanJson, toStrictJson } from '@tandem/core/codec';

import type { Field, SavedRequest } from '../saved-request.js';

/** A part of a request that is typed as text, and is not valid after every keystroke. */
export type Part = 'name' | 'variables' | 'timeoutMs' | 'maxRedirects';

/** The result of parsing text: a value of its part, or the error and its position. */
export type PartReadResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: string; readonly at: number };

/** The field that a part is stored in. */
export const getPartField = (part: Part): Field =>
  part === 'timeoutMs' || part === 'maxRedirects' ? 'settings' : part;

/** The minimum and maximum of a request's numeric settings. */
export const numberRanges = {
  timeoutMs: [timeoutLimits.minimum, timeoutLimits.maximum],
  maxRedirects: [0, 100],
} as const;

const createValueResult = (read: unknown): PartReadResult => ({ kind: 'value', value: read });
const createProblemResult = (what: string, at = 0): PartReadResult => ({
  kind: 'problem',
  problem: what,
  at,
});

/** Line and column of a character, both one-based. */
const formatTextPlace = (text: string, at: number): string => {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

const token = /\{\{[^{}]*\}\}/;

/** Text with Tandem variables becomes JSON only once they are replaced, so it may be any kind until then. */
const readVariables = (text: string): PartReadResult => {
  const json = toStrictJson(text);
  const at = token.test(text) || text.trim() === '' ? undefined : scanJson(json)?.at;
  return at === undefined
    ? createValueResult(parseGraphqlVariables(text))
    : createProblemResult(`variables are not JSON (${formatTextPlace(text, at)})`, at);
};

const readNumber = (what: string, text: string, [least, most]: readonly [number, number]): PartReadResult => {
  const typed = text.trim();
  if (typed === '') return createValueResult(undefined);
  const read = Number(typed);
  return /^\d+$/.test(typed) && read >= least && read <= most
    ? createValueResult(read)
    : createProblemResult(`${what} must be a whole number from ${least} to ${most}`);
};

/** Parses the text of a part. */
export const readPart = (part: Part, text: string): PartReadResult => {
  switch (part) {
    case 'name':
      if (text.trim() === '') return createProblemResult('the name is empty');
      return restFields.name.is(text) ? createValueResult(text) : createProblemResult('the name is too long');
    case 'variables':
      return readVariables(text);
    case 'timeoutMs':
      return readNumber('the timeout', text, numberRanges.timeoutMs);
    case 'maxRedirects':
      return readNumber('max redirects', text, numberRanges.maxRedirects);
  }
};

/** A part of a stored request as editable text. */
export const formatPart = (part: Part, request: SavedRequest): string => {
  switch (part) {
    case 'name':
      return request.name;
    case 'variables':
      return 'variables' in request ? formatGraphqlVariables(request.variables) || '{}' : '';
    case 'timeoutMs':
    case 'maxRedirects':
      return String(request.settings[part] ?? '');
  }
};

/** The value of the part's field for a parsed value. */
export const createFieldValue = (
  part: Part,
  request: Pick<SavedRequest, 'settings'>,
  read: unknown,
): unknown => {
  if (part === 'name' || part === 'variables') return read;
  const { [part]: _before, ...others } = request.settings;
  return read === undefined ? others : { ...others, [part]: read };
};
