import { t } from '@tandem/core/codec';
import { Example } from '@tandem/core';

import type { ShapeOptions } from './shape.js';

type Value = Readonly<Record<string, unknown>>;

const Examples = t.readonlyArray(Example);

const shortenExamples = (value: Value): Value =>
  Examples.is(value.examples)
    ? { ...value, examples: value.examples.map(({ name, response: { status } }) => ({ name, status })) }
    : value;

/** Reduces the examples of requests in a result to names and statuses, unless the full result is requested. */
export const shortenResultExamples = (value: Value, wanted: Pick<ShapeOptions, 'return'>): Value => {
  if (wanted.return === 'full') return value;
  const { request } = value;
  const isRequest = typeof request === 'object' && request !== null && 'examples' in request;
  return shortenExamples(isRequest ? { ...value, request: shortenExamples(request) } : value);
};
