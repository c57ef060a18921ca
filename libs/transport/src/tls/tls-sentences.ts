const trustIt =
  'Add its PEM file to the CA files of the workspace, or start Tandem with NODE_EXTRA_CA_CERTS=/path/to/ca.pem.';

const describeSelfSigned = (host: string): string =>
  `The certificate of ${host} is self-signed, so nothing shows that it is really ${host}. ${trustIt}`;

const describeUnknownIssuer = (host: string): string =>
  `The certificate of ${host} was issued by a CA that is not trusted here. ${trustIt}`;

const formatMissingIssuer = (host: string): string =>
  `The certificate of ${host} was issued by a CA that is not trusted here, and the server sent no certificate of that CA. If an intermediate certificate is missing, configure the server to send its whole chain. ${trustIt.replace('Add its PEM file', 'Else add the PEM file of the CA')}`;

const formatNoTls = (host: string): string =>
  `${host} did not respond with TLS. Check the port, or use http:// instead of https://.`;

const describeRefusedClient = (host: string): string =>
  `${host} did not accept the client certificate. Check that it is the right one, valid, and of a CA that the server knows.`;

const describeWantedClient = (host: string): string =>
  `${host} asks for a client certificate. Add one for this host to the connections of the workspace.`;

/** For each code of Node and OpenSSL, what is wrong and what to do about it. */
const sentences: Readonly<Record<string, (host: string) => string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: describeSelfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: describeUnknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: formatMissingIssuer,
  UNABLE_TO_GET_ISSUER_CERT: describeUnknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: describeUnknownIssuer,
  CERT_HAS_EXPIRED: (host) =>
    `The certificate of ${host} has expired. Renew it on the server, and check the clock of this machine.`,
  CERT_NOT_YET_VALID: (host) =>
    `The certificate of ${host} is not valid yet. Check the clock of this machine and of the server.`,
  CERT_REVOKED: (host) => `The certificate of ${host} was revoked. Replace it on the server.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The certificate of ${host} is for another host. Use the host name in the certificate, or issue one for ${host}.`,
  ERR_SSL_WRONG_VERSION_NUMBER: formatNoTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: formatNoTls,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: describeWantedClient,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: describeRefusedClient,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: describeRefusedClient,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: describeRefusedClient,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: describeRefusedClient,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: (host) =>
    `${host} ended the TLS handshake. It may ask for a client certificate; add one to the connections of the workspace.`,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: (host) =>
    `${host} and Tandem share no version of TLS. Tandem needs TLS 1.2 or newer.`,
};

/** Converts the name of an alert in OpenSSL 3.5, which newer releases of Node 24 use, to the earlier name. */
const toPreviousAlertName = (cause: string): string =>
  cause.replace('ERR_SSL_SSL/TLS_ALERT_', 'ERR_SSL_SSLV3_ALERT_');

/** Formats the message about a TLS connection that failed with `cause`. */
export const formatTlsFailure = (cause: string, host: string): string => {
  const name = toPreviousAlertName(cause);
  const known = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  return (
    known?.(host) ?? `The TLS connection to ${host} failed (${cause}). Check the certificate or use http://.`
  );
};
