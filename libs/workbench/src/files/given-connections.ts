import type { ClientCertificate, HttpTransport, NamedFile, ProxyOptions, SendOptions } from '@tandem/core';

/** How the caller of a run overrides or extends the workspace's connections. */
export interface ProvidedConnections {
  /** CAs to trust in addition to those of the workspace. */
  readonly ca?: readonly NamedFile[];
  /** Presented in preference to those of the workspace. */
  readonly clientCertificates?: readonly ClientCertificate[];
  /** Replaces the workspace's. */
  readonly proxy?: ProxyOptions | 'system' | 'none';
}

/** The settings that let others than a request's server read it, in words. */
const describeTrustSettings = (
  url: string,
  { proxy, tls }: Pick<SendOptions, 'proxy' | 'tls'>,
): readonly string[] => {
  const isTls = /^https:/i.test(url);
  const { ca = [], clientCertificates = [], verify } = isTls ? (tls ?? {}) : {};
  const through =
    proxy === undefined
      ? []
      : [
          proxy === 'system'
            ? 'the proxy of the system'
            : `the proxy ${proxy.protocol}://${proxy.hostname}${proxy.port === '' ? '' : `:${proxy.port}`}`,
        ];
  return [
    ...through,
    ...ca.map(({ name }) => `the CA file ${name}`),
    ...clientCertificates.map(
      (one) =>
        `the client certificate ${(one.type === 'pem' ? one.certificate : one.pkcs12).name} for ${one.domain}`,
    ),
    ...(verify === false ? [`${new URL(url).host} without verification`] : []),
  ];
};

/** Maximum number of settings recorded; a run with more has some for each of many servers. */
const maxNoted = 100;

/**
 * Sends every request, including token requests, with the caller's connections.
 * @param noted collects the settings that let others read a request
 */
export const applyConnections = (
  http: HttpTransport,
  { ca = [], clientCertificates = [], proxy }: ProvidedConnections,
  noted = new Set<string>(),
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
    const connection = {
      ...(isPlain ? {} : { tls: securing }),
      ...(used === undefined || used === 'none' ? {} : { proxy: used }),
    };
    for (const one of describeTrustSettings(request.url, connection))
      if (noted.size < maxNoted) noted.add(one);
    return http.send(request, { ...options, ...connection });
  },
});
