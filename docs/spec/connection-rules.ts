import { fromDecision } from './requirement.js';

/** Rules for every server. */
export const connection = {
  'server:reset': fromDecision(100, 'A connection error closes only that connection, on every server.'),
  'server:last-defence': fromDecision(
    100,
    'An unhandled connection error is logged; any other uncaught error ends the process.',
  ),
  'page:proof': fromDecision(
    101,
    'The cookie alone is not enough: every request and WebSocket also needs a proof that only the page has.',
  ),
  'page:resume': fromDecision(
    182,
    'After a restart an open page and its server show each other that they have the same key; then the page goes on.',
  ),
  'page:call:origin': fromDecision(101, 'A method call must carry the origin of the page.'),
  'server:bodies': fromDecision(
    102,
    'All bodies in flight at a server share one limit; above it, the server responds with 503.',
  ),
  'server:connections': fromDecision(
    102,
    'A server limits its connections; above the limit, it responds with 503.',
  ),
  'server:stalled': fromDecision(
    102,
    'A body that never arrives completely does not hold its memory for ever.',
  ),
  'echo:fields': fromDecision(
    102,
    'A form with any number of fields uses a small multiple of its size in memory.',
  ),
  'echo:thread': fromDecision(
    103,
    'The desktop application runs the echo server in its own thread and restarts it on the same port when it stops.',
  ),
} as const;
