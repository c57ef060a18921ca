import type { ClientCertificate, HttpTransport, NamedFile, ProxyOptions } from '@tandem/core';

/** How a caller of a run connects, besides or instead of what the workspace says. */
export interface GivenConnections {
  /** CAs to trust besides those of the workspace. */
  readonly ca?: readonly NamedFile[];
  /** Shown before those of the workspace. */
  readonly clientCertificates?: readonly ClientCertificate[];
  /** Instead of that of the workspace. */
  readonly proxy?: ProxyOptions | 'system' | 'none';
}

/** Sends every request, those for tokens included, with the connections that the caller gave. */
export const withConnections = (
  http: HttpTransport,
  { ca = [], clientCertificates = [], proxy }: GivenConnections,
): HttpTransport => ({
  ...http,
  send: (request, { proxy: own, tls, ...options }) => {
    const used = proxy ?? own;
    const securing = {
      ...tls,
      ca: [...(tls?.ca ?? []), ...ca],
      clientCertificates: [...clientCertificates, ...(tls?.clientCertificates ?? [])],
    };
    const isPlain = tls === undefined && ca.length + clientCertificates.length === 0;
    return http.send(request, {
      ...options,
      ...(isPlain ? {} : { tls: securing }),
      ...(used === undefined || used === 'none' ? {} : { proxy: used }),
    });
  },
});
