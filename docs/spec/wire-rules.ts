import { fromDesign } from './requirement.js';

/** What goes over the wire as somebody wrote it, and how odd answers are read. */
export const wire = {
  'send:redirects:bytes': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'The bytes of a Location outside ASCII are percent-encoded as they are; an empty Location is not followed.',
  ),
  'send:odd-answers': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'Folded headers and repeated equal lengths are read; any other break of HTTP/1.1 is an error that says what the server sent.',
  ),
  'query:as-written': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A query is sent as it was written: only what a query cannot contain is percent-encoded, once, and a name without = stays one.',
  ),
  'path-params:as-written': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A path parameter keeps what a segment may contain, and what is percent-encoded already.',
  ),
  'url:no-scheme': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A URL that reads as host[:port][/…] once it is filled in is sent as http://; other schemes are URL_INVALID.',
  ),
  'auth:oauth2:tolerant': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A token is used from any 2xx, also with a list or null as scope and with empty fields.',
  ),
  'auth:digest:stale': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A nonce that is stale as soon as it was given is answered anew once; empty elements of a challenge are skipped.',
  ),
  'auth:aws-sigv4:percent': fromDesign(
    'transport#auth-that-needs-the-bytes',
    'A path with a % that encodes nothing is URL_INVALID where it has to be decoded to be signed.',
  ),
  'send:localhost': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'localhost and the names below it are this machine: ::1 and 127.0.0.1 are tried in turn.',
  ),
  'send:length:own': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A Content-Length of 0 that a request sets itself is sent, whatever the method; a wrong length is HEADER_INVALID.',
  ),
  'cookies:prefix': fromDesign(
    'window#requests',
    'The prefixes __Host- and __Secure- count in any case, and a cookie may hold a tab (RFC 6265bis).',
  ),
  'hosts:unicode': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A host in a proxy bypass list or of a client certificate may be written in Unicode or in Punycode.',
  ),
  'tls:named': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A PKCS#12 file with an old cipher and a missing intermediate certificate are named, with the way out.',
  ),
  'import:curl:flags': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    '--compressed of curl is an Accept-Encoding header, and --insecure switches verification off in the settings of the request.',
  ),
  'run:retry:pause': fromDesign(
    'runs#one-engine',
    'Before a retry a run waits as long as Retry-After says, or a pause that doubles each time.',
  ),
  'stream:timeout': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'The timeout of an event stream is for its headers, and then for silence.',
  ),
  'echo:host': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A request of HTTP/1.1 without Host, and any request with two or with one that is no host, is answered with 400.',
  ),
  'echo:tls-hello': fromDesign(
    'transport#what-is-sent-is-what-was-written',
    'A TLS handshake on the port of the echo server is answered with what it is.',
  ),
} as const;
