import { Refusal } from '../refusal.js';

const unfoldHead = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ');

/**
 * Parses the headers of a part, by name in lower case. If a name repeats, the first header counts.
 * @param head one character per byte, without the empty line at its end
 * @throws Refusal 400 for a line that is not a header
 */
const parsePartHead = (head: string): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  if (head === '') return headers;
  for (const line of unfoldHead(head).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Refusal(400, 'A part of the multipart body has a header line without a name.');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
};

/** Receives one part of a multipart body. */
interface PartSink {
  readonly take: (octets: Buffer) => void;
  readonly end: () => void;
}

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** Maximum size of a part's head, in bytes. */
const maxHeadBytes = 16 * 1024;
/** Maximum number of blanks after a boundary (RFC 2046, section 5.1.1, transport padding). A line with more is content. */
const maxPadding = 256;

const noBytes = Buffer.alloc(0);

type State = 'head' | 'blank line' | 'content' | 'epilogue';
type After = 'part' | 'end' | 'content' | 'unknown';

/** Determines what follows a boundary that ends at `at`, and where that ends; `unknown` if more bytes are needed. */
const findBoundaryEnd = (octets: Buffer, at: number): readonly [After, number] => {
  if (octets[at] === 0x2d) {
    if (at + 1 >= octets.length) return ['unknown', at];
    return octets[at + 1] === 0x2d ? ['end', at + 2] : ['content', at];
  }
  let next = at;
  while (next - at < maxPadding && (octets[next] === 0x20 || octets[next] === 0x09)) next += 1;
  if (next >= octets.length || (octets[next] === 0x0d && next + 1 >= octets.length)) return ['unknown', at];
  return octets[next] === 0x0d && octets[next + 1] === 0x0a ? ['part', next + 2] : ['content', at];
};

/** Finds the length of the head at the start of `octets`, without the empty line after the head; undefined if more bytes are needed. */
const findHeadLength = (octets: Buffer): number | undefined => {
  if (octets.subarray(0, 2).equals(lineEnd)) return 0;
  const end = octets.indexOf(headEnd);
  if (end > maxHeadBytes || (end === -1 && octets.length > maxHeadBytes))
    throw new Refusal(400, `The head of a part is longer than ${String(maxHeadBytes)} bytes.`);
  return end === -1 ? undefined : end + 2;
};

const parsePartHeaders = (head: string, dashes: string): ReadonlyMap<string, string> => {
  if (head.split('\r\n').some((line) => line.startsWith(dashes)))
    throw new Refusal(400, 'A part of the multipart body has no empty line after its head.');
  return parsePartHead(head);
};

/**
 * Reads a multipart body (RFC 2046, section 5.1.1) incrementally. A boundary only counts at the start of a line. Ignores text before the
 * first and after the last boundary.
 * @param onPart called for each part with its headers, one character per byte
 */
export const createMultipartReader = (
  boundary: string,
  onPart: (headers: ReadonlyMap<string, string>) => PartSink,
) => {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let state: State = 'content';
  let pending: Buffer = lineEnd; // lets a boundary at the very start count as the start of a line
  let part: PartSink | undefined;

  const give = (length: number): void => {
    if (length > 0) part?.take(pending.subarray(0, length));
    pending = pending.subarray(length);
  };

  const readHead = (): boolean => {
    const length = findHeadLength(pending);
    if (length === undefined) return false;
    part = onPart(parsePartHeaders(pending.toString('latin1', 0, Math.max(0, length - 2)), `--${boundary}`));
    pending = pending.subarray(length);
    state = 'blank line';
    return true;
  };

  /**
   * Skips the empty line after the head of a part. If the part has no content, the line break of the empty line may already belong to
   * the next boundary. Returns false if more bytes are needed.
   */
  const readBlankLine = (): boolean => {
    if (pending.length < delimiter.length && delimiter.subarray(0, pending.length).equals(pending))
      return false;
    if (!pending.subarray(0, delimiter.length).equals(delimiter)) pending = pending.subarray(2);
    state = 'content';
    return true;
  };

  const readContent = (): boolean => {
    const found = pending.indexOf(delimiter);
    if (found === -1) {
      give(Math.max(0, pending.length - delimiter.length + 1));
      return false;
    }
    const [after, end] = findBoundaryEnd(pending, found + delimiter.length);
    give(after === 'content' ? end : found);
    if (after === 'unknown') return false;
    if (after === 'content') return true;
    part?.end();
    part = undefined;
    pending = pending.subarray(end - found);
    state = after === 'part' ? 'head' : 'epilogue';
    return true;
  };

  const readers: Readonly<Record<State, () => boolean>> = {
    head: readHead,
    'blank line': readBlankLine,
    content: readContent,
    epilogue: () => {
      pending = noBytes;
      return false;
    },
  };
  return {
    /** @throws Refusal 400 if the body is not a form */
    push: (chunk: Buffer): void => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      while (readers[state]());
    },
    /** Whether the last boundary has been read. */
    hasEnded: (): boolean => state === 'epilogue',
  };
};
