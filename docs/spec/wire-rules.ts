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
} as const;
