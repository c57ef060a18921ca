import { fromDecision } from './requirement.js';

/** What is kept and sent of cookies. */
export const cookies = {
  'cookies:rules': fromDecision(
    194,
    'A cookie is kept and sent as RFC 6265bis and the public suffix list say.',
  ),
  'cookies:hops': fromDecision(
    194,
    'Every hop of an execution sends the cookies of the jar and stores those of its response.',
  ),
  'cookies:kept': fromDecision(
    194,
    'Each workspace and environment keeps its cookies in the database and not in its folder.',
  ),
  'cookies:parallel': fromDecision(194, 'An execution stores only the cookies that it has changed.'),
  'cookies:joined': fromDecision(
    194,
    'A Cookie header of the request is joined with the cookies of the jar; its names win.',
  ),
  'cookies:off': fromDecision(
    194,
    'With settings.cookies false nothing of the jar is sent and nothing is stored.',
  ),
  'cookies:changes': fromDecision(
    231,
    'A change of a jar is published with its workspace and environment, and with nothing of what is in it.',
  ),
  'cookies:session': fromDecision(
    226,
    'Session cookies end when the application starts if the workspace says so in connections.sessionCookies.',
  ),
  'cookies:hidden': fromDecision(
    194,
    'An agent sees the values of cookies that its own executions received; others are hidden as ‹cookie:name›.',
  ),
  'cookies:bounded': fromDecision(
    381,
    'What a server calls a cookie or a token hides nothing in another workspace, nothing that people write or have saved, and no word or address.',
  ),
  'cookies:scripts': fromDecision(
    228,
    'Scripts read, set and delete cookies by URL: changes of onRequest go out with the request, those of onTest are dropped.',
  ),
  'cookies:scripts:agents': fromDecision(
    228,
    'A script that runs for an agent gets ‹cookie:name› for a value that the agent did not receive.',
  ),
};
