import { decided } from './requirement.js';

/** What holds for every server, whatever it answers. */
export const connection = {
  'server:reset': decided(100, 'A connection that fails is closed alone, whichever server it belongs to.'),
  'server:last-defence': decided(
    100,
    'The error of a connection that nothing listens for is logged; any other uncaught error ends the process.',
  ),
} as const;
