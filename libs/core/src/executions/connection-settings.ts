import { oneOf, struct, t, taggedUnion, withDefault, withDescription } from '../codec/index.js';

/** The proxy of a workspace. Fields that its type does not use are kept. */
export const ProxySetting = struct(
  'a proxy',
  {
    mode: withDescription(
      withDefault(oneOf('manual', 'system', 'none'), 'manual'),
      'system: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY',
    ),
    hostname: withDefault(t.string, ''),
  },
  {
    protocol: withDescription(t.string, 'http, https or socks5; default http'),
    port: t.union([t.number, t.string], 'a number or text'),
    auth: struct('credentials for a proxy', {
      username: t.string,
      password: withDescription(t.string, 'May hold {{secrets}}'),
      enabled: withDefault(t.boolean, true),
    }),
    bypass: withDescription(t.string, 'Hosts that are reached without it, separated by commas'),
  },
);
export type ProxySetting = t.TypeOf<typeof ProxySetting>;

const file = withDescription(t.string, "Path relative to the workspace's folder");
const domain = withDescription(
  t.string,
  'Host, with * for any characters, and a port if only that one is meant',
);
const options = { passphrase: withDescription(t.string, 'May hold {{secrets}}') };
const enabledFlag = withDefault(t.boolean, true);

/** A client certificate for the servers of a domain: PEM files with or without a passphrase, or a PKCS#12 file. */
export const CertificateSetting = taggedUnion('a client certificate', 'type', {
  pem: [{ domain, certificate: file, key: file, enabled: enabledFlag }, options],
  pkcs12: [{ domain, file, enabled: enabledFlag }, options],
});
export type CertificateSetting = t.TypeOf<typeof CertificateSetting>;

const Files = t.readonlyArray(t.string, 'a list of files');
const Certificates = t.readonlyArray(CertificateSetting, 'a list of client certificates');

/**
 * The order in which onResponse and onTest scripts run: from the request up to the workspace (`sandwich`), or from the workspace down to
 * the request (`sequential`), as onRequest scripts always do.
 */
export const ScriptFlow = oneOf('sandwich', 'sequential');
export type ScriptFlow = t.TypeOf<typeof ScriptFlow>;

/** Settings that only a workspace has: how its requests connect, and the order of its scripts. */
export const ConnectionSettings = struct(
  'connection settings',
  {
    ca: withDescription(withDefault(Files, []), 'PEM files of CAs to trust as well'),
    clientCertificates: withDescription(
      withDefault(Certificates, []),
      'The first enabled one that matches a server is shown',
    ),
  },
  {
    proxy: ProxySetting,
    scriptFlow: withDescription(
      ScriptFlow,
      'Order of onResponse and onTest; default: sandwich, inner to outer',
    ),
    sessionCookies: withDescription(
      oneOf('keep', 'restart'),
      'When cookies without expiry end; default keep',
    ),
  },
);
export type ConnectionSettings = t.TypeOf<typeof ConnectionSettings>;

/** The default connection settings of a workspace. */
export const defaultConnections: ConnectionSettings = { ca: [], clientCertificates: [] };
