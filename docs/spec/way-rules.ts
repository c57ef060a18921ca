import { fromDecision } from './requirement.js';

/** Certificates and proxies. */
export const way = {
  'tls:ca': fromDecision(
    207,
    'The CA files of a workspace are trusted besides those of Node and of the system.',
  ),
  'tls:client': fromDecision(
    207,
    'A client certificate is shown to the servers that match its domain, and to no others.',
  ),
  'tls:files': fromDecision(
    208,
    'CA files and client certificates are settings of the workspace, and files inside its folder.',
  ),
  'tls:messages': fromDecision(
    207,
    'Each reason why a certificate is not trusted has its own message with a way out.',
  ),
  'http:version': fromDecision(
    232,
    'A request is sent with HTTP/2 if the settings say so or the server offers it to "auto"; limits, cookies, redirects and errors are those of HTTP/1.1.',
  ),
  'tls:verify': fromDecision(
    207,
    'tls.verify false switches verification off for a request, and its result says so.',
  ),
  'proxy:named': fromDecision(
    209,
    'Requests go through the proxy of the workspace, which is in its manifest as Bruno has it.',
  ),
  'proxy:system': fromDecision(
    209,
    'A workspace may use the proxy that HTTP_PROXY, HTTPS_PROXY or ALL_PROXY name.',
  ),
  'proxy:bypass': fromDecision(
    209,
    'Requests to hosts of the bypass list or NO_PROXY go past the proxy, and so do those to loopback.',
  ),
  'proxy:http': fromDecision(
    209,
    'An HTTP proxy forwards plain requests and tunnels those with TLS; it alone gets its credentials.',
  ),
  'proxy:socks': fromDecision(209, 'A SOCKS5 proxy tunnels all requests and resolves their hosts.'),
  'proxy:messages': fromDecision(
    209,
    'A proxy that does not work is PROXY_ERROR, with its name and a way out.',
  ),
} as const;
