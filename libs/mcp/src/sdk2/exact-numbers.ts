import { randomUUID } from 'node:crypto';

import { isContainer, isExactNumber } from '@tandem/core/codec';

// The SDK writes its messages itself, with JSON.stringify. Until then a number with digits that a double has no room for is a
// text that nothing else can contain.
const mark = `number-${randomUUID()}:`;
const markedNumberPattern = new RegExp(`"${mark}([^"]+)"`, 'g');

/** A JSON value for the SDK, whose numbers {@link unmarkNumbers} restores in the text. */
export const markNumbers = (value: unknown): unknown => {
  if (isExactNumber(value)) return `${mark}${String(value)}`;
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(markNumbers);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, markNumbers(one)]));
};

export const unmarkNumbers = (text: string): string => text.replaceAll(markedNumberPattern, '$1');

/** The same for a stream; the SDK writes each event as one piece. */
export const unmarkStream = ({ body, status, headers }: Response): Response => {
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      controller.enqueue(new TextEncoder().encode(unmarkNumbers(new TextDecoder().decode(piece))));
    },
  });
  return new Response(body?.pipeThrough(pieces) ?? null, { status, headers });
};
