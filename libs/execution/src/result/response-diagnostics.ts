import {
  parseCharset,
  type Diagnostic,
  type IncomingResponse,
  type OutgoingAuth,
  type Redirect,
  type RequestSettings,
} from '@tandem/core';

import { isKnownCharset } from '../bodies/body.js';
import { findHeader, getContentType } from '../filling/headers.js';
import type { ReceivedResponse } from '../execution-state.js';

const isAscii = (body: Uint8Array): boolean => {
  for (const byte of body) if (byte >= 0x80) return false;
  return true;
};

const supportedCodings: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'identity', '']);

const describeUndecodedBody = ({ headers, body }: IncomingResponse): readonly Diagnostic[] => {
  const coding = findHeader(headers, 'content-encoding');
  if (coding === undefined || body.length === 0) return [];
  if (coding.split(',').every((one) => supportedCodings.has(one.trim().toLowerCase()))) return [];
  const message = `The body was not decoded: its content coding is "${coding}", and only gzip, deflate and br are supported.`;
  return [{ code: 'CONTENT_CODING_UNKNOWN', message, where: 'response.headers.content-encoding' }];
};

const describeMisreadBody = ({
  headers,
  body,
  report: { bodyType, undecodable },
}: ReceivedResponse): readonly Diagnostic[] => {
  const charset = parseCharset(getContentType(headers));
  const isUnknown = charset !== undefined && !isKnownCharset(charset);
  if (bodyType !== 'text' || !(isUnknown || undecodable !== undefined) || isAscii(body)) return [];
  if (isUnknown) {
    const message = `The body was read as UTF-8: its content type names the charset "${charset}", which is unknown.`;
    return [{ code: 'CHARSET_UNKNOWN', message, where: 'response.headers.content-type' }];
  }
  if (undecodable === undefined) return [];
  const message = `Some bytes of the body mean nothing in ${undecodable}, and U+FFFD stands for them. Correct the charset that the server names, or get the bytes with saveTo.`;
  return [{ code: 'BODY_UNDECODABLE', message, where: 'response.textBody' }];
};

const describeUnfollowedRedirect = ({ status, headers }: IncomingResponse): readonly Diagnostic[] => {
  const location = findHeader(headers, 'location');
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return [];
  const message = `The redirect to "${location}" was not followed: it is not an http or https URL.`;
  return [{ code: 'REDIRECT_NOT_FOLLOWED', message, where: 'response.headers.location' }];
};

const describeRepeatedRequest = ({ repeated }: IncomingResponse): readonly Diagnostic[] => {
  if (repeated !== true) return [];
  const message =
    'The server closed a reused connection before it responded, so the request was retried on a new one.';
  return [{ code: 'REQUEST_REPEATED', message, where: 'request' }];
};

const isSecure = (url: string): boolean => /^https:/i.test(url);

/** Warns that the server's identity was not verified. */
export const describeUnverifiedServer = (
  { tls }: RequestSettings,
  url: string,
  redirects: readonly Redirect[],
): readonly Diagnostic[] => {
  if (
    tls?.verify !== false ||
    !(isSecure(url) || redirects.some(({ location }) => location !== undefined && isSecure(location)))
  )
    return [];
  const message =
    'Certificates were not verified, because tls.verify is false in the settings: anybody on the way could have read and answered the request. Add the CA of the server to the workspace instead.';
  return [{ code: 'TLS_NOT_VERIFIED', message, where: 'settings.tls.verify' }];
};

/** Warns that the NTLM auth was not used, because the server does not offer NTLM. */
const describeUnusedNtlm = (
  auth: OutgoingAuth | undefined,
  { status, headers }: IncomingResponse,
): readonly Diagnostic[] => {
  if (auth?.type !== 'ntlm' || status !== 401) return [];
  const offered = headers.flatMap(([name, value]) =>
    name === 'www-authenticate'
      ? value.split(',').flatMap((one) => /^\s*([\w-]+)(?:\s|$)/.exec(one)?.slice(1) ?? [])
      : [],
  );
  if (offered.some((scheme) => scheme.toLowerCase() === 'ntlm')) return [];
  const schemes = [...new Set(offered)];
  const message = `The server answered 401 and does not offer NTLM${schemes.length === 0 ? '' : `, but ${schemes.join(', ')}`}. Set the auth that it asks for.`;
  return [{ code: 'NTLM_NOT_OFFERED', message, where: 'response.headers.www-authenticate' }];
};

/** Lists what was handled otherwise than the headers of the response ask. */
export const listResponseDiagnostics = (
  response: ReceivedResponse,
  followsRedirects: boolean,
  auth: OutgoingAuth | undefined,
): readonly Diagnostic[] => [
  ...describeRepeatedRequest(response),
  ...describeUnusedNtlm(auth, response),
  ...describeUndecodedBody(response),
  ...describeMisreadBody(response),
  ...(followsRedirects ? describeUnfollowedRedirect(response) : []),
];
