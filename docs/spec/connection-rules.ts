import { fromDesign } from './requirement.js';

/** Rules for every server. */
export const connection = {
  'server:reset': fromDesign(
    'transport#what-our-servers-accept',
    'A connection error closes only that connection, on every server.',
  ),
  'server:last-defence': fromDesign(
    'transport#what-our-servers-accept',
    'An unhandled connection error is logged; any other uncaught error ends the process.',
  ),
  'page:proof': fromDesign(
    'window#who-may-open-the-page',
    'The cookie alone is not enough: every request and WebSocket also needs a proof that only the page has.',
  ),
  'page:resume': fromDesign(
    'window#who-may-open-the-page',
    'After a restart an open page and its server show each other that they have the same key; then the page goes on.',
  ),
  'page:call:origin': fromDesign(
    'window#who-may-open-the-page',
    'A method call must carry the origin of the page.',
  ),
  'server:bodies': fromDesign(
    'transport#what-our-servers-accept',
    'All bodies in flight at a server share one limit; above it, the server responds with 503.',
  ),
  'server:connections': fromDesign(
    'transport#what-our-servers-accept',
    'A server limits its connections; above the limit, it responds with 503.',
  ),
  'server:stalled': fromDesign(
    'transport#what-our-servers-accept',
    'A body that never arrives completely does not hold its memory for ever.',
  ),
  'echo:fields': fromDesign(
    'transport#what-our-servers-accept',
    'A form with any number of fields uses a small multiple of its size in memory.',
  ),
  'echo:thread': fromDesign(
    'transport#the-echo-server',
    'The desktop application runs the echo server in its own thread and restarts it on the same port when it stops.',
  ),
} as const;
