import type { Connection, Pair } from '@tandem/core';

/** What is known of a connection, line for line. */
export const connectionRows = ({
  protocol,
  reused,
  remoteAddress,
  proxy,
  tls,
}: Connection): readonly Pair[] => {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['Protocol', protocol],
    ['Connection', reused ? 'reused' : 'new'],
    ['Proxy', proxy],
    [proxy === undefined ? 'Address' : 'Address of the proxy', remoteAddress],
    ['TLS', tls && `${tls.version}, ${tls.cipher}`],
    ['Certificate', tls?.subject],
    ['Issued by', tls?.issuer],
    ['Valid until', tls?.validTo],
  ];
  return rows.flatMap(([name, value]) => (value ? [{ name, value, enabled: true }] : []));
};
