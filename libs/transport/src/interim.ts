/** An interim response that ends the exchange; `code` says why. */
export class BadInterim extends Error {
  readonly code: 'UNASKED_UPGRADE' | 'TOO_MANY_INTERIM' | 'UND_ERR_HEADERS_OVERFLOW';
  constructor(code: BadInterim['code']) {
    super(`bad interim response: ${code}`);
    this.code = code;
  }
}

/** Removes interim responses from the bytes of a connection. */
export interface InterimFilter {
  /** Called when a request is sent: the next bytes are the head of its response. */
  readonly begin: () => void;
  /**
   * Returns the bytes without interim responses; nothing until it is known what they are.
   * @throws BadInterim
   */
  readonly pass: (chunk: Buffer) => Buffer;
}

/** Maximum number of interim responses before the final one. */
export const mostInterim = 100;

const none: Buffer = Buffer.alloc(0);
const [cr, lf] = [13, 10];

/** `HTTP/1.1 100 `: enough of a status line to know a status of three digits. */
const statusLine = /^HTTP\/1\.\d (\d{3})[ \r\n]/;
const statusLength = 13;
/** The pattern that every prefix of a status line matches. */
const shape = 'HTTP/1.d ddd';

const couldBeStatus = (text: string): boolean =>
  Array.from(text.slice(0, shape.length)).every((character, at) =>
    shape[at] === 'd' ? /\d/.test(character) : character === shape[at],
  );

/** The index after the empty line that ends a head, and whether the unfinished last line is empty so far. */
const endOfHead = (
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
 * Drops responses 100 to 199 before the final one. A client must accept them even if it did not ask for any (RFC 9110,
 * section 15.2), but undici 7 treats a 100 as a broken response. Only heads are filtered, from `begin` to the first status
 * line that is not interim, so that bodies with such text are unchanged.
 */
export const createInterimFilter = (maxHeaderBytes: number): InterimFilter => {
  let state: 'status' | 'interim' | 'final' = 'final';
  let held: Buffer = none;
  let lineIsEmpty = false;
  let count = 0;
  let dropped = 0;
  const drop = (bytes: number) => {
    dropped += bytes;
    if (dropped > maxHeaderBytes) throw new BadInterim('UND_ERR_HEADERS_OVERFLOW');
  };
  const classify = (bytes: Buffer): void => {
    const status = Number(statusLine.exec(bytes.toString('latin1', 0, statusLength))?.[1]);
    if (!(status >= 100 && status < 200)) state = 'final';
    else if (status === 101) throw new BadInterim('UNASKED_UPGRADE');
    else {
      state = 'interim';
      lineIsEmpty = false;
      count += 1;
      if (count > mostInterim) throw new BadInterim('TOO_MANY_INTERIM');
    }
  };
  return {
    begin: () => {
      [state, held, count, dropped] = ['status', none, 0, 0];
    },
    pass: (chunk) => {
      let rest: Buffer = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = none;
      while (state !== 'final' && rest.length > 0) {
        if (state === 'interim') {
          const { end, empty } = endOfHead(rest, lineIsEmpty);
          lineIsEmpty = empty;
          drop(end < 0 ? rest.length : end);
          rest = end < 0 ? none : rest.subarray(end);
          if (end >= 0) state = 'status';
        } else if (rest[0] === cr || rest[0] === lf) {
          // Empty lines before a status line are ignored (RFC 9112, section 2.2).
          drop(1);
          rest = rest.subarray(1);
        } else if (rest.length < statusLength && couldBeStatus(rest.toString('latin1'))) {
          held = rest;
          return none;
        } else classify(rest);
      }
      return rest;
    },
  };
};
