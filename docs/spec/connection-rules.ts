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
} as const;
