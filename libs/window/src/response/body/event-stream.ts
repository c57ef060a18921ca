import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** An event of an event stream, and the id and the type that it has itself. */
export type StreamEvent = EventSourceMessage & {
  /** Whether it was too long to be read; then it has no data. */
  readonly isTooLong?: true;
};

/** Maximum length of an event of a running stream, in characters. The stored body has longer ones. */
export const maxEventLength = 1_000_000;

/** The end of an event: an empty line. */
const getEventEnd = /\r\n\r\n|\n\n|\r\r/;

/**
 * Reads the text of a stream piece by piece, and gives the events that each piece has completed.
 * @param most how many characters an event may have; of a longer one only its place is given
 */
export const createStreamReader = (most?: number): ((text: string) => readonly StreamEvent[]) => {
  let found: StreamEvent[] = [];
  let isFirst = true;
  /** While an event is skipped: the end of what was read of it, which may be half of an empty line. */
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
