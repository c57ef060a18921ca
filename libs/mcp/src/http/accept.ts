import type { AcceptedForm } from './exchange.js';

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/** Parses the media ranges of an `Accept` header (RFC 9110, section 12.5.1) with their weights. */
const parseMediaRanges = (accept: string): readonly MediaRange[] =>
  accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { type, quality: weight === undefined ? 1 : Number(weight) };
    });

const json: readonly string[] = ['application/json', 'application/*', '*/*'];

/** Whether the header names event streams. A wildcard does not count. */
export const acceptsEventsByName = (accept: string): boolean =>
  parseMediaRanges(accept).some(({ type, quality }) => type === 'text/event-stream' && quality > 0);

/** The form of response that a client accepts. JSON is the default, unless the client accepts only event streams. */
export const parseAccept = (accept: string): AcceptedForm => {
  if (!acceptsEventsByName(accept)) return 'json';
  const admitsJson = parseMediaRanges(accept).some(({ type, quality }) => json.includes(type) && quality > 0);
  return admitsJson ? 'either' : 'stream';
};
