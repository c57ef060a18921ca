import { hasHttpStart, normalizeHead } from './response-head.js';

/** An interim response that ends the exchange; `code` says why. */
export class BadInterim extends Error {
  readonly code: 'UNASKED_UPGRADE' | 'TOO_MANY_INTERIM' | 'UND_ERR_HEADERS_OVERFLOW';
  constructor(code: BadInterim['code']) {
    super(`bad interim response: ${code}`);
    this.code = code;
  }
}

/** Removes interim responses from the bytes of a connection, and checks the head of the final one. */
export interface HeadFilter {
  /** Called when a request is sent: the next bytes are the head of its response. */
  readonly begin: () => void;
  /**
   * Returns the bytes without interim responses; nothing until it is known what they are.
   * @throws BadInterim, or BadResponse
   */
  readonly pass: (chunk: Buffer) => Buffer;
}

/** Maximum number of interim responses before the final one. */
export const maxInterimResponses = 100;

const none: Buffer = Buffer.alloc(0);
const [cr, lf] = [13, 10];

/** `HTTP/1.1 100 `: long enough to contain the three digits of a status. */
const statusLine = /^HTTP\/1\.\d (\d{3})[ \r\n]/;
const statusLength = 13;
/** The pattern that every prefix of a status line matches. */
const shape = 'HTTP/1.d ddd';

const canBeStatusLine = (text: string): boolean =>
  Array.from(text.slice(0, shape.length)).every((character, at) =>
    shape[at] === 'd' ? /\d/.test(character) : character === shape[at],
  );

/** The index after the empty line that ends a head, and whether the unfinished last line is empty so far. */
const getHeadEnd = (
  bytes: Buffer,
  lineIsEmpty: boolean,
): { readonly end: number; readonly empty: boolean } => {
  let empty = lineIsEmpty;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === lf) {
      if (empty) return { end: at + 1, empty };
      empty = true;
    } else if (bytes[at] !== cr) empty = false;
  }
  return { end: -1, empty };
};

/**
 * Drops responses 100 to 199 before the final one. A client must accept them even without asking for any (RFC 9110,
 * section 15.2), but undici 7 treats a 100 as a broken response. Checks the final head before undici gets it, because
 * undici's parser reports that something is wrong, but not what. Bodies are unchanged: it only examines the bytes
 * between `begin` and the end of the final head.
 */
export const createHeadFilter = (maxHeaderBytes: number): HeadFilter => {
  let state: 'status' | 'interim' | 'head' | 'final' = 'final';
  let held: Buffer = none;
  let head: Buffer[] = [];
  let lineIsEmpty = false;
  let count = 0;
  let size = 0;
  const grow = (bytes: number) => {
    size += bytes;
    if (size > maxHeaderBytes) throw new BadInterim('UND_ERR_HEADERS_OVERFLOW');
  };
  const classify = (bytes: Buffer): void => {
    lineIsEmpty = false;
    const status = Number(statusLine.exec(bytes.toString('latin1', 0, statusLength))?.[1]);
    if (!(status >= 100 && status < 200)) [state, head] = ['head', []];
    else if (status === 101) throw new BadInterim('UNASKED_UPGRADE');
    else {
      state = 'interim';
      count += 1;
      if (count > maxInterimResponses) throw new BadInterim('TOO_MANY_INTERIM');
    }
  };
  /** Takes the bytes of the current head; returns the rest if the head is complete. */
  const takeHead = (bytes: Buffer): Buffer | undefined => {
    const { end, empty } = getHeadEnd(bytes, lineIsEmpty);
    lineIsEmpty = empty;
    const taken = end < 0 ? bytes : bytes.subarray(0, end);
    grow(taken.length);
    if (state === 'head') head.push(taken);
    return end < 0 ? undefined : bytes.subarray(end);
  };
  return {
    begin: () => {
      [state, held, count, size] = ['status', none, 0, 0];
    },
    pass: (chunk) => {
      let rest: Buffer = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = none;
      while (state !== 'final' && rest.length > 0) {
        if (state === 'interim' || state === 'head') {
          const after = takeHead(rest);
          if (after === undefined) return none;
          rest = state === 'head' ? Buffer.concat([normalizeHead(Buffer.concat(head)), after]) : after;
          state = state === 'head' ? 'final' : 'status';
        } else if (rest[0] === cr || rest[0] === lf) {
          // Empty lines before a status line are ignored (RFC 9112, section 2.2).
          grow(1);
          rest = rest.subarray(1);
        } else if (
          hasHttpStart(rest) === undefined ||
          (rest.length < statusLength && canBeStatusLine(rest.toString('latin1')))
        ) {
          held = rest;
          return none;
        } else classify(rest);
      }
      return rest;
    },
  };
};
