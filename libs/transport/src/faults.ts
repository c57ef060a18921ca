import type { ExecutionFault, FaultCode } from '@tandem/core';

import { maxCodings } from './response/collect.js';
import { getErrorCode, UnansweredConnection, UnsendableError } from './errors.js';
import { OwnServerRefusal } from './connection/own-servers.js';
import { toProxyFault, ProxyFailure } from './proxy/proxy-failure.js';
import { formatTlsFailure } from './tls/tls-sentences.js';
import { BadResponseError } from './response/response-head.js';

const createFault = (code: FaultCode, message: string, details?: unknown): ExecutionFault =>
  details === undefined ? { code, message } : { code, message, details };

const tls = /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO|ERR_OSSL)/;

const otherHttp =
  'Set http to "auto" or "1.1" in the settings of the request, or of the folder or workspace that says "2"';

const sentences: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) => `Nothing listens at ${host}. Start the server or check the port.`,
  ENOTFOUND: (host) => `The host of ${host} was not found. Check its name.`,
  EAI_AGAIN: (host) => `The DNS server did not respond for ${host}. Check the network.`,
  ECONNRESET: (host) => `${host} closed the connection before the response was complete.`,
  EHOSTUNREACH: (host) => `${host} cannot be reached from here.`,
  ENETUNREACH: (host) => `${host} cannot be reached from here.`,
  ETIMEDOUT: (host) => `${host} did not respond to the connection attempt.`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} did not respond to the connection attempt.`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: (host) =>
    `${host} sent a body of a different length than its Content-Length.`,
  UND_ERR_HEADERS_OVERFLOW: (host) => `${host} sent more header bytes than the limit.`,
  UNASKED_UPGRADE: (host) =>
    `${host} switched to another protocol (101) without being asked. Check that the URL serves plain HTTP.`,
  TOO_MANY_INTERIM: (host) =>
    `${host} sent more than 100 interim responses (1xx) and no final one. Check the server.`,
  HTTP2_UNAVAILABLE: (host) => `${host} does not offer HTTP/2. ${otherHttp}.`,
  HTTP2_NEEDS_TLS: (host) =>
    `HTTP/2 is sent over https:// only, and ${host} is requested over http://. ${otherHttp}.`,
  HTTP2_ONE_CONNECTION: (host) =>
    `NTLM signs in a connection to ${host}, which HTTP/2 does not allow. ${otherHttp}.`,
  HTTP2_HTTP_1_1_REQUIRED: (host) => `${host} wants HTTP/1.1 for this request. ${otherHttp}.`,
  // Node resets a stream with this code if the response has too many header fields. A server may send the same code.
  HTTP2_ENHANCE_YOUR_CALM: (host) =>
    `${host} sent more header fields than the limit, or refused the request as one of too many (ENHANCE_YOUR_CALM over HTTP/2). Send fewer requests at a time, or look at the response over HTTP/1.1: set http to "1.1" in the settings.`,
  BAD_CONTENT_CODING: (host) => `${host} sent a body that does not match its Content-Encoding.`,
};

/** Formats what the parser says about a body with unreadable chunks or trailers, such as "Invalid character in chunk size". */
const formatParserFailure = (error: unknown, host: string): string => {
  const { message, cause } = error as Error;
  const reason = /\(([^()]+)\)$/.exec(message)?.[1];
  if (reason === undefined && cause !== undefined) return formatParserFailure(cause, host);
  const what = reason === undefined ? '' : `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return `${host} sent a response body whose chunks or trailers cannot be read${what} (RFC 9112, section 7.1). Correct the server.`;
};

/** Formats the message about a connection that the server closed before it sent a byte. */
const formatUnanswered = ({ isOpen }: UnansweredConnection, host: string, isTls: boolean): string => {
  if (!isTls)
    return `${host} closed the connection without an answer. If it speaks TLS, use https:// in the URL.`;
  return isOpen
    ? `${host} closed the connection without an answer. If it asks for a client certificate, add one to the connections of the workspace.`
    : `${host} closed the connection during the TLS handshake. If it does not speak TLS, use http:// in the URL; if it asks for a client certificate, add one to the connections of the workspace.`;
};

const formatFailure = (error: unknown, cause: string, url: URL): string => {
  const { host, protocol } = url;
  if (error instanceof BadResponseError) return `${host} ${error.what}`;
  if (error instanceof UnansweredConnection) return formatUnanswered(error, host, protocol === 'https:');
  if (cause === 'HPE_INVALID') return formatParserFailure(error, host);
  const known = Object.hasOwn(sentences, cause) ? sentences[cause] : undefined;
  const hint =
    cause === 'ECONNRESET' && protocol === 'https:'
      ? ' If it asks for a client certificate, add one to the connections of the workspace.'
      : '';
  const reset = /^HTTP2_(.*)$/.exec(cause)?.[1];
  const ofReset = `${host} ended the request over HTTP/2 (${reset}) before the response was complete. Look at its log, or set http to "1.1" in the settings.`;
  return (
    (known?.(host) ??
      (reset === undefined ? undefined : ofReset) ??
      `The request to ${host} failed${cause === '' ? '' : ` (${cause})`}.`) + hint
  );
};

/**
 * Converts a network error to the error of an execution.
 * @param proxy the name of the proxy through which the request was sent
 */
export const toNetworkFault = (error: unknown, url: string, proxy?: string): ExecutionFault => {
  const cause = getErrorCode(error);
  const { host } = new URL(url);
  if (error instanceof UnsendableError) return error.fault;
  if (error instanceof ProxyFailure) return toProxyFault(error);
  if (tls.test(cause)) return createFault('TLS_ERROR', formatTlsFailure(cause, host), { cause });
  if (error instanceof OwnServerRefusal) {
    const message = `${host} is one of Tandem's own servers, which requests may not be sent to. Call its tools directly, or use the echo server.`;
    return createFault('OWN_SERVER_REFUSED', message);
  }
  if (
    /^ERR_HTTP2_(HEADER_SINGLE_VALUE|INVALID_(HEADER_VALUE|CONNECTION_HEADERS|PSEUDOHEADER))$/.test(cause)
  ) {
    const message = `The request cannot be sent over HTTP/2: ${(error as Error).message}. Correct the header, or set http to "1.1" in the settings.`;
    return createFault('HEADER_INVALID', message, { cause });
  }
  if (['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_CHAR'].includes(cause)) {
    return createFault('HEADER_INVALID', `The request cannot be sent: ${(error as Error).message}.`, {
      cause,
    });
  }
  const way = proxy === undefined ? '' : ` It was sent through the proxy ${proxy}.`;
  return createFault('NETWORK_ERROR', formatFailure(error, cause, new URL(url)) + way, {
    cause: cause === '' ? 'UNKNOWN' : cause,
  });
};

export const createTimeoutFault = (timeoutMs: number): ExecutionFault =>
  createFault(
    'TIMEOUT',
    `The request took longer than ${timeoutMs} ms. Increase timeoutMs for a slow endpoint.`,
    {
      timeoutMs,
    },
  );

export const createSilenceFault = (timeoutMs: number): ExecutionFault =>
  createFault(
    'TIMEOUT',
    `The event stream was silent for ${timeoutMs} ms. Increase timeoutMs for a stream with longer pauses.`,
    { timeoutMs },
  );

const formatMebibytes = (bytes: number): string =>
  `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;

export const createBusyFault = (limit: number, timeoutMs: number): ExecutionFault =>
  createFault(
    'BUSY',
    `Other executions use all of the ${formatMebibytes(limit)} for bodies in flight, and no memory became available within ${timeoutMs} ms. Run fewer large requests at once, increase timeoutMs, or set TANDEM_BODIES_IN_FLIGHT_BYTES.`,
    { limit, timeoutMs },
  );

export const cancelledFault: ExecutionFault = createFault('CANCELLED', 'The execution was cancelled.');

export const createTooLargeFault = (maxBytes: number): ExecutionFault =>
  createFault(
    'RESPONSE_TOO_LARGE',
    `The response body is longer than ${maxBytes} bytes. Request a part of it, such as a page or a range.`,
    { maxBytes },
  );

export const createCodingsFault = (codings: number, url: string): ExecutionFault => {
  const sentence = `${new URL(url).host} named ${codings} content codings, but at most ${maxCodings} are decoded.`;
  return createFault('NETWORK_ERROR', `${sentence} Check the Content-Encoding that the server sends.`, {
    cause: 'TOO_MANY_CONTENT_CODINGS',
    codings,
  });
};

export const createRedirectsFault = (maxRedirects: number): ExecutionFault =>
  createFault(
    'TOO_MANY_REDIRECTS',
    `More than ${maxRedirects} redirects. Increase maxRedirects, or check for a redirect loop.`,
    {
      maxRedirects,
    },
  );
