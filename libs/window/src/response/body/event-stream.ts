import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** An event of an event stream, with its id and type. */
export type StreamEvent = EventSourceMessage & {
  /** Whether the event was too long to be parsed. Such an event has no data. */
  readonly isTooLong?: true;
};

/** Maximum length of an event of a running stream, in characters. The stored body contains longer events in full. */
export const maxEventLength = 1_000_000;

/** Matches the empty line after which an event ends. */
const getEventEnd = /\r\n\r\n|\n\n|\r\r/;

/**
 * Returns a function that parses a stream chunk by chunk. It returns the events that each chunk completes.
 * @param most maximum number of characters in an event; a longer event is returned without data
 */
export const createStreamReader = (most?: number): ((text: string) => readonly StreamEvent[]) => {
  let found: StreamEvent[] = [];
  let isFirst = true;
  /**
   * While a long event is skipped: the last characters that were read, which may be half of an empty line.
   * Otherwise undefined.
   */
  let skipped: string | undefined;
  const parser = createParser({
    onEvent: (event) => found.push(event),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') skipped = '';
    },
    ...(most === undefined ? {} : { maxBufferSize: most }),
  });
  const read = (text: string): void => {
    parser.feed(text);
    if (skipped === undefined) return;
    parser.reset();
    found.push({ data: '', event: undefined, id: undefined, isTooLong: true });
    skipped = /[\r\n]{0,2}$/.exec(text)?.[0] ?? '';
  };
  return (text) => {
    found = [];
    let rest = isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst &&= text === '';
    if (skipped !== undefined) {
      const seen = skipped + rest;
      const end = getEventEnd.exec(seen);
      if (end === null) {
        skipped = seen.slice(-3);
        return found;
      }
      rest = seen.slice(end.index + end[0].length);
      skipped = undefined;
    }
    read(rest);
    return found;
  };
};
