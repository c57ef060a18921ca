import { decided } from './requirement.js';

/** What goes over the wire as somebody wrote it, and how odd answers are read. */
export const wire = {
  'send:redirects:bytes': decided(
    386,
    'The bytes of a Location outside ASCII are percent-encoded as they are; an empty Location is not followed.',
  ),
  'send:odd-answers': decided(
    386,
    'Folded headers and repeated equal lengths are read; any other break of HTTP/1.1 is an error that says what the server sent.',
  ),
  'query:as-written': decided(
    386,
    'A query is sent as it was written: only what a query cannot contain is percent-encoded, once, and a name without = stays one.',
  ),
  'path-params:as-written': decided(
    386,
    'A path parameter keeps what a segment may contain, and what is percent-encoded already.',
  ),
  'url:no-scheme': decided(
    386,
    'A URL that reads as host[:port][/…] once it is filled in is sent as http://; other schemes are URL_INVALID.',
  ),
} as const;
