import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** An event of an event stream, and the id and the type that it has itself. */
export type StreamEvent = EventSourceMessage;

/** Reads the text of a stream piece by piece, and gives the events that each piece has completed. */
export const createStreamReader = (): ((text: string) => readonly StreamEvent[]) => {
  let found: StreamEvent[] = [];
  let isFirst = true;
  const parser = createParser({ onEvent: (event) => found.push(event) });
  return (text) => {
    found = [];
    parser.feed(isFirst ? text.replace(/^\uFEFF/, '') : text);
    isFirst &&= text === '';
    return found;
  };
};
