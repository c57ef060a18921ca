import { describe, expect, it } from 'vitest';

import { getErrorCode, UnsendableError } from './errors.js';
import {
  createBusyFault,
  cancelledFault,
  createCodingsFault,
  toNetworkFault,
  createRedirectsFault,
  createTimeoutFault,
  createTooLargeFault,
} from './faults.js';
import { createResetFailure } from './h2/h2-session.js';
import { OwnServerRefusal } from './connection/own-servers.js';
import {
  toProxyFault,
  createProxyRefusal,
  toSocksFailure,
  createConnectionFailure,
} from './proxy/proxy-failure.js';
import type { Proxy } from './proxy/proxy.js';
import { formatTlsFailure } from './tls/tls-sentences.js';

const createError = (code: string, message = 'it broke') => Object.assign(new Error(message), { code });
const url = 'http://a.example:8080/x';
const host = 'a.example:8080';
const otherHttp =
  'Set http to "auto" or "1.1" in the settings of the request, or of the folder or workspace that says "2".';

describe('the code of an error', () => {
  it.each<[unknown, string]>([
    [createError('ECONNREFUSED'), 'ECONNREFUSED'],
    [createError('UND_ERR_SOCKET'), 'ECONNRESET'],
    [{ code: '', cause: createError('EPIPE') }, 'EPIPE'],
    [{ code: 7, cause: { cause: createError('EPIPE') } }, 'EPIPE'],
    [new AggregateError([createError('ENETUNREACH'), createError('EPIPE')]), 'ENETUNREACH'],
    [new AggregateError([createError('ENETUNREACH'), createError('ECONNREFUSED')]), 'ECONNREFUSED'],
    [{ errors: [], cause: createError('EPIPE') }, 'EPIPE'],
    [{ name: 'HTTPParserError', code: 'HPE_INVALID_CONSTANT' }, 'HPE_INVALID'],
    [new Error('none'), ''],
    [undefined, ''],
    [null, ''],
  ])('is found in %s: %s', (error, code) => {
    expect(getErrorCode(error)).toBe(code);
  });
});

describe('the message of a network error', () => {
  it.each([
    ['ECONNREFUSED', `Nothing listens at ${host}. Start the server or check the port.`],
    ['ENOTFOUND', `The host of ${host} was not found. Check its name.`],
    ['EAI_AGAIN', `The DNS server did not respond for ${host}. Check the network.`],
    ['ECONNRESET', `${host} closed the connection before the response was complete.`],
    ['EHOSTUNREACH', `${host} cannot be reached from here.`],
    ['ENETUNREACH', `${host} cannot be reached from here.`],
    ['ETIMEDOUT', `${host} did not respond to the connection attempt.`],
    ['UND_ERR_CONNECT_TIMEOUT', `${host} did not respond to the connection attempt.`],
    [
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
      `${host} sent a body of a different length than its Content-Length.`,
    ],
    ['UND_ERR_HEADERS_OVERFLOW', `${host} sent more header bytes than the limit.`],
    [
      'UNASKED_UPGRADE',
      `${host} switched to another protocol (101) without being asked. Check that the URL serves plain HTTP.`,
    ],
    [
      'TOO_MANY_INTERIM',
      `${host} sent more than 100 interim responses (1xx) and no final one. Check the server.`,
    ],
    ['HTTP2_UNAVAILABLE', `${host} does not offer HTTP/2. ${otherHttp}`],
    [
      'HTTP2_NEEDS_TLS',
      `HTTP/2 is sent over https:// only, and ${host} is requested over http://. ${otherHttp}`,
    ],
    [
      'HTTP2_ONE_CONNECTION',
      `NTLM signs in a connection to ${host}, which HTTP/2 does not allow. ${otherHttp}`,
    ],
    ['HTTP2_HTTP_1_1_REQUIRED', `${host} wants HTTP/1.1 for this request. ${otherHttp}`],
    ['BAD_CONTENT_CODING', `${host} sent a body that does not match its Content-Encoding.`],
    [
      'HTTP2_CANCEL',
      `${host} ended the request over HTTP/2 (CANCEL) before the response was complete. Look at its log, or set http to "1.1" in the settings.`,
    ],
    ['EOTHER', `The request to ${host} failed (EOTHER).`],
    ['constructor', `The request to ${host} failed (constructor).`],
  ])('with the code %s is: %s', (code, message) => {
    expect(toNetworkFault(createError(code), url)).toEqual({
      code: 'NETWORK_ERROR',
      message,
      details: { cause: code },
    });
  });

  it('repeats what the parser says about a body, if it says anything', () => {
    const createParserError = (message: string) =>
      Object.assign(new Error(message), { name: 'HTTPParserError' });
    const sentence = (what: string) =>
      `${host} sent a response body whose chunks or trailers cannot be read${what} (RFC 9112, section 7.1). Correct the server.`;
    expect(toNetworkFault(createParserError('Response does not match (Invalid size)'), url).message).toBe(
      sentence(': invalid size'),
    );
    expect(toNetworkFault(createParserError(''), url).message).toBe(sentence(''));
    const within = Object.assign(createParserError('terminated'), {
      cause: createParserError('x (Bad size)'),
    });
    expect(toNetworkFault(within, url).message).toBe(sentence(': bad size'));
  });

  it('says that an error without a code is unknown, and names the proxy if there is one', () => {
    expect(toNetworkFault(new Error('x'), url)).toEqual({
      ...{ code: 'NETWORK_ERROR', message: `The request to ${host} failed.`, details: { cause: 'UNKNOWN' } },
    });
    expect(toNetworkFault(createError('EPIPE'), url, 'http://p:80').message).toBe(
      `The request to ${host} failed (EPIPE). It was sent through the proxy http://p:80.`,
    );
  });

  it('says what the server may require if it closed a TLS connection', () => {
    expect(toNetworkFault(createError('ECONNRESET'), 'https://a.example/').message).toBe(
      'a.example closed the connection before the response was complete. If it asks for a client certificate, add one to the connections of the workspace.',
    );
    expect(toNetworkFault(createError('ECONNREFUSED'), 'https://a.example/').message).not.toContain(
      'certificate',
    );
  });

  it.each(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_INVALID_CHAR'])(
    'belongs to HEADER_INVALID if a field cannot be sent (%s)',
    (cause) => {
      const message = 'The request cannot be sent: it broke.';
      expect(toNetworkFault(createError(cause), url)).toEqual({
        code: 'HEADER_INVALID',
        message,
        details: { cause },
      });
    },
  );

  it.each([
    'HEADER_SINGLE_VALUE',
    'INVALID_HEADER_VALUE',
    'INVALID_CONNECTION_HEADERS',
    'INVALID_PSEUDOHEADER',
  ])('mentions HTTP/2 if a field cannot be sent over it (%s)', (name) => {
    const cause = `ERR_HTTP2_${name}`;
    const message =
      'The request cannot be sent over HTTP/2: it broke. Correct the header, or set http to "1.1" in the settings.';
    expect(toNetworkFault(createError(cause), url)).toEqual({
      code: 'HEADER_INVALID',
      message,
      details: { cause },
    });
    expect(toNetworkFault(createError(`X${cause}X`), url).code).toBe('NETWORK_ERROR');
  });

  it('belongs to TLS_ERROR if TLS failed', () => {
    for (const cause of [
      ...['ERR_SSL_X', 'ERR_TLS_X', 'CERT_X', 'UNABLE_TO_X', 'DEPTH_ZERO_X', 'SELF_SIGNED_X'],
      ...['HOSTNAME_MISMATCH', 'EPROTO', 'ERR_OSSL_X'],
    ])
      expect(toNetworkFault(createError(cause), url)).toEqual({
        code: 'TLS_ERROR',
        message: `The TLS connection to ${host} failed (${cause}). Check the certificate or use http://.`,
        details: { cause },
      });
    expect(toNetworkFault(createError('MY_CERT_X'), url).code).toBe('NETWORK_ERROR');
  });

  it('is the message of the refusal if the request was refused', () => {
    const fault = { code: 'AUTH_INVALID', message: 'no' } as const;
    expect(toNetworkFault(new UnsendableError(fault), url)).toBe(fault);
    expect(toNetworkFault(new OwnServerRefusal(), url)).toEqual({
      code: 'OWN_SERVER_REFUSED',
      message: `${host} is one of Tandem's own servers, which requests may not be sent to. Call its tools directly, or use the echo server.`,
    });
  });

  it('contains the name of the code if a stream was reset', () => {
    expect(createResetFailure(8)).toMatchObject({
      code: 'HTTP2_CANCEL',
      unprocessed: false,
      message: 'HTTP/2: HTTP2_CANCEL',
    });
    expect(createResetFailure(7)).toMatchObject({ code: 'HTTP2_REFUSED_STREAM', unprocessed: true });
    expect(createResetFailure(0).code).toBe('HTTP2_NO_ERROR');
    expect(createResetFailure(13).code).toBe('HTTP2_HTTP_1_1_REQUIRED');
    expect(createResetFailure(99, 'why')).toMatchObject({ code: 'HTTP2_99', cause: 'why' });
  });
});

it('messages of other errors say what to change', () => {
  expect(createTimeoutFault(5)).toEqual({
    ...{ code: 'TIMEOUT', details: { timeoutMs: 5 } },
    message: 'The request took longer than 5 ms. Increase timeoutMs for a slow endpoint.',
  });
  expect(createBusyFault(1_600_000, 5)).toEqual({
    ...{ code: 'BUSY', details: { limit: 1_600_000, timeoutMs: 5 } },
    message:
      'Other executions use all of the 1.5 MiB for bodies in flight, and no memory became available within 5 ms. Run fewer large requests at once, increase timeoutMs, or set TANDEM_BODIES_IN_FLIGHT_BYTES.',
  });
  expect(cancelledFault).toEqual({ code: 'CANCELLED', message: 'The execution was cancelled.' });
  expect(createTooLargeFault(5)).toEqual({
    ...{ code: 'RESPONSE_TOO_LARGE', details: { maxBytes: 5 } },
    message: 'The response body is longer than 5 bytes. Request a part of it, such as a page or a range.',
  });
  expect(createCodingsFault(9, url)).toEqual({
    ...{ code: 'NETWORK_ERROR', details: { cause: 'TOO_MANY_CONTENT_CODINGS', codings: 9 } },
    message: expect.stringMatching(
      /^a\.example:8080 named 9 content codings, but at most \d are decoded\. Check the Content-Encoding that the server sends\.$/,
    ) as unknown,
  });
  expect(createRedirectsFault(5)).toEqual({
    ...{ code: 'TOO_MANY_REDIRECTS', details: { maxRedirects: 5 } },
    message: 'More than 5 redirects. Increase maxRedirects, or check for a redirect loop.',
  });
});

const trustIt =
  'Add its PEM file to the CA files of the workspace, or start Tandem with NODE_EXTRA_CA_CERTS=/path/to/ca.pem.';
const unknownIssuer = `The certificate of h was issued by a CA that is not trusted here. ${trustIt}`;
const noTls = 'h did not respond with TLS. Check the port, or use http:// instead of https://.';
const clientRefused =
  'h did not accept the client certificate. Check that it is the right one, valid, and of a CA that the server knows.';

describe('a TLS connection that failed', () => {
  it.each([
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      `The certificate of h is self-signed, so nothing shows that it is really h. ${trustIt}`,
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', unknownIssuer],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of h was issued by a CA that is not trusted here, and the server sent no certificate of that CA. If an intermediate certificate is missing, configure the server to send its whole chain. Else add the PEM file of the CA to the CA files of the workspace, or start Tandem with NODE_EXTRA_CA_CERTS=/path/to/ca.pem.',
    ],
    ['UNABLE_TO_GET_ISSUER_CERT', unknownIssuer],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownIssuer],
    [
      'CERT_HAS_EXPIRED',
      'The certificate of h has expired. Renew it on the server, and check the clock of this machine.',
    ],
    [
      'CERT_NOT_YET_VALID',
      'The certificate of h is not valid yet. Check the clock of this machine and of the server.',
    ],
    ['CERT_REVOKED', 'The certificate of h was revoked. Replace it on the server.'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The certificate of h is for another host. Use the host name in the certificate, or issue one for h.',
    ],
    ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', noTls],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'h asks for a client certificate. Add one for this host to the connections of the workspace.',
    ],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', clientRefused],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', clientRefused],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', clientRefused],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', clientRefused],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', clientRefused],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'h ended the TLS handshake. It may ask for a client certificate; add one to the connections of the workspace.',
    ],
    [
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'h and Tandem share no version of TLS. Tandem needs TLS 1.2 or newer.',
    ],
    ['toString', 'The TLS connection to h failed (toString). Check the certificate or use http://.'],
  ])('is explained: %s: %s', (cause, sentence) => {
    expect(formatTlsFailure(cause, 'h')).toBe(sentence);
  });
});

const proxy: Proxy = { protocol: 'http', hostname: 'p', port: 80, name: 'http://p:80', from: 'HTTP_PROXY' };
const withCredentials: Proxy = { ...proxy, credentials: { username: 'u', password: 'w' } };

describe('a proxy that fails', () => {
  const asks = 'The proxy http://p:80 asks for credentials';
  const declines = 'The proxy http://p:80 did not accept the credentials';

  it.each<[number, Proxy, string, string]>([
    [407, proxy, 'PROXY_CREDENTIALS', `${asks} (407). Set its username and password in HTTP_PROXY.`],
    [
      401,
      withCredentials,
      'PROXY_CREDENTIALS',
      `${declines} (401). Correct its username and password in HTTP_PROXY.`,
    ],
    [
      502,
      proxy,
      'PROXY_STATUS_502',
      'The proxy http://p:80 could not reach h (502). Check the host, and what the proxy may connect to.',
    ],
    [
      500,
      proxy,
      'PROXY_STATUS_500',
      'The proxy http://p:80 could not reach h (500). Check the host, and what the proxy may connect to.',
    ],
    [
      403,
      proxy,
      'PROXY_STATUS_403',
      'The proxy http://p:80 refused to connect to h (403). Allow the host and its port in the proxy, or let requests to it bypass the proxy.',
    ],
  ])('is reported with its response %s', (status, one, cause, message) => {
    expect(toProxyFault(createProxyRefusal(one, status, 'h'))).toEqual({
      ...{ code: 'PROXY_ERROR', message, details: { cause, proxy: 'http://p:80' } },
    });
  });

  it.each([
    ['ECONNREFUSED', 'Nothing listens at the proxy http://p:80.'],
    ['ENOTFOUND', 'The host of the proxy http://p:80 was not found.'],
    ['EAI_AGAIN', 'The DNS server did not respond for the proxy http://p:80.'],
    ['ECONNRESET', 'The proxy http://p:80 closed the connection before it led anywhere.'],
    ['HPE_INVALID', 'http://p:80 did not respond as an HTTP proxy.'],
    ['CERT_REVOKED', 'The proxy http://p:80 cannot be used (CERT_REVOKED).'],
    ['valueOf', 'The proxy http://p:80 cannot be used (valueOf).'],
    ['', 'The proxy http://p:80 cannot be used (unknown error).'],
  ])('is reported because of %s', (cause, what) => {
    expect(createConnectionFailure(proxy, cause)).toMatchObject({
      ...{ code: cause, sentence: `${what} Check its protocol, host and port in HTTP_PROXY.` },
    });
  });

  it('is reported because of its certificate', () => {
    const secured: Proxy = { ...proxy, protocol: 'https' };
    expect(createConnectionFailure(secured, 'CERT_REVOKED').sentence).toBe(
      'The certificate of the proxy http://p:80 was revoked. Replace it on the server. Check its protocol, host and port in HTTP_PROXY.',
    );
    for (const cause of ['ERR_SSL_X', 'ERR_TLS_X', 'UNABLE_TO_X', 'DEPTH_ZERO_X', 'SELF_SIGNED_X'])
      expect(createConnectionFailure(secured, cause).sentence).toContain(`failed (${cause})`);
    expect(createConnectionFailure(secured, 'A_CERT_X').sentence).toContain('cannot be used');
  });

  const refused = (why: string) =>
    `The proxy http://p:80 did not connect to h: ${why}. Check the host, and what the proxy may connect to.`;
  it.each<[string, string, string]>([
    [
      'Socks5 proxy rejected connection - NotAllowed',
      'PROXY_REJECTED',
      refused('its rules do not allow that'),
    ],
    [
      'rejected connection - NetworkUnreachable',
      'PROXY_REJECTED',
      refused('the network cannot be reached from there'),
    ],
    [
      'rejected connection - HostUnreachable',
      'PROXY_REJECTED',
      refused('the host cannot be reached from there'),
    ],
    ['rejected connection - ConnectionRefused', 'PROXY_REJECTED', refused('nothing listens there')],
    ['rejected connection - TTLExpired', 'PROXY_REJECTED', refused('it did not respond')],
    ['rejected connection - toString', 'PROXY_REJECTED', refused('toString')],
    [
      'Socket closed',
      'ECONNRESET',
      'The proxy http://p:80 closed the connection before it led anywhere. Check its protocol, host and port in HTTP_PROXY.',
    ],
    [
      'no accepted authentication type',
      'PROXY_CREDENTIALS',
      `${asks}. Set its username and password in HTTP_PROXY.`,
    ],
    ['Authentication failed', 'PROXY_CREDENTIALS', `${asks}. Set its username and password in HTTP_PROXY.`],
    ['Unknown authentication', 'PROXY_CREDENTIALS', `${asks}. Set its username and password in HTTP_PROXY.`],
    [
      'Invalid version',
      'PROXY_NOT_SOCKS',
      'http://p:80 did not respond as a SOCKS5 proxy. Check its protocol, host and port in HTTP_PROXY.',
    ],
  ])('is reported over SOCKS: %s', (said, code, sentence) => {
    expect(toSocksFailure(proxy, said, 'h')).toMatchObject({ code, sentence, message: sentence });
  });

  it('is reported over SOCKS if it rejects the credentials', () => {
    expect(toSocksFailure(withCredentials, 'authentication failed', 'h').sentence).toBe(
      `${declines}. Correct its username and password in HTTP_PROXY.`,
    );
  });
});
