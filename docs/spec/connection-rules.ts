import { decided } from './requirement.js';

/** What holds for every server, whatever it answers. */
export const connection = {
  'server:reset': decided(100, 'A connection that fails is closed alone, whichever server it belongs to.'),
  'server:last-defence': decided(
    100,
    'The error of a connection that nothing listens for is logged; any other uncaught error ends the process.',
  ),
  'page:proof': decided(
    101,
    'The cookie alone opens nothing: a proof that only the page holds is needed with every request and WebSocket.',
  ),
  'page:call:origin': decided(101, 'A call of a method has to name the origin of the page.'),
  'server:bodies': decided(
    102,
    'The bodies in flight of a server have a limit together; beyond it the answer is 503.',
  ),
  'server:connections': decided(102, 'A server has a limit of connections; one more is answered with 503.'),
  'server:stalled': decided(102, 'A body that never arrives whole gives its room back.'),
  'echo:fields': decided(102, 'A form of any number of fields takes a small multiple of its size in memory.'),
  'echo:thread': decided(
    103,
    'In the desktop the echo server has a thread of its own, which is started again on the same port when it ends.',
  ),
} as const;
