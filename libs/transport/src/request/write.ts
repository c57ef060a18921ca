import {
  type ExecutionFault,
  type OutgoingRequest,
  type SendOptions,
  addCookies,
  type WrittenRequest,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { toNegotiateRequest } from '../ask-ntlm.js';
import type { Digests } from '../auth/digest.js';
import { addAuth } from '../auth/with-auth.js';
import { toNetworkFault } from '../faults.js';
import { methodsExpectingBody, toHeaderPairs, type Wire, toWire } from './outgoing.js';
import { type IsOwnPort, refuseOwnUrl } from '../connection/own-servers.js';
import type { Proxy } from '../proxy/proxy.js';
import { toDepartingRequest, toForwardedWire } from '../proxy/through.js';

interface WriteContext {
  readonly isOwnPort: IsOwnPort;
  readonly digests: Digests;
  readonly proxyOf: (url: string) => Proxy | undefined;
}

/** The head and the body as undici writes them. */
const writeWire = ({
  method,
  path,
  origin,
  headers,
  body,
  saysEmpty,
}: Wire): Omit<WrittenRequest, 'departing'> => {
  const pairs = toHeaderPairs(headers);
  const named = (wanted: string) => pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array());
  const isClosing = method === 'HEAD' || named('connection')?.toLowerCase() === 'close';
  const hasLength = bytes.length > 0 || saysEmpty === true || methodsExpectingBody.includes(method);
  return {
    method,
    target: path,
    headers: [
      ['host', named('host') ?? new URL(origin).host],
      ['connection', isClosing ? 'close' : 'keep-alive'],
      ...pairs.filter(([name]) => !['host', 'connection'].includes(name.toLowerCase())),
      ...(hasLength ? [['content-length', String(bytes.length)] as const] : []),
    ],
    body: bytes,
  };
};

/** Writes a request as it is first sent, with cookies and auth. A Left if it cannot be sent. */
export const write = (
  { isOwnPort, digests, proxyOf }: WriteContext,
  request: OutgoingRequest,
  { cookies }: Pick<SendOptions, 'cookies'>,
): TE.TaskEither<ExecutionFault, WrittenRequest> =>
  TE.tryCatch(
    async () => {
      const { auth, headers, url } = request;
      refuseOwnUrl(isOwnPort, url);
      const isAuthorized = headers.some(([name]) => name.toLowerCase() === 'authorization');
      const first = auth?.type === 'ntlm' && !isAuthorized ? toNegotiateRequest(request) : request;
      const sent = addCookies(first.headers, cookies?.sentTo(url) ?? []);
      const wire = addAuth(await toWire({ ...first, headers: sent }), auth, digests);
      const proxy = proxyOf(url);
      return {
        ...writeWire(toForwardedWire(wire, proxy, false)),
        departing: toDepartingRequest(request, wire, 'first', proxy),
      };
    },
    (error) => toNetworkFault(error, request.url),
  );
