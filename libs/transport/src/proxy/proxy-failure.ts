import type { ExecutionFault } from '@tandem/core';

import { formatTlsFailure } from '../tls/tls-sentences.js';
import type { Proxy } from './proxy.js';

/** Thrown if the proxy of a request failed. */
export class ProxyFailure extends Error {
  readonly proxy: Proxy;
  readonly code: string;
  readonly sentence: string;
  constructor(proxy: Proxy, cause: string, sentence: string) {
    super(sentence);
    this.proxy = proxy;
    this.code = cause;
    this.sentence = sentence;
  }
}

/** Converts the failure to the error of an execution. */
export const toProxyFault = ({ proxy, code, sentence }: ProxyFailure): ExecutionFault => ({
  code: 'PROXY_ERROR',
  message: sentence,
  details: { cause: code, proxy: proxy.name },
});

/** Creates the failure of a proxy that answered a request with `status`. */
export const createProxyRefusal = (proxy: Proxy, status: number, host: string): ProxyFailure => {
  const { name, from, credentials } = proxy;
  // For wrong credentials, tinyproxy responds with 401.
  if (status === 407 || status === 401) {
    const sentence =
      credentials === undefined
        ? `The proxy ${name} asks for credentials (${status}). Set its username and password in ${from}.`
        : `The proxy ${name} did not accept the credentials (${status}). Correct its username and password in ${from}.`;
    return new ProxyFailure(proxy, 'PROXY_CREDENTIALS', sentence);
  }
  const sentence =
    status >= 500
      ? `The proxy ${name} could not reach ${host} (${status}). Check the host, and what the proxy may connect to.`
      : `The proxy ${name} refused to connect to ${host} (${status}). Allow the host and its port in the proxy, or let requests to it bypass the proxy.`;
  return new ProxyFailure(proxy, `PROXY_STATUS_${status}`, sentence);
};

const unreachable: Readonly<Record<string, (name: string) => string>> = {
  ECONNREFUSED: (name) => `Nothing listens at the proxy ${name}.`,
  ENOTFOUND: (name) => `The host of the proxy ${name} was not found.`,
  EAI_AGAIN: (name) => `The DNS server did not respond for the proxy ${name}.`,
  ECONNRESET: (name) => `The proxy ${name} closed the connection before it led anywhere.`,
  HPE_INVALID: (name) => `${name} did not respond as an HTTP proxy.`,
};

/** Creates the failure of a proxy to which, or through which, no connection could be opened. */
export const createConnectionFailure = (proxy: Proxy, cause: string): ProxyFailure => {
  const { name, from, protocol } = proxy;
  const overTls =
    protocol === 'https' && /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(cause);
  const known = Object.hasOwn(unreachable, cause) ? unreachable[cause] : undefined;
  const what = overTls
    ? formatTlsFailure(cause, `the proxy ${name}`)
    : (known?.(name) ?? `The proxy ${name} cannot be used (${cause === '' ? 'unknown error' : cause}).`);
  return new ProxyFailure(proxy, cause, `${what} Check its protocol, host and port in ${from}.`);
};

const socksReasons: Readonly<Record<string, string>> = {
  NotAllowed: 'its rules do not allow that',
  NetworkUnreachable: 'the network cannot be reached from there',
  HostUnreachable: 'the host cannot be reached from there',
  ConnectionRefused: 'nothing listens there',
  TTLExpired: 'it did not respond',
};

/** Converts what the SOCKS library says about a proxy to a failure. */
export const toSocksFailure = (proxy: Proxy, message: string, host: string): ProxyFailure => {
  const { name, from } = proxy;
  if (/no accepted authentication|authentication failed|unknown authentication/i.test(message)) {
    const sentence =
      proxy.credentials === undefined
        ? `The proxy ${name} asks for credentials. Set its username and password in ${from}.`
        : `The proxy ${name} did not accept the credentials. Correct its username and password in ${from}.`;
    return new ProxyFailure(proxy, 'PROXY_CREDENTIALS', sentence);
  }
  const reason = /rejected connection - (\w+)/i.exec(message)?.[1];
  if (reason !== undefined) {
    const why = Object.hasOwn(socksReasons, reason) ? socksReasons[reason] : reason;
    const sentence = `The proxy ${name} did not connect to ${host}: ${why}. Check the host, and what the proxy may connect to.`;
    return new ProxyFailure(proxy, 'PROXY_REJECTED', sentence);
  }
  if (/socket closed/i.test(message)) return createConnectionFailure(proxy, 'ECONNRESET');
  const sentence = `${name} did not respond as a SOCKS5 proxy. Check its protocol, host and port in ${from}.`;
  return new ProxyFailure(proxy, 'PROXY_NOT_SOCKS', sentence);
};
