import { createKeptRow, createListedRow, type Row } from '../row.js';
import { createBehavior, createGet } from './builders.js';

/** Settings of a request. */
export const behaviorRows: readonly Row[] = [
  createKeptRow('followRedirects', createBehavior({ followRedirects: false }), {
    request: { settings: { followRedirects: false } },
  }),
  createKeptRow('maxRedirects', createBehavior({ maxRedirects: 3 }), {
    request: { settings: { maxRedirects: 3 } },
  }),
  createKeptRow('strictSSL', createBehavior({ strictSSL: false }), {
    request: { settings: { tls: { verify: false } } },
  }),
  createKeptRow('disableCookies', createBehavior({ disableCookies: true }), {
    request: { settings: { cookies: false } },
  }),
  ...(
    [
      ['followOriginalHttpMethod', 'that redirects keep the method'],
      ['followAuthorizationHeader', 'that the Authorization header is sent to other hosts after a redirect'],
      ['removeRefererHeaderOnRedirect', 'that redirects are followed without a Referer'],
      ['disableUrlEncoding', 'that its URL is not encoded'],
      ['insecureFileRead', 'that files outside of the folder are read'],
      ['tlsPreferServerCiphers', 'that the server chooses the cipher'],
    ] as const
  ).map(([key, what]) =>
    createListedRow(key, createBehavior({ [key]: true }), 'r', `its setting ${key}, ${what}`),
  ),
  createKeptRow(
    'disableBodyPruning',
    createGet({ body: { mode: 'raw', raw: 'a' } }, { protocolProfileBehavior: { disableBodyPruning: true } }),
    { request: { method: 'GET', body: { type: 'text', content: 'a' } } },
  ),
  createListedRow(
    'others',
    createBehavior({ protocolVersion: 'http2' }),
    'r',
    'its setting protocolVersion, which is http2',
  ),
  createListedRow(
    'disabledSystemHeaders',
    createBehavior({ disabledSystemHeaders: { 'user-agent': true } }),
    'r',
    'its setting disabledSystemHeaders, the headers that are not sent by themselves',
  ),
  createListedRow(
    'tlsDisabledProtocols',
    createBehavior({ tlsDisabledProtocols: ['TLSv1'] }),
    'r',
    'its setting tlsDisabledProtocols, the versions of TLS that are switched off',
  ),
  createListedRow(
    'tlsCipherSelection',
    createBehavior({ tlsCipherSelection: ['A'] }),
    'r',
    'its setting tlsCipherSelection, the ciphers of TLS',
  ),
].map((one) => ({ ...one, construct: `protocolProfileBehavior.${one.construct}` }));
