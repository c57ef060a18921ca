/** Why HTTP/2 did not deliver a response. */
export class H2Failure extends Error {
  readonly code: string;
  /** Whether the server has not acted on the request, so that it may be repeated (RFC 9113, section 8.7). */
  readonly unprocessed: boolean;
  constructor(code: string, unprocessed = false, cause?: unknown) {
    super(`HTTP/2: ${code}`, { cause });
    this.code = code;
    this.unprocessed = unprocessed;
  }
}

/** Failures by RST_STREAM or GOAWAY code (RFC 9113, section 7). */
const names = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

const refusedStreamCode = names.indexOf('REFUSED_STREAM');

/** The failure of a stream reset with `code`. */
export const resetFailure = (code: number, cause?: unknown): H2Failure =>
  new H2Failure(`HTTP2_${names[code] ?? code}`, code === refusedStreamCode, cause);

/** The code by which a server says that a request needs HTTP/1.1. */
export const http11Required = 'HTTP2_HTTP_1_1_REQUIRED';
