import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { createStreamReader, type StreamEvent } from './event-stream.js';
import type { ReadStream } from '../../requests/sending/runs.js';
import { formatReadableBody } from './show-body.js';

/** Maximum length of the text of an event that is shown, in characters. */
const maxCharacters = 20_000;

/** Memoized, so that an event is formatted only once, however many events follow. */
const Row = memo(({ event, number }: { readonly event: StreamEvent; readonly number: number }) => {
  const { event: type = 'message', data, id, isTooLong } = event;
  const isJson = data.length <= maxCharacters && /^\s*[[{]/.test(data);
  const shown = isJson ? formatReadableBody(data, 'application/json').text : data.slice(0, maxCharacters);
  return (
    <li>
      <span className="quiet">{number}</span>
      <strong>{type}</strong>
      {id !== undefined && <span className="quiet">id {id}</span>}
      {isTooLong ? <p className="quiet">Too long to be shown before the stream ends.</p> : <pre>{shown}</pre>}
      {data.length > maxCharacters && (
        <p className="quiet">
          {data.length - maxCharacters} more characters; Raw has them all when the stream has ended.
        </p>
      )}
    </li>
  );
});
Row.displayName = 'Row';

/** Scrolls to the end of a growing list, unless the person has scrolled up. */
const useEndInView = (count: number, isRunning: boolean) => {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isRunning && isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count, isRunning]);
  const onScroll = (): void => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = list.current ?? {};
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
  };
  return { list, onScroll };
};

/** Lists the events of a stream in the order in which they arrived. */
export const EventList = ({
  stream: { events, count },
  isRunning = false,
}: {
  readonly stream: ReadStream;
  readonly isRunning?: boolean;
}) => {
  const { list, onScroll } = useEndInView(count, isRunning);
  const before = count - events.length;
  return (
    <>
      {before > 0 && (
        <p className="quiet" role="note">
          {before === 1 ? 'One older event is' : `${before} older events are`} no longer shown here; all are
          shown when the stream ends.
        </p>
      )}
      <ol ref={list} className="stream-events" aria-label="Events" tabIndex={0} onScroll={onScroll}>
        {events.map((event, index) => (
          <Row key={before + index} event={event} number={before + index + 1} />
        ))}
      </ol>
    </>
  );
};

/** Maximum number of events shown at once. The layout of more would block the page. */
const pageSize = 200;

/** Lists all events of a stream that has ended. */
export const WholeStream = ({ text, end }: { readonly text: string; readonly end: string | undefined }) => {
  const events = useMemo(() => createStreamReader()(text), [text]);
  const [most, setMost] = useState(pageSize);
  if (events.length === 0) return <p className="quiet">The stream had no events.</p>;
  const shown = events.slice(0, most);
  return (
    <>
      <EventList stream={{ events: shown, count: shown.length }} />
      {events.length > most ? (
        <button type="button" className="link" onClick={() => setMost(most + pageSize)}>
          Show more of {events.length} events
        </button>
      ) : (
        end !== undefined && <p className="quiet">{end}</p>
      )}
    </>
  );
};
