import { fromDesign } from './requirement.js';

/** Certificates and proxies. */
export const way = {
  'tls:ca': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'The CA files of a workspace are trusted besides those of Node and of the system.',
  ),
  'tls:client': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'A client certificate is shown to the servers that match its domain, and to no others.',
  ),
  'tls:files': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'CA files and client certificates are settings of the workspace, and files inside its folder.',
  ),
  'tls:messages': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'Each reason why a certificate is not trusted has its own message with a way out.',
  ),
  'http:version': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'A request is sent with HTTP/2 if the settings say so or the server offers it to "auto"; limits, cookies, redirects and errors are those of HTTP/1.1.',
  ),
  'tls:verify': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'tls.verify false switches verification off for a request, and its result says so.',
  ),
  'proxy:named': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'Requests go through the proxy of the workspace, which is in its manifest as Bruno has it.',
  ),
  'proxy:system': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'A workspace may use the proxy that HTTP_PROXY, HTTPS_PROXY or ALL_PROXY name.',
  ),
  'proxy:bypass': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'Requests to hosts of the bypass list or NO_PROXY go past the proxy, and so do those to loopback.',
  ),
  'proxy:http': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'An HTTP proxy forwards plain requests and tunnels those with TLS; it alone gets its credentials.',
  ),
  'proxy:socks': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'A SOCKS5 proxy tunnels all requests and resolves their hosts.',
  ),
  'proxy:messages': fromDesign(
    'transport#undici-with-a-connector-of-ours',
    'A proxy that does not work is PROXY_ERROR, with its name and a way out.',
  ),
} as const;
