import { randomUUID } from 'node:crypto';

import { isContainer, isExactNumber } from '@tandem/core/codec';

// The SDK serializes its messages itself, with JSON.stringify. Until then, a number with more digits than a double
// can hold is a string that nothing else can contain.
const mark = `number-${randomUUID()}:`;
const markedNumberPattern = new RegExp(`"${mark}([^"]+)"`, 'g');

/** A JSON value for the SDK. {@link unmarkNumbers} restores its numbers in the serialized text. */
export const markNumbers = (value: unknown): unknown => {
  if (isExactNumber(value)) return `${mark}${String(value)}`;
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(markNumbers);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, markNumbers(one)]));
};

export const unmarkNumbers = (text: string): string => text.replaceAll(markedNumberPattern, '$1');

/** The same for a stream. The SDK writes each event as one chunk. */
export const unmarkStream = ({ body, status, headers }: Response): Response => {
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      controller.enqueue(new TextEncoder().encode(unmarkNumbers(new TextDecoder().decode(piece))));
    },
  });
  return new Response(body?.pipeThrough(pieces) ?? null, { status, headers });
};
