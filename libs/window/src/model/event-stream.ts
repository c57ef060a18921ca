/** An event of an event stream. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
}

/** The events that were read, and the fields of the one that has not ended. */
interface Unfinished {
  readonly rest: string;
  readonly type: string;
  readonly data: readonly string[];
  readonly id: string;
}

/** An event stream as far as it was read. */
export interface ReadStream {
  readonly events: readonly StreamEvent[];
  /** How many events there were, including those that are no longer in `events`. */
  readonly count: number;
  readonly unfinished: Unfinished;
}

/** A stream of which nothing was read. */
export const emptyStream: ReadStream = {
  events: [],
  count: 0,
  unfinished: { rest: '', type: '', data: [], id: '' },
};

/** The complete lines of a text, and what follows them. A CR at the end may belong to a line break that is cut. */
const linesOf = (text: string): { readonly lines: readonly string[]; readonly rest: string } => {
  const lines = text.split(/\r\n|\n|\r(?!$)/);
  return { lines: lines.slice(0, -1), rest: lines.at(-1) ?? '' };
};

const fieldOf = (line: string): readonly [name: string, value: string] => {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
};

const withField = (event: Unfinished, line: string): Unfinished => {
  const [name, value] = fieldOf(line);
  if (name === 'data') return { ...event, data: [...event.data, value] };
  if (name === 'event') return { ...event, type: value };
  return name === 'id' && !value.includes('\0') ? { ...event, id: value } : event;
};

/**
 * The stream after more of its text, by the rules of the HTML standard: an event ends with an empty line, and has no effect
 * without data. The id counts for later events too.
 * @param most how many events are kept, the latest ones
 */
export const readMore = (stream: ReadStream, text: string, most = Infinity): ReadStream => {
  const isFirst = stream.count === 0 && stream.unfinished.rest === '';
  const { lines, rest } = linesOf(stream.unfinished.rest + (isFirst ? text.replace(/^\uFEFF/, '') : text));
  const found: StreamEvent[] = [];
  let event = stream.unfinished;
  for (const line of lines) {
    if (line !== '') {
      event = withField(event, line);
      continue;
    }
    const { type, data, id } = event;
    if (data.length > 0) found.push({ type: type === '' ? 'message' : type, data: data.join('\n'), id });
    event = { rest: '', type: '', data: [], id };
  }
  const events = [...stream.events, ...found];
  return {
    events: events.length > most ? events.slice(-most) : events,
    count: stream.count + found.length,
    unfinished: { ...event, rest },
  };
};
