import type { HeaderList, OutgoingRequest } from '@tandem/core';

const bodyHeaders = /^(content-.*|transfer-encoding)$/i;
const privateHeaders = /^(authorization|cookie|proxy-authorization)$/i;

const removeHeaders = (headers: HeaderList, names: RegExp): HeaderList =>
  headers.filter(([name]) => !names.test(name));

/** Percent-encodes the non-ASCII bytes of a location. Field values were decoded as Latin-1, so each character is one byte. */
const encodeBytes = (location: string): string =>
  location.replace(/[\u0080-\u00ff]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Creates the request for a redirect. Undefined if the response is none. A 303, and a 301 or 302 after POST, become GET without a body
 * (Fetch, "HTTP-redirect fetch"). Drops credentials if the origin changes.
 */
export const createRedirectRequest = (
  request: OutgoingRequest,
  status: number,
  location: string | undefined,
): OutgoingRequest | undefined => {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  // An empty location means the same URL again, so it is not followed.
  if (location.trim() === '') return undefined;
  const reference = encodeBytes(location);
  if (!URL.canParse(reference, request.url)) return undefined;
  const target = new URL(reference, request.url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined;
  const toGet =
    (status === 303 && request.method !== 'GET' && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const crossing = target.origin !== new URL(request.url).origin;
  const own = new Set(request.credentials?.map((name) => name.toLowerCase()));
  const shared = request.headers.filter(([name]) => !own.has(name.toLowerCase()));
  const kept = crossing ? removeHeaders(removeHeaders(shared, privateHeaders), /^host$/i) : request.headers;
  target.hash = '';
  return {
    method: toGet ? 'GET' : request.method,
    url: target.href,
    headers: toGet ? removeHeaders(kept, bodyHeaders) : kept,
    ...(request.credentials === undefined ? {} : { credentials: request.credentials }),
    ...(crossing || request.auth === undefined ? {} : { auth: request.auth }),
    ...(crossing || request.signedWith === undefined ? {} : { signedWith: request.signedWith }),
    body: toGet ? { kind: 'none' } : request.body,
  };
};
