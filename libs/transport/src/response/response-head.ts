/** Thrown for a response that violates HTTP/1.1. `what` says how, as the end of a sentence that begins with the server. */
export class BadResponseError extends Error {
  readonly code = 'HPE_INVALID';
  readonly what: string;
  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

/** Maximum number of characters quoted from a server in a message. */
const maxQuotedLength = 60;

/** Quotes text from a server for a message. Writes everything except printable ASCII as `\x0a`. */
const quoteServerText = (latin1: string): string => {
  const cut = latin1.length > maxQuotedLength ? `${latin1.slice(0, maxQuotedLength)}…` : latin1;
  const shown = cut.replace(/[^ -~…]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `"${shown}"`;
};

const correct = 'Correct the server.';

const isTls = (bytes: Buffer): boolean => (bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 3;

/** Whether bytes begin with an empty or small SETTINGS frame, as each HTTP/2 connection does (RFC 9113, section 3.4). */
const isHttp2 = (bytes: Buffer): boolean =>
  bytes.length >= 9 && bytes.readUIntBE(0, 3) < 1_024 && bytes[3] === 4 && bytes.readUInt32BE(5) === 0;

/** Says which protocol a server uses that does not use HTTP/1.1. */
const createProtocolError = (bytes: Buffer): BadResponseError => {
  if (isTls(bytes))
    return new BadResponseError('speaks TLS, but was asked in clear. Use https:// in the URL.');
  if (isHttp2(bytes))
    return new BadResponseError(
      'speaks HTTP/2 without TLS, as gRPC servers do, which Tandem does not send. Use the address of its HTTP/1.1 or https:// endpoint.',
    );
  const line = bytes.toString('latin1').replace(/\r?\n.*/s, '');
  return new BadResponseError(
    `does not speak HTTP here: instead of a status line such as "HTTP/1.1 200 OK" it sent ${quoteServerText(line)}. Check the port of the URL.`,
  );
};

const statusLineStart = 'HTTP/';
/** How many bytes are needed to recognize the protocol of a server. */
const protocolPrefixLength = 9;

/**
 * Says whether a response begins like a status line. Undefined if the bytes so far do not tell.
 * @throws BadResponseError if it does not
 */
const hasHttpStart = (bytes: Buffer): true | undefined => {
  const given = bytes.toString('latin1', 0, statusLineStart.length);
  if (given === statusLineStart) return true;
  if (given === statusLineStart.slice(0, given.length)) return undefined;
  if (bytes.length < protocolPrefixLength && !isTls(bytes) && !bytes.includes(10)) return undefined;
  throw createProtocolError(bytes);
};

const checkStatusLine = (line: string): string => {
  const status = /^HTTP\/\d\.\d (\d+)(?: .*)?$/.exec(line)?.[1];
  if (status === undefined)
    throw new BadResponseError(
      `sent the status line ${quoteServerText(line)}, which cannot be read. It must be a version, a status of three digits and a reason, such as "HTTP/1.1 200 OK". ${correct}`,
    );
  if (!/^[1-9]\d\d$/.test(status))
    throw new BadResponseError(
      `sent the status ${status.slice(0, maxQuotedLength)}, but a status has three digits and is at least 100 (RFC 9110, section 15). ${correct}`,
    );
  // A later version of HTTP/1 is read like 1.1 (RFC 9110, section 2.5).
  return line.replace(/^HTTP\/1\.[2-9]/, 'HTTP/1.1');
};

const token = /^[!#$%&'*+.^_`|~\w-]+$/;

// eslint-disable-next-line no-control-regex -- the characters that must not be in a field value (RFC 9110, section 5.5)
const control = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const refuseControls = (line: string, where: string): void => {
  const [found] = control.exec(line) ?? [];
  if (found === undefined) return;
  const what = found === '\r' ? 'a carriage return' : 'a control character';
  throw new BadResponseError(
    `sent ${what} (${quoteServerText(found).slice(1, -1)}) in ${where}, which HTTP forbids (RFC 9110, section 5.5). ${correct}`,
  );
};

interface Field {
  /** The field as it is passed on. */
  readonly line: string;
  readonly name: string;
  readonly value: string;
}

const parseField = (line: string): Field => {
  const colon = line.indexOf(':');
  if (colon < 0)
    throw new BadResponseError(
      `sent ${quoteServerText(line)} as a response header, which has no colon. ${correct}`,
    );
  const name = line.slice(0, colon);
  if (/[ \t]$/.test(name) && token.test(name.trimEnd()))
    throw new BadResponseError(
      `sent the response header ${quoteServerText(`${name}:`)} with a space before the colon, which HTTP forbids (RFC 9112, section 5.1). ${correct}`,
    );
  if (!token.test(name))
    throw new BadResponseError(
      name === ''
        ? `sent a response header without a name. ${correct}`
        : `sent a response header with the name ${quoteServerText(name)}, but a name has only letters, digits and !#$%&'*+-.^_\`|~ (RFC 9110, section 5.1). ${correct}`,
    );
  refuseControls(line.slice(colon + 1), `the response header ${name}`);
  return { line, name: name.toLowerCase(), value: line.slice(colon + 1) };
};

/** Throws if the Content-Length fields contradict each other or Transfer-Encoding (RFC 9112, section 6.3). */
const checkContentLength = (fields: readonly Field[]): void => {
  const lengths = fields.flatMap(({ name, value }) =>
    name === 'content-length' ? value.split(',').map((one) => one.trim()) : [],
  );
  const bad = lengths.find((one) => !/^\d+$/.test(one));
  if (bad !== undefined)
    throw new BadResponseError(
      `sent ${quoteServerText(bad)} as its Content-Length, which is no number of bytes. ${correct}`,
    );
  const different = [...new Set(lengths)];
  if (different.length > 1)
    throw new BadResponseError(
      `sent Content-Length more than once with different values (${different.join(' and ').slice(0, maxQuotedLength)}), so that nobody can tell where its body ends (RFC 9112, section 6.3). ${correct}`,
    );
  if (different.length > 0 && fields.some(({ name }) => name === 'transfer-encoding'))
    throw new BadResponseError(
      `sent both Content-Length and Transfer-Encoding, so that its body has two ends (RFC 9112, section 6.3). ${correct}`,
    );
};

/** Splits a head into its lines. */
const splitHeadLines = (head: string): readonly string[] => {
  const lines = head.split('\n').slice(0, -1);
  if (!lines.every((line) => line.endsWith('\r')))
    throw new BadResponseError(
      `ended a line of its response headers with a bare line feed (LF) instead of CRLF (RFC 9112, section 2.2). ${correct}`,
    );
  return lines.map((line) => line.slice(0, -1)).filter((line) => line !== '');
};

/** Joins the lines into which a field was folded (RFC 9112, section 5.2). */
const unfoldLines = (lines: readonly string[]): readonly string[] =>
  lines.reduce<string[]>((all, line) => {
    const before = all.at(-1);
    if (!/^[ \t]/.test(line)) all.push(line);
    else if (before === undefined)
      throw new BadResponseError(
        `sent a line that begins with a space between its status line and its response headers (RFC 9112, section 2.2). ${correct}`,
      );
    else all[all.length - 1] = `${before.trimEnd()} ${line.trim()}`;
    return all;
  }, []);

/**
 * Normalizes the head of a response to what every parser can read: joins folded fields, and keeps only one of several equal lengths.
 * @param head all bytes up to the empty line, including that
 * @throws BadResponseError
 */
const normalizeHead = (head: Buffer): Buffer => {
  const [first = '', ...rest] = splitHeadLines(head.toString('latin1'));
  refuseControls(first, 'its status line');
  const fields = unfoldLines(rest).map(parseField);
  checkContentLength(fields);
  let hasLength = false;
  const kept = fields.flatMap(({ line, name }) => {
    if (name !== 'content-length') return [line];
    if (hasLength) return [];
    hasLength = true;
    return [line.replace(/\s*,.*/s, '')];
  });
  return Buffer.from([checkStatusLine(first), ...kept, '', ''].join('\r\n'), 'latin1');
};

/** Thrown for an interim response that ends the exchange. `code` says why. */
class BadInterimError extends Error {
  readonly code: 'UNASKED_UPGRADE' | 'TOO_MANY_INTERIM' | 'UND_ERR_HEADERS_OVERFLOW';
  constructor(code: BadInterimError['code']) {
    super();
    this.code = code;
  }
}

/** Removes the interim responses on a connection, and checks the head of the final response. */
interface HeadFilter {
  /** Called when a request is sent: the bytes that follow are the head of its response. */
  readonly begin: () => void;
  /**
   * Returns the bytes without interim responses. While it is unclear what they are, returns none of them.
   * @throws BadInterimError, or BadResponseError
   */
  readonly pass: (chunk: Buffer) => Buffer;
}

/** Maximum number of interim responses to one request. */
export const maxInterimResponses = 100;

const noBytes: Buffer = Buffer.alloc(0);
const [cr, lf] = [13, 10];

/** Matches the beginning of a status line up to its status, such as `HTTP/1.1 100 `. */
const statusLine = /^HTTP\/1\.\d (\d{3})[ \r\n]/;
const statusLength = 13;
/** The beginning of every status line; `d` stands for a digit. */
const statusLinePattern = 'HTTP/1.d ddd';

const canBeStatusLine = (text: string): boolean =>
  Array.from(text.slice(0, statusLinePattern.length)).every((character, at) =>
    statusLinePattern[at] === 'd' ? /\d/.test(character) : character === statusLinePattern[at],
  );

/** Finds where a head ends: the index after the empty line, and whether the last line so far is empty. */
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
 * Creates a filter that drops the responses 100 to 199 before the final one. A client must accept them although it has not asked for any
 * (RFC 9110, section 15.2), but undici 7 treats a 100 as a broken response. It also checks the final head before undici gets it, because
 * undici's parser says only that something is wrong. Bodies stay as they are: the filter looks only at the bytes between `begin` and the
 * end of the final head.
 */
export const createHeadFilter = (maxHeaderBytes: number): HeadFilter => {
  let state: 'status' | 'interim' | 'head' | 'final' = 'final';
  let held: Buffer = noBytes;
  let head: Buffer[] = [];
  let lineIsEmpty = false;
  let count = 0;
  let size = 0;
  const grow = (bytes: number) => {
    size += bytes;
    if (size > maxHeaderBytes) throw new BadInterimError('UND_ERR_HEADERS_OVERFLOW');
  };
  const classify = (bytes: Buffer): void => {
    lineIsEmpty = false;
    const status = Number(statusLine.exec(bytes.toString('latin1', 0, statusLength))?.[1]);
    if (!(status >= 100 && status < 200)) [state, head] = ['head', []];
    else if (status === 101) throw new BadInterimError('UNASKED_UPGRADE');
    else {
      state = 'interim';
      count += 1;
      if (count > maxInterimResponses) throw new BadInterimError('TOO_MANY_INTERIM');
    }
  };
  /** Takes the bytes that belong to the current head. If the head is complete, returns the others. */
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
      [state, held, count, size] = ['status', noBytes, 0, 0];
    },
    pass: (chunk) => {
      let rest: Buffer = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      held = noBytes;
      while (state !== 'final') {
        if (state === 'interim' || state === 'head') {
          const after = takeHead(rest);
          if (after === undefined) return noBytes;
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
          return noBytes;
        } else classify(rest);
      }
      return rest;
    },
  };
};
